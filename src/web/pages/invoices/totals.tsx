import { useState } from 'react';
import { invoices } from '#contract/money/invoices.ts';
import { monthWords } from '#domain/documents/invoice-papers.ts';
import { addMonths, moscowDay, toDay } from '#domain/values/days.ts';
import { useRead } from '#web/kit/data/query.ts';
import { serverNow } from '#web/ui/clock.ts';
import { Facts } from '#web/ui/display/facts.tsx';
import { FoldedCard } from '#web/ui/display/folded-card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { texts } from './texts.ts';

const t = texts.totals;
/** So many months back may be looked at. */
const shownMonths = 13;

/** What of a month the platform was paid in which way, what creditors owe it, and whether both are what the ledger says. */
export function Totals() {
  const [chosen, choose] = useState<string>();
  const { data } = useRead(invoices.totals, { query: { month: chosen } });
  if (!data) return null;
  const { month, withheld, invoiced, onTop, turnover, owed, open, advances, uncovered } = data;
  const adds = withheld + invoiced + onTop === turnover;
  const words = monthWords(toDay(month));
  return (
    <>
      {!adds && <Notice tone="danger">{t.bad(words)}</Notice>}
      <FoldedCard title={adds ? t.good(words) : t.title(words)}>
        <SelectField
          label={t.month}
          choices={monthsUpTo(month)}
          value={month}
          onChange={({ target }) => choose(target.value)}
        />
        <Facts
          items={[
            { label: t.withheld, value: formatMoneyOf(withheld) },
            { label: t.invoiced, value: formatMoneyOf(invoiced) },
            { label: t.onTop, value: formatMoneyOf(onTop) },
            { label: t.turnover, value: formatMoneyOf(turnover) },
          ]}
        />
        <p className="dim small">{t.now}</p>
        <Facts
          items={[
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

/** The last months with their names, that which is shown among them. */
function monthsUpTo(shown: string): [string, string][] {
  const today = moscowDay(new Date(serverNow()));
  const months = Array.from({ length: shownMonths }, (_, ago) => addMonths(toDay(`${today.slice(0, 7)}-01`), -ago));
  const all = months.some((month) => month === shown) ? months : [...months, toDay(shown)];
  return all.map((month) => [month, monthWords(month)]);
}
