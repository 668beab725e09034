import type { Answer } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { refusalWords } from '#domain/parties/life-moves.ts';
import { type ShiftEvery, type Shifting, shiftChoices, shiftObstacle } from '#domain/settlements/payment-shift.ts';
import { type SettlementStatus, settlementMachine } from '#domain/settlements/settlement.ts';
import { type Day, formatDay, toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { forbiddingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { isReturning, type LockedSettlement, settlementNow } from '../money/money.commands.ts';
import { termsInForce } from './proposals.ts';
import { isPaying } from './running-deadlines.commands.ts';

/** A payment that its debtor has shifted, by which terms; its agreed day and the one that it has. */
export interface PaymentShift {
  id: number;
  offerId: number;
  no: number;
  from: Day;
  to: Day;
  createdAt: Date;
}

/** All that has been shifted in a settlement, the newest first. */
export async function shiftsOf(db: Db, settlementId: number): Promise<PaymentShift[]> {
  const rows = await db
    .selectFrom('paymentShifts')
    .select(['id', 'offerId', 'no', 'fromDate', 'toDate', 'signedAt'])
    .where('settlementId', '=', settlementId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ fromDate, toDate, signedAt, ...row }) => ({
    ...row,
    from: toDay(fromDate),
    to: toDay(toDate),
    createdAt: signedAt,
  }));
}

/** By what the payments of an agreement in force are shifted: a new schedule counts its shifts anew. */
export async function shiftingOf(
  { db, day }: Pick<Ctx, 'db' | 'day'>,
  { id, rows }: Pick<LockedSettlement, 'id' | 'rows'>,
  every: number,
): Promise<Shifting & { offerId: number }> {
  const { id: offerId } = await termsInForce(db, id);
  const shifted = (await shiftsOf(db, id)).filter((shift) => shift.offerId === offerId).map(({ no }) => no);
  return { every, rows, shifted, today: day, calendar: await calendarIn(db), offerId };
}

interface Shiftable {
  id: number;
  individualId: number;
}

/**
 * Why no payment of an agreement may be shifted today, whatever its schedule says; null where nothing stands in the way.
 * @param hasProposal a change of the agreement waits for an answer: its text tells the schedule as it is
 */
export async function agreementObstacle(
  { db, day }: Pick<Ctx, 'db' | 'day'>,
  { id, individualId }: Shiftable,
  hasProposal: boolean,
): Promise<string | null> {
  const event = await forbiddingEventOf(db, { individualId, settlementId: id }, 'shiftPayment', day);
  if (event !== null) return refusalWords(event, 'shiftPayment');
  if (hasProposal) return 'Предложено изменить соглашение: сначала ответьте на предложение или отзовите своё';
  if (await isPaying(db, id)) return 'Идёт платёж: дождитесь его';
  return (await isReturning(db, id)) ? 'Идёт возврат платежа: дождитесь его' : null;
}

/**
 * Why a payment may not go to another day because of an autopayment: it is told of for its day, or has been tried. Attempts are planned and
 * made under the lock of the settlement.
 */
export async function chargeObstacle(db: Db, settlementId: number, dueDate: Day): Promise<string | null> {
  const found = await db
    .selectFrom('autopaymentAttempts')
    .select('id')
    .where('settlementId', '=', settlementId)
    .where('dueDate', '=', dueDate)
    .where('status', '<>', 'skipped')
    .limit(1)
    .executeTakeFirst();
  return found
    ? `Автоплатёж за ${formatDay(dueDate)} уже назначен, мы о нём предупредили: перенести этот платёж нельзя`
    : null;
}

type Card = Answer<typeof settlements.get>;

/** What the debtor of an agreement may shift now, for him alone; null where his agreement gives no such right. */
export async function ownShift(
  ctx: Ctx,
  of: Shiftable & { status: SettlementStatus; shiftEvery: ShiftEvery; hasProposal: boolean },
): Promise<Card['shift']> {
  const { id, status, shiftEvery } = of;
  if (ctx.actor?.individualId !== of.individualId || shiftEvery === null) return null;
  if (!settlementMachine.canMove(status, 'shiftPayment')) return null;
  const settlement = await settlementNow(ctx.db, id);
  const shifting = await shiftingOf(ctx, settlement, shiftEvery);
  const choices: NonNullable<Card['shift']>['choices'] = [];
  for (const { why, ...choice } of shiftChoices(shifting)) {
    const row = settlement.rows.find(({ no }) => no === choice.no)!;
    const obstacle = why ?? (await chargeObstacle(ctx.db, id, choice.dueDate));
    choices.push({ ...choice, amount: kopecks(row.principal + row.interest), why: obstacle });
  }
  const closed = (await agreementObstacle(ctx, of, of.hasProposal)) ?? shiftObstacle(shifting) ?? noneOf(choices);
  return { closed, choices };
}

/** Of payments none of which may be shifted the nearest says why. */
const noneOf = (choices: readonly { why: string | null }[]): string | null =>
  choices.some(({ why }) => why === null) ? null : (choices[0]?.why ?? null);
