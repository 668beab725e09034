export const FEE_PAYERS = ['creditor', 'individual'] as const;
export const FEE_BASES = ['paid_amount', 'agreed_amount'] as const;
export const FEE_COLLECTIONS = ['withhold', 'invoice'] as const;
export const VAT_MODES = ['none', 'included', 'on_top'] as const;

/**
 * By which way a fee comes to the platform: `withheld` from what the creditor is paid out, `invoiced` to him, or paid by the debtor
 * `on_top` of his payment. It follows from a tariff's payer and collection (`feeWay`); entries of the ledger keep it under this name.
 */
export const FEE_WAYS = ['withheld', 'invoiced', 'on_top'] as const;
/** One of `FEE_WAYS`. */
export type FeeWay = (typeof FEE_WAYS)[number];
