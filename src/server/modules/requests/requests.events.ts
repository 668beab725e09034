import { defineEvent } from '#server/platform/events.ts';

/** The creditor has confirmed the claim that a request is about: negotiation on it can start. */
export const claimConfirmed = defineEvent<{
  requestId: number;
  registryEntryId: number;
  individualId: number;
  legalEntityId: number;
}>('requests.claimConfirmed');
