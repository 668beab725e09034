import type { Result } from '#contract/kernel/op.ts';
import { companyDetails, individualDetails } from '#contract/parties/payment-details.ts';

export type OwnerKind = 'individual' | 'legalEntity';
export type PaymentDetail = Result<typeof companyDetails.get>;

/** Whose account new details of a company are: its own. */
export interface Payee {
  recipientName: string;
  recipientInn: string;
}

/** The same operations for the details of either owner. */
export const operationsOf = { individual: individualDetails, legalEntity: companyDetails } as const;
