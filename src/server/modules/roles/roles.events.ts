import type { Writing } from '#server/platform/ctx.ts';
import { defineEvent } from '#server/platform/events.ts';

/** Somebody has edited a role so that these operators decide what they did not decide before. */
export const decidingRoleGiven = defineEvent<{ operatorIds: readonly number[] }, Writing>('roles.decidingRoleGiven');
