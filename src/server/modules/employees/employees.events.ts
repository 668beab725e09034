import type { Writing } from '#server/platform/ctx.ts';
import { defineEvent } from '#server/platform/events.ts';

/** Somebody has another role in a company, or works there no more: what he has begun there and might not begin today is over. */
export const placeChanged = defineEvent<{ legalEntityId: number; accountId: number }, Writing>(
  'employees.placeChanged',
);
