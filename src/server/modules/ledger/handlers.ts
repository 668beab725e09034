import { type SqlBool, sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import { ledger } from '#contract/money/ledger.ts';
import type { LedgerEvent } from '#domain/money/ledger.ts';
import { ACCOUNT_CODES, type AccountCode, accountOf, growsByDebit } from '#domain/money/ledger-accounts.ts';
import { type Day, toDay } from '#domain/values/days.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { brokenLedger } from './ledger.queries.ts';

type LinesQuery = Pick<Input<typeof ledger.lines>['query'], 'filter' | 'q'>;

/** Who holds an account apart, by name. */
const holderName = sql<string | null>`case a.holder
  when 'legalEntity' then (select short_name from legal_entities where id = l.holder_id)
  when 'individual' then (select concat_ws(' ', last_name, first_name, middle_name) from individuals where id = l.holder_id)
  when 'settlement' then (select number from settlements where id = l.holder_id) end`;

const against = sql<AccountCode[]>`(select array_agg(distinct o.account order by o.account) from ledger_lines o
  where o.entry_id = l.entry_id and o.side <> l.side)`;

function filtered(ctx: Ctx, { filter = {}, q }: LinesQuery) {
  let rows = ctx.db
    .selectFrom('ledgerLines as l')
    .innerJoin('ledgerEntries as e', 'e.id', 'l.entryId')
    .innerJoin('ledgerAccounts as a', 'a.code', 'l.account')
    .leftJoin('settlements as s', 's.id', 'e.settlementId');
  if (filter.account) rows = rows.where('l.account', 'in', filter.account);
  if (filter.holderId !== undefined) rows = rows.where('l.holderId', '=', filter.holderId);
  if (filter.settlementId !== undefined) rows = rows.where('e.settlementId', '=', filter.settlementId);
  if (filter.from !== undefined) rows = rows.where('e.valueDate', '>=', filter.from);
  if (filter.to !== undefined) rows = rows.where('e.valueDate', '<=', filter.to);
  return q ? rows.where(sql<SqlBool>`s.number = ${q}`) : rows;
}

const columns = [
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
  holderName.as('holder'),
  against.as('against'),
] as const;

const list = defineList({
  rows: filtered,
  columns: (rows) => rows.select(columns),
  // Lines are numbered as they come.
  orders: { createdAt: { columns: ['l.id'], direction: -1 } },
  shown: (row) => ({
    ...row,
    kind: row.kind as LedgerEvent['kind'],
    account: row.account as AccountCode,
    side: row.side as 'debit' | 'credit',
    holderId: row.holderId === 0 ? null : row.holderId,
    against: row.against ?? [],
  }),
});

/** Turnovers of every account up to now, within a period and after it: three sums by one look at what came since. */
async function turnovers(ctx: Ctx, from: Day, to: Day) {
  const { rows } = await sql<
    Record<'debit' | 'credit' | 'debitIn' | 'creditIn' | 'debitAfter' | 'creditAfter', number> & {
      account: AccountCode;
    }
  >`
    select b.account, b.debit, b.credit,
      coalesce(p.debit_in, 0)::bigint as debit_in, coalesce(p.credit_in, 0)::bigint as credit_in,
      coalesce(p.debit_after, 0)::bigint as debit_after, coalesce(p.credit_after, 0)::bigint as credit_after
    from (select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit from ledger_balances group by 1) b
    left join (select l.account,
        sum(l.amount) filter (where l.side = 'debit' and e.value_date <= ${to}) as debit_in,
        sum(l.amount) filter (where l.side = 'credit' and e.value_date <= ${to}) as credit_in,
        sum(l.amount) filter (where l.side = 'debit' and e.value_date > ${to}) as debit_after,
        sum(l.amount) filter (where l.side = 'credit' and e.value_date > ${to}) as credit_after
      from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.value_date >= ${from} group by 1) p
      on p.account = b.account`.execute(ctx.db);
  return new Map(rows.map((row) => [row.account, row]));
}

const nothing = { debit: 0, credit: 0, debitIn: 0, creditIn: 0, debitAfter: 0, creditAfter: 0 };

export const ledgerHandlers = implement(ledger, {
  async trialBalance(ctx, { query }) {
    const to = query.to ?? ctx.day;
    const from = query.from ?? toDay(`${to.slice(0, 7)}-01`);
    const sums = await turnovers(ctx, from, to);
    const rows = ACCOUNT_CODES.map((account) => {
      const found = sums.get(account) ?? nothing;
      const sign = growsByDebit(account) ? 1 : -1;
      const closing = sign * (found.debit - found.debitAfter - found.credit + found.creditAfter);
      const opening = closing - sign * (found.debitIn - found.creditIn);
      const { label, kind } = accountOf(account);
      const memo = kind === 'memo' || kind === 'memo_contra';
      return { account, label, memo, opening, debit: found.debitIn, credit: found.creditIn, closing };
    });
    return { from, to, rows, broken: await brokenLedger(ctx.db) };
  },
  lines: (ctx, { query }) => list.page(ctx, query),
});
