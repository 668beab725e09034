import { defineEvent } from '#server/platform/events.ts';

/** A person or a company is blocked: those who act by these accounts, in the order of their numbers, are out. */
export const accountsBlocked = defineEvent<{ accountIds: readonly number[] }>('verification.accountsBlocked');
