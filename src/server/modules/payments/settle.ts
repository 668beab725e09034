import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { payments } from '#contract/money/payments.ts';
import { allocateToSchedule } from '#domain/money/allocation.ts';
import type { LedgerEvent } from '#domain/money/ledger.ts';
import { hasCome, isReturnable, type PaymentMove, type PaymentStatus, paymentMachine } from '#domain/money/payment.ts';
import { type Fee, feeWay } from '#domain/money/tariff.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { bookEvents } from '#server/modules/ledger/ledger.commands.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { lastIncomingDay } from '#server/modules/settlements/money/incoming.queries.ts';
import {
  amountDue,
  divideIncoming,
  type LockedSettlement,
  notifySides,
  takeIntoSchedule,
} from '#server/modules/settlements/money/money.commands.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { PartnerPayment } from '#server/platform/ports/payments.ts';
import type { TransitionOptions } from '#server/platform/state/transition.ts';
import { insertAllocation } from './allocations.ts';
import { feeOfPayment } from './fee.ts';
import { type Locked, lockPayment, movePayment, partiesOf } from './locked.ts';

/** What the partner's word makes of a payment, whatever its status. */
const MOVES: Readonly<Record<PartnerPayment['status'], readonly PaymentMove[]>> = {
  created: [],
  processing: ['send'],
  succeeded: ['succeed'],
  failed: ['fail'],
  cancelled: ['cancel', 'fail'],
};

/**
 * Takes the partner's answer about a payment. Told twice, late or in another order it changes nothing more: a move that is
 * not legal from the payment's status has been made already, or never may be.
 * @returns false when the answer contradicts what we know: then people have to look
 */
export async function takeAnswer(tx: Tx, id: number, partnerAnswer: PartnerPayment): Promise<boolean> {
  const { settlement, locked } = await lockPayment(tx, id);
  // A fee of the creditor is no money of the payer: only one on top goes through the partner.
  const onTop = settlement.tariff && feeWay(settlement.tariff) === 'on_top' ? locked.fee.amount : 0;
  if (partnerAnswer.amount !== locked.amount + onTop) return false;
  const told = {
    askedAt: sql<Date>`now()`,
    partnerSilent: isAwaited(locked, partnerAnswer),
    partnerId: partnerAnswer.id,
    payUrl: openUrl(locked, partnerAnswer),
  };
  const move = MOVES[partnerAnswer.status].find((one) => paymentMachine.canMove(locked.status, one));
  if (move === 'succeed')
    await succeedPayment(tx, settlement, locked, partnerAnswer.succeededAt ?? new Date(), { told });
  else if (move) await end(tx, settlement, locked, move, { told, reason: partnerAnswer.reason });
  else await tx.updateTable('payments').set(told).where('id', '=', id).execute();
  return move !== undefined || isKnown(locked.status, partnerAnswer.status);
}

/** A payment that was cancelled here may still be paid there: his last word about it is waited for. */
const isAwaited = ({ status }: Locked, partnerAnswer: PartnerPayment): boolean =>
  status === 'cancelled' && (partnerAnswer.status === 'created' || partnerAnswer.status === 'processing');

/** The page of the partner is open as long as somebody may pay there. */
const openUrl = ({ status }: Locked, partnerAnswer: PartnerPayment): string | null =>
  (status === 'created' || status === 'processing') && partnerAnswer.status !== 'failed' ? partnerAnswer.payUrl : null;

function isKnown(ours: PaymentStatus, theirs: PartnerPayment['status']): boolean {
  // Whatever else he says of a payment that has come to its end with us, without money, is history.
  return hasCome(ours) === (theirs === 'succeeded');
}

/** Columns of a payment that change with an answer of the partner. */
type AnswerColumns = TransitionOptions<'payments'>['set'];

const bySystem = (tx: Tx, { id }: Locked, move: PaymentMove, step: TransitionOptions<'payments'>): Promise<void> =>
  movePayment({ db: tx, actor: null }, id, move, step);

async function end(
  tx: Tx,
  settlement: LockedSettlement,
  locked: Locked,
  move: PaymentMove,
  { told, reason }: { told?: AnswerColumns; reason: string | null },
): Promise<void> {
  if (move === 'send') return bySystem(tx, locked, move, { set: told });
  await bySystem(tx, locked, move, { set: { ...told, payUrl: null, failReason: reason } });
  if (move !== 'fail' || (await isAutomatic(tx, locked))) return;
  const title = `Платёж ${locked.number} не прошёл`;
  await notifySides(tx, settlement, { event: 'payment.came', title, ...(reason !== null && { detail: reason }) }, [
    'individual',
  ]);
}

/** Of what was taken by itself its own words tell, with what follows (docs/decisions/0180). */
const isAutomatic = async (tx: Tx, { id }: Locked): Promise<boolean> =>
  (await tx.selectFrom('autopaymentAttempts').select('id').where('paymentId', '=', id).executeTakeFirst()) !==
  undefined;

/**
 * The money has come: it is divided by the schedule, what is more than the debt waits to be returned, and all of it is
 * in the ledger, in one transaction (docs/domain.md §8.8, §9 E2, E3, E4).
 * @param kind money that the ledger has held as nobody's is `matched`
 * @param told what else of its row the partner's answer has made other
 */
