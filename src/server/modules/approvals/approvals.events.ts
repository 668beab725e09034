import type { Writing } from '#server/platform/ctx.ts';
import { defineEvent } from '#server/platform/events.ts';

/** A second person has refused what was proposed, with his reason where he has given one. */
export const approvalRefused = defineEvent<
  { kind: string; details: object | null; reason: string | undefined },
  Writing
>('approvals.refused');
