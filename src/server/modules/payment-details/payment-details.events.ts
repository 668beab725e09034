import type { RequisitesFacts } from '#domain/documents/agreement-facts.ts';
import type { App } from '#server/platform/app.ts';
import { defineEvent, type Publisher } from '#server/platform/events.ts';

/** Which account a company is paid to. */
export interface AccountChanged {
  legalEntityId: number;
  account: RequisitesFacts;
  /** Since when papers name it, and how soon that is. */
  at: Date;
  inSeconds: number;
}

/** A company is paid to another account. */
export const companyAccountChanged = defineEvent<AccountChanged, Publisher & { app: App }>(
  'payment-details.companyAccountChanged',
);
