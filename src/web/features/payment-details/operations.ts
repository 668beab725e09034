import type { Result } from '#contract/kernel/op.ts';
import { companyDetails, individualDetails } from '#contract/parties/payment-details.ts';

export type OwnerKind = 'individual' | 'legalEntity';
export type PaymentDetail = Result<typeof companyDetails.get>;

/** The same operations for the details of either owner. */
export const operationsOf = { individual: individualDetails, legalEntity: companyDetails } as const;
