import type { App } from '#server/platform/app.ts';
import { defineEvent, type Publisher } from '#server/platform/events.ts';

/** A person agrees, perhaps again, that creditors are told of him: what has waited for it may go on. */
export const creditorConsentGiven = defineEvent<{ individualId: number }, Publisher & { app: App }>(
  'consents.creditorConsentGiven',
);

/** A person agrees no more that papers of his health are shown to anybody. */
export const healthConsentWithdrawn = defineEvent<{ individualId: number }, Publisher & { app: App; now: Date }>(
  'consents.healthConsentWithdrawn',
);

/** A person lets nothing be taken by itself any more. */
export const autopaymentConsentWithdrawn = defineEvent<{ individualId: number }, Publisher & { app: App; now: Date }>(
  'consents.autopaymentConsentWithdrawn',
);
