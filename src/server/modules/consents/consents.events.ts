import { defineEvent } from '#server/platform/events.ts';

/** A person agrees, perhaps again, that creditors are told of him: what has waited for it may go on. */
export const creditorConsentGiven = defineEvent<{ individualId: number }>('consents.creditorConsentGiven');
