import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { allocateToSchedule, type OpenRow, type ScheduleAllocation } from '#domain/money/allocation.ts';
import type { Fee, Tariff } from '#domain/money/tariff.ts';
import { openPenalty } from '#domain/settlements/penalty-accrual.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import { type SettlementStatus, settlement } from '#domain/settlements/settlement.ts';
import type { Day } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { type Kopecks, kopecks, sumKopecks } from '#domain/values/money.ts';
import { endProposals } from '#server/modules/approvals/approvals.acts.ts';
import { followSettlement } from '#server/modules/requests/follow.acts.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { advance, type Mover } from '#server/platform/state/advance.ts';
import { tellParty } from '../tell.ts';
import { accruePenalty, type DealPenalty, dealPenalty, type Taken } from './penalty.acts.ts';

/** A settlement whose row is locked, as money needs it. */
export interface MoneyDeal {
  id: number;
  number: string;
  requestId: number;
  individualId: number;
  legalEntityId: number;
  registryEntryId: number;
  status: SettlementStatus;
  agreed: Kopecks;
  forgiven: Kopecks;
  paid: Kopecks;
  penalty: DealPenalty;
  tariff: Tariff | null;
  /** What has been charged of the fee so far. */
  charged: Fee;
  /** The rows that are not replaced, with what is open of each. */
  rows: readonly (OpenRow & { id: number; amount: Kopecks; paid: Kopecks; dueDate: Day })[];
}

/** Locks a settlement, so that of many who pay at once each sees what the one before has left open. */
export async function lockDeal(tx: Tx, id: number): Promise<MoneyDeal> {
  const row = await tx.selectFrom('settlements').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  const items = await tx
    .selectFrom('scheduleItems')
    .selectAll()
    .where('settlementId', '=', id)
    .where('status', '<>', 'cancelled')
    .orderBy('no')
    .execute();
  return {
    ...row,
    status: row.status as SettlementStatus,
    agreed: kopecks(row.agreedAmount ?? 0),
    forgiven: kopecks(row.discountAmount ?? 0),
    paid: kopecks(row.paidAmount),
    penalty: dealPenalty(row),
    tariff: row.tariff as unknown as Tariff | null,
    charged: { amount: kopecks(row.feeCharged), vat: kopecks(row.feeVatCharged) },
    rows: items.map((item) => ({
      ...item,
      ...openOf(item),
      dueDate: item.dueDate as Day,
      amount: kopecks(item.amount),
      paid: kopecks(item.paid),
    })),
  };
}

/** Of a row of which some is paid the interest is paid first (docs/domain.md §8.8). */
export function openOf({
  no,
  principal,
  interest,
  paid,
}: {
  no: number;
  principal: number;
  interest: number;
  paid: number;
}): OpenRow {
  const interestOpen = Math.max(0, interest - paid);
  return {
    no,
    interest: kopecks(interestOpen),
    principal: kopecks(principal + interest - paid - interestOpen),
  };
}

/** All that the schedule asks for, and what of it is open; kopecks. */
export const claimOf = ({ rows }: MoneyDeal): Kopecks => sumKopecks(rows.map(({ amount }) => amount));
export const openOfDeal = ({ rows }: MoneyDeal): Kopecks =>
  sumKopecks(rows.map(({ principal, interest }) => kopecks(principal + interest)));

/** All that is still to be paid by now: the schedule and the penalty that has been booked; kopecks. */
export const owedOf = (deal: MoneyDeal): Kopecks => kopecks(openOfDeal(deal) + openPenalty(deal.penalty.sums));

/** Locks a settlement whose penalty is booked up to a day. */
export const lockOwing = async (tx: Tx, id: number, today: Day): Promise<MoneyDeal> =>
  countedDeal(tx, await lockDeal(tx, id), today);

/** Books the penalty of a settlement up to a day while it runs. */
export const countedDeal = async (tx: Tx, deal: MoneyDeal, today: Day, taken?: Taken): Promise<MoneyDeal> =>
  deal.status === 'waiting_for_payment' ? accruePenalty(tx, deal, today, taken) : deal;

/**
 * How a receipt is taken: rows of the schedule first, then of the penalty what has been counted with it (docs/domain.md §8.8).
 * @returns the settlement with its penalty booked up to `today`, and the parts
 */
export async function divideReceipt(
  tx: Tx,
  deal: MoneyDeal,
  amount: Kopecks,
  { day, today }: { day: Day; today: Day },
): Promise<{ counted: MoneyDeal; allocation: ScheduleAllocation }> {
  const { rows } = allocateToSchedule(amount, deal.rows, kopecks(0));
  const counted = await countedDeal(tx, deal, day > today ? day : today, { day, rows });
  return { counted, allocation: allocateToSchedule(amount, deal.rows, openPenalty(counted.penalty.sums)) };
}

export const takenOf = ({ rows }: Pick<ScheduleAllocation, 'rows'>): Kopecks =>
  sumKopecks(rows.map(({ principal, interest }) => kopecks(principal + interest)));

/**
 * Writes a receipt into the schedule: its rows are paid in part or whole, and with the last one the settlement is paid and
 * its request follows (docs/domain.md §7.3).
 * @param receipt `whole` is the move that the last kopeck makes
 */
