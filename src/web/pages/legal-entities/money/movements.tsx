import { useState } from 'react';
import { payouts } from '#contract/money/payouts.ts';
import { LEDGER_EVENTS } from '#domain/money/ledger.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { formatAmountOf, formatDayOf } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { PlainTable } from '#web/ui/table/plain-table.tsx';
import { moneyTexts } from './money-texts.ts';

const t = moneyTexts.movements;
/** So many are shown at first, and more by each press. */
const step = 20;
/** A page of a list has no more. */
const most = 100;

const columns = [t.day, { numbers: t.amount }, t.what, t.about];

/** What has come and gone of a company's money, the newest first. */
export function Movements({ legalEntityId }: { legalEntityId: number }) {
  const [limit, setLimit] = useState(step);
  const { data } = useRead(payouts.movements, { params: { id: legalEntityId }, query: { limit } });
  if (!data) return null;
  return (
    <Card title={t.title}>
      {data.items.length === 0 && <p>{t.none}</p>}
      {data.items.length > 0 && (
        <PlainTable title={t.title} columns={columns}>
          {data.items.map((one) => (
            <tr key={one.id}>
              <td>{formatDayOf(one.valueDate)}</td>
              <td data-number="">{formatAmountOf(one.amount)}</td>
              <td>{LEDGER_EVENTS[one.kind]}</td>
              <td>
                {one.settlementId !== null && <Link to={`/settlement-${one.settlementId}`}>{one.settlement}</Link>}
                {one.payoutId !== null && (
                  <Link to="/dashboard/payouts" search={{ preview: one.payoutId }}>
                    {one.payout}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
      {data.total > limit && limit < most && (
        <Button onClick={() => setLimit((shown) => Math.min(most, shown + step))}>{t.more}</Button>
      )}
      {limit >= most && data.total > most && <p className="dim small">{t.last(most)}</p>}
    </Card>
  );
}
