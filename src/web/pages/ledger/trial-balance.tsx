import { ledger } from '#contract/money/ledger.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatAmountOf, formatDayOf } from '#web/ui/format.ts';
import { PlainTable } from '#web/ui/table/plain-table.tsx';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts;

const columns = [t.account, t.label, ...[t.opening, t.debit, t.credit, t.closing].map((numbers) => ({ numbers }))];

/** Turnovers and balances of every account in the current month, and whether all sums hold. */
export function TrialBalance() {
  const { data } = useRead(ledger.trialBalance);
  if (!data) return null;
  return (
    <Card title={t.trial}>
      <p className="dim">{t.period(formatDayOf(data.from), formatDayOf(data.to))}</p>
      <Notice tone={data.broken.length === 0 ? 'success' : 'danger'}>
        {data.broken.length === 0 ? t.good : t.bad(data.broken.length)}
      </Notice>
      <PlainTable title={t.trial} columns={columns}>
        {data.rows.map((row) => (
          <tr key={row.account}>
            <th scope="row">{row.account}</th>
            <td>{row.label}</td>
            <td data-number="">{formatAmountOf(row.opening)}</td>
            <td data-number="">{formatAmountOf(row.debit)}</td>
            <td data-number="">{formatAmountOf(row.credit)}</td>
            <td data-number="">{formatAmountOf(row.closing)}</td>
          </tr>
        ))}
      </PlainTable>
    </Card>
  );
}
