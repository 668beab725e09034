import { type SqlBool, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { ledger } from '#contract/money/ledger.ts';
import type { LedgerEvent } from '#domain/money/ledger.ts';
import { type AccountCode, accountOf } from '#domain/money/ledger-accounts.ts';
import { inLedgerDays } from '#domain/money/ledger-months.ts';
import { addDays, type Day } from '#domain/values/days.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { bookDayOf, bookedWithin } from './book-days.queries.ts';

type Criteria = Pick<Input<typeof ledger.lines>['query'], 'filter' | 'q'>;

/** Who holds an account apart, by name. */
const holderName = sql<string | null>`case a.holder
  when 'legalEntity' then (select short_name from legal_entities where id = l.holder_id)
  when 'individual' then (select concat_ws(' ', last_name, first_name, middle_name) from individuals where id = l.holder_id)
  when 'settlement' then (select number from settlements where id = l.holder_id) end`;

const against = sql<AccountCode[]>`(select array_agg(distinct o.account order by o.account) from ledger_lines o
  where o.entry_id = l.entry_id and o.side <> l.side)`;

const payment = sql<string | null>`(select p.number from payments p where p.id = e.payment_id)`;

/** Which invoice an entry is of: what it pays or lowers, or what has its fee or corrects it. */
const invoice = sql<number | null>`coalesce((e.event ->> 'invoiceId')::bigint, (
  select coalesce(r.invoice_id, c.invoice_id) from invoice_rows r left join invoice_corrections c on c.id = r.correction_id
  where r.entry_id = e.id and r.released_at is null))`;

/** What is told of a line; its tables are `l`, `e` of its entry, `a` of its account and `s` of the settlement. */
export const lineColumns = [
  'l.id',
  'l.entryId',
  'e.kind',
  'e.valueDate',
  'e.createdAt',
  'l.account',
  'l.holderId',
  'l.side',
  'l.amount',
  'e.settlementId',
  's.number as settlement',
  'e.paymentId',
  payment.as('payment'),
  sql<number | null>`(e.event ->> 'payoutId')::bigint`.as('payoutId'),
  invoice.as('invoiceId'),
  holderName.as('holder'),
  against.as('against'),
] as const;

interface Stored {
  kind: string;
  account: string;
  side: string;
  holderId: number;
  against: AccountCode[] | null;
}

/** A line with the words that the database holds it to. */
export const shownLine = <Row extends Stored>(row: Row) => ({
  ...row,
  kind: row.kind as LedgerEvent['kind'],
  account: row.account as AccountCode,
  side: row.side as 'debit' | 'credit',
  holderId: row.holderId === 0 ? null : row.holderId,
  against: row.against ?? [],
});

/** The lines as searched and filtered. */
export function findLines(ctx: Ctx, { filter = {}, q }: Criteria) {
  let rows = ctx.db
    .selectFrom('ledgerLines as l')
    .innerJoin('ledgerEntries as e', 'e.id', 'l.entryId')
    .innerJoin('ledgerAccounts as a', 'a.code', 'l.account')
    .leftJoin('settlements as s', 's.id', 'e.settlementId');
  if (filter.account) rows = rows.where('l.account', 'in', filter.account);
  if (filter.holderId !== undefined) {
    demandHolders(filter.account ?? []);
    rows = rows.where('l.holderId', '=', filter.holderId);
  }
  if (filter.settlementId !== undefined) rows = rows.where('e.settlementId', '=', filter.settlementId);
  if (filter.entryId !== undefined) rows = rows.where('l.entryId', '=', filter.entryId);
  if (filter.from !== undefined || filter.to !== undefined) rows = rows.where(isBookedWithin(filter));
  return q ? rows.where(sql<SqlBool>`s.number = ${q}`) : rows;
}

/** Entries are found by their days, for which there are indexes: the newest lines of an old month are far from the newest of all. */
function isBookedWithin({ from, to }: { from?: Day | undefined; to?: Day | undefined }) {
  const span = {
    after: from === undefined ? null : addDays(inLedgerDays(from), -1),
    to: to === undefined ? null : inLedgerDays(to),
  };
  return sql<SqlBool>`l.entry_id in (select b.id from ${bookedWithin(span)} b)`;
}

/** A company, a person and an agreement may have one number. @throws Refusal `input.invalid` */
function demandHolders(accounts: readonly AccountCode[]): void {
  const [holder, ...others] = new Set(accounts.map((account) => accountOf(account).holder));
  if (holder !== undefined && holder !== 'none' && others.length === 0) return;
  const holderId = 'У компаний, людей и соглашений номера свои: выберите к номеру счета одного вида, например 2010';
  throw new Refusal('input.invalid', { fields: { holderId } });
}

/** Lines are numbered as they come. */
export const lineOrders = { createdAt: { columns: ['l.id'], direction: -1 } } as const;

export const lineList = defineList({
  rows: findLines,
  columns: (rows) => rows.select(lineColumns).select(bookDayOf('e').as('bookDay')),
  orders: lineOrders,
  shown: shownLine,
});
