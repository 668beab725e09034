import { invoices } from '#contract/money/invoices.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Facts } from '#web/ui/display/facts.tsx';
import { FoldedCard } from '#web/ui/display/folded-card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { texts } from './texts.ts';

const t = texts.totals;

/** What of the month the platform was paid in which way, what creditors owe it, and whether both are what the ledger says. */
export function Totals() {
  const { data } = useRead(invoices.totals);
  if (!data) return null;
  const { withheld, invoiced, onTop, turnover, owed, open, advances, uncovered } = data;
  const adds = withheld + invoiced + onTop === turnover;
  return (
    <>
      {!adds && <Notice tone="danger">{t.bad}</Notice>}
      <FoldedCard title={adds ? t.good : t.title}>
        <Facts
          items={[
            { label: t.withheld, value: formatMoneyOf(withheld) },
            { label: t.invoiced, value: formatMoneyOf(invoiced) },
            { label: t.onTop, value: formatMoneyOf(onTop) },
            { label: t.turnover, value: formatMoneyOf(turnover) },
            { label: t.owed, value: formatMoneyOf(owed) },
            { label: t.open, value: formatMoneyOf(open) },
            { label: t.advances, value: formatMoneyOf(advances) },
            { label: t.uncovered, value: formatMoneyOf(uncovered) },
          ]}
        />
      </FoldedCard>
    </>
  );
}
