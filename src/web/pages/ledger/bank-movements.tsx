import type { ReactNode } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import type { ledger } from '#contract/money/ledger.ts';
import { LEDGER_EVENTS } from '#domain/money/ledger.ts';
import { Card } from '#web/ui/display/card.tsx';
import { formatAmountOf, formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { PlainTable } from '#web/ui/table/plain-table.tsx';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts.bank;
export type Compared = Result<typeof ledger.bankStatement>;

interface MovementsProps extends Readonly<Compared['came']> {
  title: string;
  hint: string;
  /** What may be done about them. */
  children?: ReactNode;
}

/** Movements of the bank that the ledger does not have. */
export function Movements({ title, hint, count, sum, items, children }: MovementsProps) {
  return (
    <Card title={title}>
      <p className="dim">{hint}</p>
      <p>{t.total(count, formatMoneyOf(sum), items.length)}</p>
      {children}
      <PlainTable title={title} columns={[t.day, { numbers: t.sum }, t.number, t.counterparty, t.purpose]}>
        {items.map((one, index) => (
          // Two movements may be alike in everything.
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no number of their own
          <tr key={index}>
            <th scope="row">{formatDayOf(one.day)}</th>
            <td data-number="">{formatAmountOf(one.amount)}</td>
            <td>{one.number}</td>
            <td>{one.counterparty}</td>
            <td>{one.purpose}</td>
          </tr>
        ))}
      </PlainTable>
    </Card>
  );
}

type OwnLine = Compared['onlyInLedger']['items'][number];

/** Lines of the ledger, each leading to its entry. */
export function Entries<Line extends OwnLine>({
  title,
  hint,
  count,
  sum,
  items,
  dayOf,
}: {
  title: string;
  hint: string;
  count: number;
  sum: number;
  items: readonly Line[];
  dayOf: (line: Line) => string;
}) {
  return (
    <Card title={title}>
      <p className="dim">{hint}</p>
      <p>{t.total(count, formatMoneyOf(sum), items.length)}</p>
      <PlainTable title={title} columns={[t.day, { numbers: t.sum }, ledgerTexts.event, ledgerTexts.entry]}>
        {items.map((line) => (
          <tr key={line.id}>
            <th scope="row">{dayOf(line)}</th>
            <td data-number="">{formatAmountOf(line.amount)}</td>
            <td>{LEDGER_EVENTS[line.kind]}</td>
            <td>
              <Link to="/ledger" search={{ filter: { entryId: line.entryId } }}>
                {line.entryId}
              </Link>
            </td>
          </tr>
        ))}
      </PlainTable>
    </Card>
  );
}
