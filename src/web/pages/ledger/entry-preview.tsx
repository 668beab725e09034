import { ledger } from '#contract/money/ledger.ts';
import { LEDGER_EVENTS } from '#domain/money/ledger.ts';
import { accountOf } from '#domain/money/ledger-accounts.ts';
import { toDay } from '#domain/values/days.ts';
import { monthEnd, monthOf } from '#domain/values/months.ts';
import { useReadAll } from '#web/kit/data/query.ts';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { dash, formatAmountOf, formatDayOf, formatInstant } from '#web/ui/format.ts';
import { ButtonLink, Link } from '#web/ui/link.tsx';
import { PlainTable } from '#web/ui/table/plain-table.tsx';
import type { Line } from './line-columns.tsx';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts;
const columns = [t.account, t.holder, ...[t.debit, t.credit].map((numbers) => ({ numbers }))];

/** The entry of a line whole, and what it leads to: the accounts of those who hold them, the payment, the agreement. */
export function EntryPreview({ line }: { line: Line }) {
  const {
    entryId,
    kind,
    bookDay,
    valueDate,
    createdAt,
    settlementId,
    settlement,
    paymentId,
    payment,
    payoutId,
    invoiceId,
  } = line;
  const { data } = useReadAll(ledger.lines, { query: { filter: { entryId } } });
  const facts = [
    { label: t.event, value: LEDGER_EVENTS[kind] },
    { label: t.day, value: formatDayOf(bookDay) },
    { label: t.valueDate, value: formatDayOf(valueDate) },
    { label: t.createdAt, value: formatInstant(createdAt) },
    { label: t.settlement, value: settlement },
    { label: t.payment, value: payment },
  ];
  return (
    <>
      <Facts items={facts} />
      {bookDay !== valueDate && <Notice tone="info">{t.late(formatDayOf(valueDate))}</Notice>}
      {data && (
        <PlainTable title={t.linesOfEntry} columns={columns}>
          {data.items.toReversed().map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <AccountLink line={one} />
              </th>
              <td>{one.holder ?? dash}</td>
              <td data-number="">{one.side === 'debit' ? formatAmountOf(one.amount) : dash}</td>
              <td data-number="">{one.side === 'credit' ? formatAmountOf(one.amount) : dash}</td>
            </tr>
          ))}
        </PlainTable>
      )}
      <div className="row">
        {settlementId !== null && <ButtonLink to={`/settlement-${settlementId}`}>{t.links.settlement}</ButtonLink>}
        {paymentId !== null && (
          <ButtonLink to="/dashboard/payments" search={{ preview: paymentId }}>
            {t.links.payment}
          </ButtonLink>
        )}
        {payoutId !== null && (
          <ButtonLink to="/dashboard/payouts" search={{ preview: payoutId }}>
            {t.links.payout}
          </ButtonLink>
        )}
        {invoiceId !== null && (
          <ButtonLink to="/dashboard/invoices" search={{ preview: invoiceId }}>
            {t.links.invoice}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

/** The card of the account of a line, in the month that the line was booked in. */
function AccountLink({ line: { account, holderId, bookDay } }: { line: Line }) {
  const from = monthOf(toDay(bookDay));
  return (
    <Link
      to="/ledger/account"
      search={{ filter: { account, ...(holderId !== null && { holderId }), from, to: monthEnd(from) } }}
      title={accountOf(account).label}
    >
      {account}
    </Link>
  );
}
