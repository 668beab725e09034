import { sql } from 'kysely';
import { type OpenRow, openTotal, outstandingOf } from '#domain/money/allocation.ts';
import { rowStatus } from '#domain/settlements/debt-on-day.ts';
import { type DatedMoney, type InterestHistory, payOffSum, rowsAfter } from '#domain/settlements/early-payment.ts';
import type { Day } from '#domain/values/days.ts';
import { lesser } from '#domain/values/exact.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** A row of a schedule in force with what is open of it, and the sum by which it bears its fee (`feeBase`). */
export type OwedRow = OpenRow & {
  id: number;
  amount: Kopecks;
  paid: Kopecks;
  feeBase: Kopecks;
  plannedDate: Day;
  dueDate: Day;
  /** Open or not. */
  whole: { principal: Kopecks; interest: Kopecks };
};

/** A settlement as its interest needs it; `interest` is null where its schedule bears none. */
interface Bearing {
  interest: InterestHistory | null;
  rows: readonly OwedRow[];
}

/** Of a row that had left the schedule and is not written yet. */
const UNWRITTEN = { id: 0, paid: kopecks(0), amount: kopecks(0), feeBase: kopecks(0) };

/**
 * A settlement with its rows as they are owed once money has come: what they do not earn any more is taken off the last ones
 * (docs/decisions/0139). Nothing is written.
 * @param came money that no row has got yet; null counts again by what they have
 */
export function withMoney<S extends Bearing>(settlement: S, came: DatedMoney | null): S {
  const { interest, rows } = settlement;
  if (interest === null) return settlement;
  const { terms, money } = interest;
  const before = rowsBefore(interest, rows);
  // Rows from before a new schedule are paid first, and nothing of that is paid ahead.
  const own = came && { ...came, amount: Math.max(0, came.amount - openTotal(before)) };
  const byNo = new Map(rows.map((row) => [row.no, row]));
  const owed = rowsAfter(terms, own ? [...money, own] : money, (no) => byNo.get(no)?.paid ?? kopecks(0));
  const counted = owed.map((row): OwedRow => {
    const { id, paid, ...before } = byNo.get(row.no) ?? UNWRITTEN;
    // A calendar of later, or its debtor, has given it another day than the one that both signed.
    const dueDate = byNo.get(row.no)?.dueDate ?? row.dueDate;
    const feeBase = before.amount === row.amount ? before.feeBase : row.amount;
    const whole = { principal: row.principal, interest: row.interest };
    return { ...row, id, paid, dueDate, feeBase, whole, ...outstandingOf({ ...row, paid }) };
  });
  return { ...settlement, rows: [...before, ...counted] };
}

/** The rows that an addendum has left as they were paid. */
function rowsBefore({ terms }: InterestHistory, rows: readonly OwedRow[]): OwedRow[] {
  const own = new Set(terms.rows.map(({ no }) => no));
  return rows.filter(({ no }) => !own.has(no));
}

/** What of the schedule is still to be paid if all of it is paid off on a day, in kopecks; the penalty is beside it. */
export function scheduleDue({ interest, rows }: Bearing, day: Day): Kopecks {
  const open = openTotal(rows);
  if (interest === null) return open;
  return lesser(open, kopecks(openTotal(rowsBefore(interest, rows)) + payOffSum(interest, day)));
}

/**
 * Writes the rows of a settlement as they are owed once money has come: those that change are replaced, so that the debt of any day can be
 * told, and the books follow.
 * @param came money that no row has got yet; null counts again by what they have
 * @param today as of which a row is due or late
 * @returns the settlement as it is now
 */
export async function recountInterest<S extends Bearing & { id: number; legalEntityId: number; individualId: number }>(
  tx: Tx,
  settlement: S,
  came: DatedMoney | null,
  { day, today }: { day: Day; today: Day },
): Promise<S> {
  const counted = withMoney(settlement, came);
  const former = settlement.rows.filter((row) => !isAmong(row, counted.rows));
  const changed = counted.rows.filter((row) => !isAmong(row, settlement.rows));
  if (former.length === 0 && changed.length === 0) return settlement;
  const { id: settlementId, legalEntityId, individualId } = settlement;
  const on = await replacedFrom(tx, settlementId, day);
  for (const { id } of former) {
    await tx.updateTable('scheduleItems').set({ status: 'cancelled', replacedOn: on }).where('id', '=', id).execute();
  }
  const written = new Map<number, number>();
  for (const row of changed) {
    const { no, plannedDate, dueDate, whole, amount, paid } = row;
    const status = rowStatus(dueDate, amount - paid, today);
    const { id } = await tx
      .insertInto('scheduleItems')
      .values({ settlementId, no, plannedDate, dueDate, ...whole, amount, paid, status, addedOn: on })
      .returning('id')
      .executeTakeFirstOrThrow();
    written.set(no, id);
  }
  const sums = { before: openTotal(settlement.rows), after: openTotal(counted.rows) };
  const event = { kind: 'rescheduled' as const, settlementId, legalEntityId, individualId, ...sums };
  await bookEvent(tx, event, { valueDate: day });
  const rows = counted.rows.map((row) => ({ ...row, id: written.get(row.no) ?? row.id }));
  const ends = { payments: rows.length, lastDueDate: rows.at(-1)?.dueDate ?? null };
  await tx.updateTable('settlements').set(ends).where('id', '=', settlementId).execute();
  return { ...counted, rows };
}

const isAmong = ({ no, amount }: OwedRow, rows: readonly OwedRow[]): boolean =>
  rows.some((row) => row.no === no && row.amount === amount);

/** Rows replace one another in the order of their days, whatever the day of money that is told of late. */
async function replacedFrom(tx: Tx, settlementId: number, day: Day): Promise<Day> {
  const { last } = await tx
    .selectFrom('scheduleItems')
    .select(sql<Day | null>`max(greatest(added_on, replaced_on))`.as('last'))
    .where('settlementId', '=', settlementId)
    .executeTakeFirstOrThrow();
  return last !== null && last > day ? last : day;
}