export async function succeedPayment(
  tx: Tx,
  settlement: LockedSettlement,
  locked: Locked,
  at: Date,
  { kind = 'paid', told }: { kind?: 'paid' | 'matched'; told?: AnswerColumns } = {},
): Promise<void> {
  const day = moscowDay(at);
  const mayTake = settlementMachine.canMove(settlement.status, 'payOff');
  const { counted, allocation } = mayTake
    ? await divideIncoming(tx, settlement, locked.amount, {
        day,
        today: moscowDay(new Date()),
        bearsUntil: bearsUntil(locked, day),
      })
    : { counted: settlement, allocation: allocateToSchedule(locked.amount, [], kopecks(0)) };
  const { overpaid, penalty } = allocation;
  const taken = kopecks(locked.amount - overpaid);
  const way = settlement.tariff && feeWay(settlement.tariff);
  const fee = way === 'on_top' ? locked.fee : await feeOfPayment(tx, counted, allocation.rows, day);
  await bySystem(tx, locked, 'succeed', {
    set: { ...told, valueDate: day, succeededAt: at, overpaid, payUrl: null, failReason: null, ...fees(fee) },
  });
  await insertAllocation(tx, locked, allocation);
  // What was paid outside may be of a later day than money that the partner tells of late.
  const last = await lastIncomingDay(tx, settlement.id, day);
  if (taken > 0) await takeIntoSchedule({ db: tx, actor: null }, counted, allocation, { day: last, fee });
  await notifyOfIncoming(tx, counted, locked, taken);
  // The last of all: from now on whoever takes money of the same creditor waits.
  await bookIncoming(tx, counted, { kind, day, paymentId: locked.id, taken, penalty, overpaid, fee });
}

/** Whoever pays here was told the sum of the day on which he has begun: a bank that takes days does not make it dearer. */
function bearsUntil({ channel, createdAt }: Locked, day: Day): Day {
  const begunOn = moscowDay(createdAt);
  return isReturnable(channel) && begunOn < day ? begunOn : day;
}

const fees = ({ amount, vat }: Fee) => ({ feeAmount: amount, feeVat: vat });

interface BookedPayment {
  kind: 'paid' | 'matched';
  day: Day;
  paymentId: number;
  /** Of the payment, and within it for the penalty. */
  taken: Kopecks;
  penalty: Kopecks;
  overpaid: Kopecks;
  fee: Fee;
}

async function bookIncoming(
  tx: Tx,
  settlement: LockedSettlement,
  { kind, day, paymentId, taken, penalty, overpaid, fee }: BookedPayment,
): Promise<void> {
  const of = partiesOf(settlement);
  const { tariff } = settlement;
  const events: LedgerEvent[] = [
    { kind, ...of, taken, overpaid },
    { kind: 'allocated', ...of, toSchedule: kopecks(taken - penalty), toPenalty: penalty },
    ...(tariff ? [{ kind: 'fee', ...of, way: feeWay(tariff), fee } as const] : []),
  ];
  await bookEvents(tx, events, { valueDate: day, paymentId });
}

/** Tells the sides what the money has done; what no debt needs is told to its payer and to those who may give it back. */
async function notifyOfIncoming(
  tx: Tx,
  settlement: LockedSettlement,
  { id, amount, channel, number }: Locked,
  taken: Kopecks,
): Promise<void> {
  const overpaid = kopecks(amount - taken);
  const done = whatIsLeft(settlement, taken);
  await notifySides(tx, settlement, {
    event: 'payment.came',
    title: `${settlement.number}. Поступил платёж ${formatMoney(amount)}, ${done}`,
  });
  if (overpaid === 0) return;
  const title = `${settlement.number}. Переплата ${formatMoney(overpaid)}`;
  const toPayer = isReturnable(channel)
    ? { title: `${title} будет возвращена` }
    : { title: `${title}: её возвращает оператор платформы`, detail: byHand };
  await notifySides(tx, settlement, { event: 'payment.refund', ...toPayer }, ['individual']);
  await notify(tx, await operatorsWith(tx, payments.refund), {
    event: 'payment.refund',
    title: `${title} по платежу ${number} ждёт возврата`,
    link: pagePath('/dashboard/payments', { preview: id }),
    about: { table: 'payments', id },
    // What is given back by hand nothing here hears of.
    ...(isReturnable(channel)
      ? { topic: 'payment.overpaid' }
      : { detail: 'Банковский перевод через партнёра не возвращается: верните его вручную' }),
  });
}

const byHand =
  'Банковский перевод платёжный партнёр сам не возвращает. Напишите в поддержку, на какой счёт его вернуть';

function whatIsLeft(settlement: LockedSettlement, taken: Kopecks): string {
  const isEnded = taken === 0 && settlement.status !== 'paid';
  if (isEnded) return 'но соглашение закончено: в долг он не зачтён';
  const rest = kopecks(amountDue(settlement) - taken);
  return rest > 0 ? `остаток ${formatMoney(rest)}` : 'долг оплачен полностью';
}

/** The partner does not know a payment that was begun long ago: nobody can pay it any more. */
export async function giveUp(tx: Tx, id: number): Promise<void> {
  const { settlement, locked } = await lockPayment(tx, id);
  if (paymentMachine.canMove(locked.status, 'cancel')) await bySystem(tx, locked, 'cancel', { set: { payUrl: null } });
  else if (paymentMachine.canMove(locked.status, 'fail')) await end(tx, settlement, locked, 'fail', { reason: null });
  await tx.updateTable('payments').set({ partnerSilent: false }).where('id', '=', id).execute();
}
