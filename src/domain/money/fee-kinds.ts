export const FEE_PAYERS = ['creditor', 'individual'] as const;
export const FEE_BASES = ['paid_amount', 'agreed_amount'] as const;
export const FEE_COLLECTIONS = ['withhold', 'invoice'] as const;
export const VAT_MODES = ['none', 'included', 'on_top'] as const;

/** How a fee is taken: from the creditor's money, by invoice, or from the debtor on top of his payment. */
export const FEE_WAYS = ['withheld', 'invoiced', 'on_top'] as const;
export type FeeWay = (typeof FEE_WAYS)[number];
