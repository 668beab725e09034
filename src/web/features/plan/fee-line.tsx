import type { FeeWay } from '#domain/money/fee-kinds.ts';
import { formatMoneyOf } from '#web/ui/format.ts';
import { priceTexts } from './price-texts.ts';

const t = priceTexts.platform;

/**
 * The fee that the platform takes of the settlement: its sum, and its way, which says from whom it comes (withheld from the creditor,
 * invoiced to him, paid by the debtor on top). Whoever agrees to it sees it before.
 */
export function FeeLine({
  fee,
}: {
  fee: { way: FeeWay; amount: number; vat?: number | undefined } | null | undefined;
}) {
  if (!fee) return null;
  return (
    <p className="small">
      {t.fee(formatMoneyOf(fee.amount))} {t.ways[fee.way]}
      {fee.vat !== undefined && fee.vat > 0 && ` ${t.vat(formatMoneyOf(fee.vat))}`}
    </p>
  );
}