export async function takeIntoSchedule(
  mover: Mover,
  deal: MoneyDeal,
  allocation: ScheduleAllocation,
  { day, fee, whole = 'payOff' }: { day: Day; fee: Fee; whole?: 'payOff' | 'payOutside' },
): Promise<void> {
  const byNo = new Map(deal.rows.map((row) => [row.no, row]));
  for (const part of allocation.rows) {
    const row = byNo.get(part.no)!;
    const paid = row.paid + part.principal + part.interest;
    await mover.db
      .updateTable('scheduleItems')
      .set({ paid, ...(paid === row.amount && { status: 'paid' }) })
      .where('id', '=', row.id)
      .execute();
  }
  const taken = takenOf(allocation);
  const { sums } = deal.penalty;
  await dropProposal(mover.db, deal, 'Поступил платёж: остаток изменился');
  const set = {
    turn: null,
    paidAmount: deal.paid + taken,
    penaltyPaid: sums.paid + allocation.penalty,
    feeCharged: deal.charged.amount + fee.amount,
    feeVatCharged: deal.charged.vat + fee.vat,
  };
  const isWhole = taken + allocation.penalty === owedOf(deal);
  const moved = { table: 'settlements' as const, column: 'status' as const, id: deal.id };
  if (!isWhole) return advance(mover, settlement, moved, 'payPart', { set });
  await payOff(mover, deal, whole, { ...set, paidOn: day });
}

/** Nothing is left to pay: the settlement is paid and its request follows. */
export async function payOff(
  mover: Mover,
  { id, requestId }: MoneyDeal,
  move: 'payOff' | 'payOutside',
  set: Record<string, unknown>,
): Promise<void> {
  await advance(mover, settlement, { table: 'settlements', column: 'status', id }, move, {
    set: { ...set, lookedOn: null },
  });
  await followSettlement(mover, requestId, 'followPayOff', {});
}

/**
 * Takes a returned payment out of the schedule: a row that was paid is as open again as its day says, and a settlement that
 * was paid waits for payment, its request with it (docs/domain.md §7.3).
 */
export async function returnFromSchedule(
  mover: Mover,
  deal: MoneyDeal,
  { rows: back, penalty }: Pick<ScheduleAllocation, 'rows' | 'penalty'>,
  { today, fee }: { today: Day; fee: Fee },
): Promise<void> {
  const reopened = sql<string>`case when status <> 'paid' then status when due_date < ${today} then 'overdue'
    when due_date = ${today} then 'due' else 'planned' end`;
  for (const { no, principal, interest } of back) {
    await mover.db
      .updateTable('scheduleItems')
      .set((eb) => ({ paid: eb('paid', '-', principal + interest), status: reopened }))
      .where('settlementId', '=', deal.id)
      .where('no', '=', no)
      .where('status', '<>', 'cancelled')
      .execute();
  }
  await dropProposal(mover.db, deal, 'Платёж возвращён: остаток изменился');
  const set = {
    turn: null,
    paidAmount: deal.paid - takenOf({ rows: back }),
    penaltyPaid: deal.penalty.sums.paid - penalty,
    feeCharged: deal.charged.amount - fee.amount,
    feeVatCharged: deal.charged.vat - fee.vat,
    paidOn: null,
    lookedOn: null,
  };
  await advance(mover, settlement, { table: 'settlements', column: 'status', id: deal.id }, 'returnMoney', { set });
  if (deal.status === 'paid') await followSettlement(mover, deal.requestId, 'followReturn', {});
}

/** Whether money of a settlement is on its way back to its payer. */
export async function isReturning(tx: Tx, settlementId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('refunds')
    .select('id')
    .where('settlementId', '=', settlementId)
    .where('status', 'in', ['created', 'processing'])
    .executeTakeFirst();
  return found !== undefined;
}

/** What is left of an agreement is known only when nothing of it is on its way back. @throws Refusal `move.illegal` */
export async function demandNoReturn(tx: Tx, settlementId: number): Promise<void> {
  if (await isReturning(tx, settlementId)) {
    throw new Refusal('move.illegal', { detail: 'Идёт возврат платежа: дождитесь его' });
  }
}

/** Tells both sides of a settlement, or one of them. */
export async function tellSides(
  tx: Tx,
  deal: Pick<MoneyDeal, 'id' | 'individualId' | 'legalEntityId'>,
  news: { title: string; detail?: string },
  sides: readonly Side[] = ['individual', 'creditor'],
): Promise<void> {
  for (const side of sides) await tellParty(tx, deal, side, news);
}

/**
 * What lies beside an agreement in force is about a rest that is no more: it ends, and its author is told why. Whose turn it
 * was is written by the move that follows.
 */
export async function dropProposal(
  tx: Tx,
  deal: Pick<MoneyDeal, 'id' | 'number' | 'individualId' | 'legalEntityId'>,
  why: string,
): Promise<void> {
  const ended = await tx
    .updateTable('termsOffers')
    .set({ status: 'expired', rejectReason: why })
    .where('settlementId', '=', deal.id)
    .where('status', '=', 'active')
    .returning('side')
    .executeTakeFirst();
  // What a manager has asked his head about that rest is over as well.
  await endProposals(tx, deal.id);
  if (!ended) return;
  await tellSides(
    tx,
    deal,
    { title: `${deal.number}. Предложение изменить соглашение больше не действует`, detail: why },
    [ended.side as Side],
  );
}

/** The schedule as it was in force on a day, for a debt on it. */
export async function scheduleOn(db: Pick<Tx, 'selectFrom'>, settlementId: number, on: Day): Promise<ScheduleRow[]> {
  const items = await db
    .selectFrom('scheduleItems')
    .select(['no', 'plannedDate', 'dueDate', 'principal', 'interest', 'amount'])
    .where('settlementId', '=', settlementId)
    .where((eb) => eb.or([eb('addedOn', 'is', null), eb('addedOn', '<=', on)]))
    .where((eb) => eb.or([eb('status', '<>', 'cancelled'), eb('replacedOn', '>', on)]))
    .orderBy('no')
    .execute();
  return items as unknown as ScheduleRow[];
}
