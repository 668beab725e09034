import type { Selectable } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { allocateToSchedule, openTotal, outstandingOf, type ScheduleAllocation } from '#domain/money/allocation.ts';
import { feeBase, type ScheduledRow } from '#domain/money/row-fee.ts';
import type { Fee, Tariff } from '#domain/money/tariff.ts';
import { rowStatus } from '#domain/settlements/debt-on-day.ts';
import type { DatedMoney, InterestHistory } from '#domain/settlements/early-payment.ts';
import { openPenalty } from '#domain/settlements/penalty-accrual.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import { type SettlementStatus } from '#domain/settlements/settlement.ts';
import type { Day } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { type Kopecks, kopecks, sumKopecks } from '#domain/values/money.ts';
import { revokeBreachNotices } from '#server/modules/documents/notices/notices.commands.ts';
import { type Notification, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { followSettlement } from '#server/modules/requests/follow.commands.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.ts';
import { type TransitionContext, transition } from '#server/platform/state/transition.ts';
import { endPauseOf } from '../ended-pauses.commands.ts';
import { endQuestions } from '../head-approvals.ts';
import { notifyEachParty } from '../notify.ts';
import { cancelOwed, oweCertificate } from '../owed.commands.ts';
import { settlementState } from '../stateful.ts';
import { type OwedRow, recountInterest, scheduleDue } from './early-payment.commands.ts';
import { interestHistory } from './early-payment.queries.ts';
import { paidWithoutFee } from './held.queries.ts';
import {
  accruePenalty,
  countedTo,
  penaltyColumns,
  type SettlementPenalty,
  settlementPenalty,
  type Taken,
} from './penalty.commands.ts';

/** A settlement whose row is locked, as money needs it. */
export interface LockedSettlement {
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
  penalty: SettlementPenalty;
  tariff: Tariff | null;
  /** What has been charged of the fee so far, and what of the schedule was paid without one. */
  chargedFee: Fee;
  paidWithoutFee: Kopecks;
  /** By what its schedule bears interest, and the money that came since; null where it bears none. */
  interest: InterestHistory | null;
  /** The rows that are not replaced, with what is open of each. */
  rows: readonly OwedRow[];
}

/** Locks a settlement, so that of many who pay at once each sees what the one before has left open. */
export const lockSettlement = async (tx: Tx, id: number): Promise<LockedSettlement> =>
  one(await withRows(tx, [await settlementRow(tx, id).forUpdate().executeTakeFirstOrThrow()]));

/** The same of those of many that are in force, in the order of their ids: so two who lock some of the same wait and no more. */
export async function lockInForce(tx: Tx, ids: readonly number[]): Promise<LockedSettlement[]> {
  const found = await settlementRows(tx)
    .where('id', '=', anyOf(ids))
    .where('status', '=', 'waiting_for_payment')
    .orderBy('id')
    .forUpdate()
    .execute();
  return withRows(tx, found);
}

/** The same as it is now and not locked, for whoever only asks. */
export const settlementNow = async (db: Db, id: number): Promise<LockedSettlement> =>
  one(await withRows(db, [await settlementRow(db, id).executeTakeFirstOrThrow()]));

const one = ([settlement]: readonly LockedSettlement[]): LockedSettlement => settlement!;

/** Named one by one: a statement with a star is planned anew each time (`prepared.ts`), and these are asked at each step of money. */
const settlementRows = (db: Db | Tx) =>
  db
    .selectFrom('settlements')
    .select(['id', 'number', 'requestId', 'individualId', 'legalEntityId', 'registryEntryId', 'status', 'signedAt'])
    .select(['agreedAmount', 'discountAmount', 'paidAmount', 'tariff', 'feeCharged', 'feeVatCharged', 'planKind'])
    .select(penaltyColumns);
const settlementRow = (db: Db | Tx, id: number) => settlementRows(db).where('id', '=', id);
type SettlementRecord = Awaited<ReturnType<ReturnType<typeof settlementRow>['executeTakeFirstOrThrow']>>;

async function withRows(db: Db | Tx, settlements: readonly SettlementRecord[]): Promise<LockedSettlement[]> {
  if (settlements.length === 0) return [];
  const items = await db
    .selectFrom('scheduleItems')
    .select(['id', 'settlementId', 'no', 'plannedDate', 'dueDate', 'principal', 'interest', 'amount', 'paid', 'status'])
    .select(['addedOn', 'replacedOn'])
    .where('settlementId', '=', anyOf(settlements.map(({ id }) => id)))
    .orderBy('no')
    .execute();
  const rows = Map.groupBy(items, ({ settlementId }) => settlementId);
  const locked: LockedSettlement[] = [];
  for (const settlement of settlements) locked.push(await lockedOf(db, settlement, rows.get(settlement.id) ?? []));
  return locked;
}

type ItemRecord = Selectable<DB['scheduleItems']>;

async function lockedOf(db: Db | Tx, row: SettlementRecord, items: readonly ItemRecord[]): Promise<LockedSettlement> {
  const inForce = withFeeBases(items).filter(({ status }) => status !== 'cancelled');
  return {
    ...row,
    status: row.status as SettlementStatus,
    agreed: kopecks(row.agreedAmount ?? 0),
    forgiven: kopecks(row.discountAmount ?? 0),
    paid: kopecks(row.paidAmount),
    penalty: settlementPenalty(row),
    chargedFee: { amount: kopecks(row.feeCharged), vat: kopecks(row.feeVatCharged) },
    paidWithoutFee: await paidWithoutFee(db, row),
    interest: row.planKind === 'annuity' || row.planKind === 'differentiated' ? await interestHistory(db, row) : null,
    rows: inForce.map((item) => ({
      ...item,
      ...outstandingOf(item),
      whole: { principal: kopecks(item.principal), interest: kopecks(item.interest) },
      dueDate: item.dueDate as Day,
    })),
  };
}

/** All rows of the schedules of a settlement, each with the sum by which it bears its fee. */
export function withFeeBases<Item extends Record<Exclude<keyof ScheduledRow, 'addedOn' | 'replacedOn'>, unknown>>(
  items: readonly Item[],
): (Item & ScheduledRow & { feeBase: Kopecks })[] {
  const rows = items as readonly (Item & ScheduledRow)[];
  return rows.map((row) => ({ ...row, feeBase: feeBase(row, rows) }));
}

/** All that the schedule asks for, and what of it is open; kopecks. */
export const scheduledTotal = ({ rows }: LockedSettlement): Kopecks => sumKopecks(rows.map(({ amount }) => amount));
export const totalOutstanding = ({ rows }: LockedSettlement): Kopecks => openTotal(rows);

/** All that is still to be paid by the schedule as it stands, with the penalty that has been booked; kopecks. */
export const amountDue = (settlement: LockedSettlement): Kopecks =>
  kopecks(totalOutstanding(settlement) + openPenalty(settlement.penalty.sums));

/**
 * What of the schedule is to be paid by whoever pays it off on a day, in kopecks, and by what it bears interest; nothing where nobody is
 * to pay.
 */
export async function scheduleDueNow(
  db: Db,
  { id, status }: Pick<LockedSettlement, 'id' | 'status'>,
  day: Day,
): Promise<Pick<LockedSettlement, 'interest'> & { due: Kopecks }> {
  if (status !== 'waiting_for_payment') return { due: kopecks(0), interest: null };
  const settlement = await settlementNow(db, id);
  return { due: scheduleDue(settlement, day), interest: settlement.interest };
}

/** Locks a settlement whose penalty is booked as far as it is counted on a day (`countedTo`). */
export async function lockWithAccruedPenalty(tx: Tx, id: number, today: Day): Promise<LockedSettlement> {
  const settlement = await lockSettlement(tx, id);
  return accruePenaltyUpTo(tx, settlement, await countedTo(tx, settlement, today));
}

/** Books the penalty of a settlement up to a day while it runs. */
const accruePenaltyUpTo = async (
  tx: Tx,
  settlement: LockedSettlement,
  to: Day,
  taken?: Taken,
): Promise<LockedSettlement> =>
  settlement.status === 'waiting_for_payment' ? accruePenalty(tx, settlement, to, taken) : settlement;

/**
 * How an incoming payment is taken: rows of the schedule first, then of the penalty what has been counted with it (docs/domain.md §8.8).
 * Interest that it keeps from being earned is written off before.
 * @param bearsUntil the last day on which its money bears interest, that of the payment unless told
 * @returns the settlement with its rows as they are owed now and its penalty booked as far as it is counted `today`, and the parts
 */
export async function divideIncoming(
  tx: Tx,
  settlement: LockedSettlement,
  amount: Kopecks,
  { day, today, bearsUntil = day }: { day: Day; today: Day; bearsUntil?: Day },
): Promise<{ counted: LockedSettlement; allocation: ScheduleAllocation }> {
  const came: DatedMoney = { day: bearsUntil, amount };
  const to = await countedTo(tx, settlement, today);
  const owed = await recountInterest(tx, settlement, came, { day, today: to });
  const { rows } = allocateToSchedule(amount, owed.rows, kopecks(0));
  const counted = await accruePenaltyUpTo(tx, owed, to, { day, rows });
  return { counted, allocation: allocateToSchedule(amount, owed.rows, openPenalty(counted.penalty.sums)) };
}

export const allocatedTotal = ({ rows }: Pick<ScheduleAllocation, 'rows'>): Kopecks =>
  sumKopecks(rows.map(({ principal, interest }) => kopecks(principal + interest)));

/**
 * Writes an incoming payment into the schedule: its rows are paid in part or whole, and with the last one the settlement is paid and
 * its request follows (docs/domain.md §7.3).
 * @param whole the move that the settlement makes with its last kopeck
 */
export async function takeIntoSchedule(
  ctx: TransitionContext,
  settlement: LockedSettlement,
  allocation: ScheduleAllocation,
  { day, fee, whole = 'payOff' }: { day: Day; fee: Fee; whole?: 'payOff' | 'payOutside' },
): Promise<void> {
  const parts = new Map(allocation.rows.map(({ no, principal, interest }) => [no, principal + interest]));
  const rows = settlement.rows.map((row) => ({ ...row, paid: row.paid + (parts.get(row.no) ?? 0) }));
  const taken = allocatedTotal(allocation);
  const { sums } = settlement.penalty;
  await dropProposal(ctx, settlement, 'Поступил платёж: остаток изменился');
  const set = {
    turn: null,
    paidAmount: settlement.paid + taken,
    penaltyPaid: sums.paid + allocation.penalty,
    feeCharged: settlement.chargedFee.amount + fee.amount,
    feeVatCharged: settlement.chargedFee.vat + fee.vat,
    ...nextDueAfter(rows, parts),
  };
  const isWhole = taken + allocation.penalty === amountDue(settlement);
  if (isWhole) await payOff(ctx, settlement, whole, { ...set, paidOn: day });
  else await transition(ctx, settlementState(settlement.id), 'payPart', { set });
  for (const { id, paid, amount } of rows.filter(({ no }) => parts.has(no))) {
    await ctx.db
      .updateTable('scheduleItems')
      .set({ paid, ...(paid === amount && { status: 'paid' }) })
      .where('id', '=', id)
      .execute();
  }
}

/**
 * The first day for which money is still waited for once parts have been paid. The database keeps it by the schedule that is written next
 * (docs/decisions/0199): told before, it finds nothing to change, and the row of the settlement is written once. Where no row is paid whole
 * nothing of it changes.
 */
function nextDueAfter(
  rows: readonly (Pick<OwedRow, 'no' | 'dueDate' | 'amount'> & { paid: number })[],
  parts: ReadonlyMap<number, number>,
): { nextDueDate?: Day | null } {
  if (!rows.some(({ no, paid, amount }) => parts.has(no) && paid === amount)) return {};
  const open = rows.filter(({ paid, amount }) => paid < amount).map(({ dueDate }) => dueDate);
  return { nextDueDate: open.toSorted()[0] ?? null };
}

/** Nothing is left to pay: the settlement is paid, its request follows, and a certificate is owed. */
export async function payOff(
  ctx: TransitionContext,
  { id, requestId, individualId, legalEntityId }: LockedSettlement,
  move: 'payOff' | 'payOutside',
  set: Record<string, unknown> & { paidOn: Day },
): Promise<void> {
  await transition(ctx, settlementState(id), move, { set });
  await followSettlement(ctx, requestId, 'followPayOff', {});
  const owed = { settlementId: id, individualId, legalEntityId, since: set.paidOn };
  await oweCertificate(ctx.db, { ...owed, kind: 'certificate' });
}

/**
 * Takes a returned payment out of the schedule: a row that was paid is as open again as its day says, and a settlement that
 * was paid waits for payment, its request with it (docs/domain.md §7.3). From that day on interest is earned on it again.
 * @returns how much more is to be paid; kopecks
 */
export async function returnFromSchedule(
  ctx: TransitionContext,
  settlement: LockedSettlement,
  { rows: back, penalty }: Pick<ScheduleAllocation, 'rows' | 'penalty'>,
  { day, today, fee }: { day: Day; today: Day; fee: Fee },
): Promise<Kopecks> {
  const byNo = new Map(settlement.rows.map((row) => [row.no, row]));
  const to = await countedTo(ctx.db, settlement, today);
  for (const { no, principal, interest } of back) {
    const row = byNo.get(no)!;
    const paid = row.paid - principal - interest;
    await ctx.db
      .updateTable('scheduleItems')
      .set({ paid, status: rowStatus(row.dueDate, row.amount - paid, to) })
      .where('id', '=', row.id)
      .execute();
  }
  // What they demanded has been paid or is another sum now: a payment that is open again is demanded anew.
  await revokeBreachNotices(ctx.db, settlement.id);
  await dropProposal(ctx, settlement, 'Платёж возвращён: остаток изменился');
  const set = {
    turn: null,
    paidAmount: settlement.paid - allocatedTotal({ rows: back }),
    penaltyPaid: settlement.penalty.sums.paid - penalty,
    feeCharged: settlement.chargedFee.amount - fee.amount,
    feeVatCharged: settlement.chargedFee.vat - fee.vat,
    paidOn: null,
  };
  await transition(ctx, settlementState(settlement.id), 'returnMoney', { set });
  const owed = await recountInterest(ctx.db, await lockSettlement(ctx.db, settlement.id), null, { day, today: to });
  if (settlement.status === 'paid') {
    await followSettlement(ctx, settlement.requestId, 'followReturn', {});
    await cancelOwed(ctx.db, settlement.id, 'certificate');
  }
  return kopecks(amountDue(owed) - amountDue(settlement));
}

/** Whether money of a settlement is on its way back to its payer. */
export async function isReturning(tx: Db, settlementId: number): Promise<boolean> {
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
export const notifySides = (
  tx: Tx,
  settlement: Pick<LockedSettlement, 'id' | 'individualId' | 'legalEntityId'>,
  notification: Omit<Notification, 'link'>,
  sides: readonly Side[] = ['individual', 'creditor'],
): Promise<void> => notifyEachParty(tx, settlement, Object.fromEntries(sides.map((side) => [side, notification])));

/**
 * Ends the open proposal to change an agreement in force, because the sum that it was about has changed, and tells its author
 * why. Whose turn it is to answer is cleared by the transition that the caller makes next.
 */
export async function dropProposal(
  ctx: TransitionContext,
  settlement: Pick<LockedSettlement, 'id' | 'number' | 'individualId' | 'legalEntityId'>,
  why: string,
): Promise<void> {
  const ended = await ctx.db
    .updateTable('termsOffers')
    .set({ status: 'expired', rejectReason: why })
    .where('settlementId', '=', settlement.id)
    .where('status', '=', 'active')
    .returning(['id', 'side'])
    .executeTakeFirst();
  // A manager's question to his head about the same sum is closed as well.
  await endQuestions(ctx.db, settlement.id);
  if (!ended) return;
  await settleNotifications(ctx.db, { table: 'settlements', id: settlement.id }, 'settlement.offer');
  await endPauseOf(ctx, settlement, ended.id, why);
  await notifySides(
    ctx.db,
    settlement,
    {
      event: 'settlement.turn',
      title: `${settlement.number}. Предложение изменить соглашение больше не действует`,
      detail: why,
    },
    [ended.side as Side],
  );
}

/** A row with the day of the addendum that has made it; null is of the agreement itself. */
type RowOfDay = ScheduleRow & { readonly addedOn: Day | null };

/**
 * The schedule as it was in force on a day, for a debt on it. The end of an agreement replaces no row: whoever asks about a day after
 * it asks for something else.
 */
export async function scheduleOn(db: Pick<Tx, 'selectFrom'>, settlementId: number, on: Day): Promise<RowOfDay[]> {
  const items = await db
    .selectFrom('scheduleItems')
    .select(['no', 'plannedDate', 'dueDate', 'principal', 'interest', 'amount', 'addedOn'])
    .where('settlementId', '=', settlementId)
    .where((eb) => eb.or([eb('addedOn', 'is', null), eb('addedOn', '<=', on)]))
    .where((eb) => eb.or([eb('replacedOn', 'is', null), eb('replacedOn', '>', on)]))
    .orderBy('no')
    .execute();
  return items as RowOfDay[];
}
