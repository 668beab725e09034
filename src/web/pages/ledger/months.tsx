import type { Result } from '#contract/kernel/op.ts';
import { ledger } from '#contract/money/ledger.ts';
import { ledgerMonthMachine } from '#domain/money/ledger-months.ts';
import { toDay } from '#domain/values/days.ts';
import { monthEnd } from '#domain/values/months.ts';
import { useFollow } from '#web/kit/data/query.ts';
import { PendingApprovals } from '#web/kit/detail/approvals.tsx';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { dash, formatInstant } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { PlainTable } from '#web/ui/table/plain-table.tsx';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts.months;
type Month = Result<typeof ledger.months>['items'][number];

const columns = [t.month, t.status, { numbers: t.entries }, { numbers: t.late }, t.closed, t.next];
const isClosing = ({ items }: Result<typeof ledger.months>): boolean =>
  items.some(({ status }) => status === 'closing');

/** The months of the ledger, each with its end or what is in the way of it. One that is pressed narrows the page to its days. */
export function Months() {
  const { data } = useFollow(ledger.months, isClosing);
  if (!data) return null;
  return (
    <Card title={t.title}>
      <p className="dim">{t.lead}</p>
      {data.items.map(({ month, pendingApprovals }) => (
        <PendingApprovals key={month} items={pendingApprovals} />
      ))}
      <PlainTable title={t.title} columns={columns}>
        {data.items.map((month) => (
          <MonthRow key={month.month} {...month} />
        ))}
      </PlainTable>
    </Card>
  );
}

function MonthRow({ month, status, entries, late, closedAt, closedBy, problem, obstacle, pendingApprovals }: Month) {
  const name = t.nameOf(month);
  const isWaiting = pendingApprovals.some(({ endedWhy }) => endedWhy === null);
  return (
    <tr>
      <th scope="row">
        <Link to="." search={{ filter: { from: month, to: monthEnd(toDay(month)) } }}>
          {name}
        </Link>
      </th>
      <td>
        <StatusTag of={ledgerMonthMachine} status={status} />
      </td>
      <td data-number="">{entries ?? dash}</td>
      <td data-number="">{late}</td>
      <td>{closedAt ? t.closedBy(closedBy ?? '', formatInstant(closedAt)) : dash}</td>
      <td>
        {isWaiting && t.waits}
        {status === 'closing' && (problem === null ? t.closing : t.notYet(problem))}
        {status === 'open' && !isWaiting && (obstacle ?? <CloseButton month={month} name={name} />)}
      </td>
    </tr>
  );
}

function CloseButton({ month, name }: { month: string; name: string }) {
  return (
    <Can op={ledger.closeMonth}>
      <MoveButton
        operation={ledger.closeMonth}
        input={{ body: { month } }}
        label={t.close}
        name={`${t.close}: ${name}`}
        ask={t.ask(name)}
        done={t.done}
      />
    </Can>
  );
}
