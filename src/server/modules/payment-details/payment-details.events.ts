import type { App } from '#server/platform/app.ts';
import { defineEvent, type Publisher } from '#server/platform/events.ts';

/** A company is paid to another account from now on. */
export const companyAccountChanged = defineEvent<{ legalEntityId: number; at: Date }, Publisher & { app: App }>(
  'payment-details.companyAccountChanged',
);
