import * as z from 'zod';
import { FEE_BASES, FEE_COLLECTIONS, FEE_PAYERS, VAT_MODES } from '#domain/money/fee-kinds.ts';
import { shareBps, sumOrNone } from '../kernel/fields.ts';

const bps = shareBps();

/** How a fee is counted: sums in kopecks, shares in basis points. Which values go together: docs/domain.md §6.2, §8.12. */
export const feeRule = {
  payer: z.enum(FEE_PAYERS),
  base: z.enum(FEE_BASES),
  rateBps: bps,
  fixed: sumOrNone,
  min: sumOrNone,
  max: sumOrNone.nullable(),
  vatMode: z.enum(VAT_MODES),
  vatBps: bps,
  collect: z.enum(FEE_COLLECTIONS),
};
