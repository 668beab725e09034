import type { Result } from '#contract/kernel/op.ts';
import { paymentDetails } from '#contract/payment-details.ts';

export type OwnerKind = 'individual' | 'legalEntity';
export type PaymentDetail = Result<typeof paymentDetails.oneOfCompany>;

/** The same acts over the details of either owner. */
export const actsOf = {
  individual: {
    list: paymentDetails.ofIndividual,
    code: paymentDetails.codeForIndividual,
    add: paymentDetails.addToIndividual,
    change: paymentDetails.changeOfIndividual,
    confirm: paymentDetails.confirmOfIndividual,
    remove: paymentDetails.removeFromIndividual,
  },
  legalEntity: {
    list: paymentDetails.ofCompany,
    code: paymentDetails.codeForCompany,
    add: paymentDetails.addToCompany,
    change: paymentDetails.changeOfCompany,
    confirm: paymentDetails.confirmOfCompany,
    remove: paymentDetails.removeFromCompany,
  },
} as const;
