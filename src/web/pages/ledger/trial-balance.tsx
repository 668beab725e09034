import { lazy, Suspense } from 'react';
import { ledger } from '#contract/money/ledger.ts';
import { useRead } from '#web/kit/data/query.ts';
import { useListState } from '#web/kit/list/state.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatAmountOf, formatDayOf } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { PlainTable } from '#web/ui/table/plain-table.tsx';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts;
/** Its masks are heavy. */
const FilterField = lazy(() => import('#web/kit/list/filters/filter-field.tsx'));

const columns = [t.account, t.label, ...[t.opening, t.debit, t.credit, t.closing].map((numbers) => ({ numbers }))];

/** What the list beside it is narrowed to. */
interface Period {
  from?: string;
  to?: string;
}

/** Turnovers and balances of every account in the days that the list is narrowed to, or in this month, and whether all sums hold. */
export function TrialBalance() {
  const [{ filter }, change] = useListState(ledger.lines, undefined);
  const { from, to } = filter as Period;
  const { data } = useRead(ledger.trialBalance, { query: { from, to } });
  if (!data) return null;
  const period = { from: data.from, to: data.to };
  return (
    <Card title={t.trial}>
      <p className="dim">{t.period(formatDayOf(data.from), formatDayOf(data.to))}</p>
      <div className="row">
        <Suspense>
          {(['from', 'to'] as const).map((name) => (
            <FilterField
              key={name}
              kind="day"
              words={{ label: t.filters[name] }}
              value={filter[name]}
              onChange={(value) => change({ filter: { ...filter, [name]: value } })}
            />
          ))}
        </Suspense>
      </div>
      <Checked />
      <PlainTable title={t.trial} columns={columns}>
        {data.rows.map(({ account, ...row }) => (
          <tr key={account}>
            <th scope="row">
              <Link to="/ledger/account" search={{ filter: { account, ...period } }}>
                {account}
              </Link>
            </th>
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

/** Whether the sums of the whole ledger hold, which takes longer than any of its figures. */
function Checked() {
  const { data } = useRead(ledger.check);
  if (!data) return null;
  const count = data.broken.length;
  return <Notice tone={count === 0 ? 'success' : 'danger'}>{count === 0 ? t.good : t.bad(count)}</Notice>;
}
