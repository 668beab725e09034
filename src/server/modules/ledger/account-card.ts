import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { ledger } from '#contract/money/ledger.ts';
import { accountOf } from '#domain/money/ledger-accounts.ts';
import { inLedgerDays } from '#domain/money/ledger-months.ts';
import { addDays, type Day, toDay } from '#domain/values/days.ts';
import { monthOf } from '#domain/values/months.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { asGrown, balanceOn, linesWithin, type Place, turnoverOf } from './balances.queries.ts';
import { netOf } from './book-days.queries.ts';
import { lineColumns, shownLine } from './lines.ts';

/** What is asked of an account: all of it or one holder's, over which days. */
type CardQuery = NonNullable<Input<typeof ledger.account>['query']>;

interface Card extends Place {
  from: Day;
  to: Day;
}

/** The account at the partner in this month, unless told otherwise. */
export function cardAsked(ctx: Ctx, { account = '1010', holderId, from, to = ctx.day }: CardQuery): Card {
  return { account, holderId, from: inLedgerDays(from ?? monthOf(to)), to: inLedgerDays(to) };
}

const tables = { legalEntity: 'legal_entities', individual: 'individuals', settlement: 'settlements' } as const;
const names = {
  legalEntity: sql`short_name`,
  individual: sql`concat_ws(' ', last_name, first_name, middle_name)`,
  settlement: sql`number`,
} as const;

/** Who holds an account. @throws Refusal `object.absent` where there is no such holder, `input.invalid` where nobody holds it apart */
export async function holderOf(db: Db, { account, holderId }: Place): Promise<string | null> {
  if (holderId === undefined) return null;
  const { holder } = accountOf(account);
  if (holder === 'none') {
    throw new Refusal('input.invalid', { fields: { holderId: 'Этот счёт не делится по владельцам' } });
  }
  const { rows } = await sql<{ name: string }>`
    select ${names[holder]} as name from ${sql.table(tables[holder])} where id = ${holderId}`.execute(db);
  if (!rows[0]) throw new Refusal('object.absent');
  return rows[0].name;
}

/** What an account, or one of its holders, had before a period, what moved in it and what was left. @throws Refusal `object.absent`, `input.invalid` */
export async function accountCard(ctx: Ctx, asked: CardQuery): Promise<Answer<typeof ledger.account>> {
  const card = cardAsked(ctx, asked);
  const { account, holderId, from, to } = card;
  const holder = await holderOf(ctx.db, card);
  const before = await balanceOn(ctx.db, card, addDays(from, -1));
  const { debit, credit } = await turnoverOf(ctx.db, card, { after: addDays(from, -1), to });
  return {
    account,
    label: accountOf(account).label,
    holderId: holderId ?? null,
    holder,
    from,
    to,
    opening: asGrown(account, before),
    debit,
    credit,
    closing: asGrown(account, before + debit - credit),
  };
}

/** A line with the day on which it was booked. */
interface BookedLine {
  id: number;
  entryId: number;
  account: string;
  holderId: number;
  side: string;
  amount: number;
  bookDay: string;
}

export const accountOrders = { bookDay: { columns: ['l.bookDay', 'l.entryId', 'l.id'], direction: 1 } } as const;

const list = defineList({
  rows: ({ db }: Ctx, _criteria: object, { from, to, ...place }: Card) =>
    db.selectFrom(
      sql<BookedLine>`(select l.id, l.entry_id, l.account, l.holder_id, l.side, l.amount, p.book_day
        from ${linesWithin(place, { after: addDays(from, -1), to })})`.as('l'),
    ),
  columns: (rows) =>
    rows
      .innerJoin('ledgerEntries as e', 'e.id', 'l.entryId')
      .innerJoin('ledgerAccounts as a', 'a.code', 'l.account')
      .leftJoin('settlements as s', 's.id', 'e.settlementId')
      .select(lineColumns)
      .select('l.bookDay'),
  orders: accountOrders,
  shown: shownLine,
});

/** The lines of the card, each with the balance after it. */
export async function accountLines(
  ctx: Ctx,
  { filter = {}, ...query }: Input<typeof ledger.accountLines>['query'],
): Promise<Answer<typeof ledger.accountLines>> {
  const card = cardAsked(ctx, filter);
  const page = await list.page(ctx, query, card);
  const lines = query.sort?.bookDay === -1 ? page.items.toReversed() : page.items;
  const [first] = lines;
  if (!first) return { ...page, items: [] };
  // Nothing is between the lines of a page, so only what was before the first of them is asked for.
  let net = await netBefore(ctx.db, card, first);
  const balances = new Map<number, number>();
  for (const { id, side, amount } of lines) {
    net += side === 'debit' ? amount : -amount;
    balances.set(id, asGrown(card.account, net));
  }
  return { ...page, items: page.items.map((line) => ({ ...line, balance: balances.get(line.id)! })) };
}

/** What an account, or one of its holders, had before a line, debit less credit. */
async function netBefore(
  db: Db,
  place: Place,
  { bookDay, entryId, id }: Pick<BookedLine, 'bookDay' | 'entryId' | 'id'>,
): Promise<number> {
  const day = toDay(bookDay);
  const yesterday = addDays(day, -1);
  const { rows } = await sql<{ net: number }>`
    select coalesce(sum(${netOf('l')}), 0)::bigint as net from ${linesWithin(place, { after: yesterday, to: day })}
    and (l.entry_id, l.id) < (${entryId}, ${id})`.execute(db);
  return (await balanceOn(db, place, yesterday)) + rows[0]!.net;
}
