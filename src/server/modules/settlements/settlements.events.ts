import { defineEvent } from '#server/platform/events.ts';

/** An agreement is about to end or to be annulled: what was stated about its money and not answered ends before it. */
export const agreementEnding = defineEvent<{ settlementId: number }>('settlements.agreementEnding');
