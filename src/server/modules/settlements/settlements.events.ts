import type { App } from '#server/platform/app.ts';
import { defineEvent, type Publisher } from '#server/platform/events.ts';

/** An agreement is about to end or to be annulled: what was stated about its money and not answered ends before it. */
export const agreementEnding = defineEvent<{ settlementId: number }>('settlements.agreementEnding');

/** A settlement has been paid and closed: its certificate is to be signed. */
export const agreementFulfilled = defineEvent<{ settlementId: number }, Publisher & { app: App; now: Date }>(
  'settlements.agreementFulfilled',
);
