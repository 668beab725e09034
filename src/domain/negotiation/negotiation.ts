import type { ScheduleRow } from '../settlements/schedule.ts';
import { addDays, moscowDay } from '../values/days.ts';
import type { Side } from '../values/machine.ts';
import { formatMoney, type Kopecks, kopecks, sumKopecks } from '../values/money.ts';

/** The state of a bargaining when somebody wants to make an offer. Sums in kopecks. */
export type Bargaining = {
  /** Whose move it is; null when nobody's. */
  readonly turn: Side | null;
  readonly hasActiveOffer: boolean;
  /** The number of offers made so far. */
  readonly round: number;
  readonly maxRounds: number;
  /** The schedule that each side has offered last; null before its first offer. */
  readonly last: Readonly<Record<Side, Payments | null>>;
  /** The most that may be agreed on: of the debt what the law lets its creditor ask for. */
  readonly most: Kopecks;
  /** What the platform takes of the debtor beside the last offer of each side, and beside the one that is made. */
  readonly fees: Readonly<Record<Side | 'offered', Kopecks>>;
};

/** The payments of an offer, which are its price. */
type Payments = readonly Pick<ScheduleRow, 'plannedDate' | 'amount'>[];

type OfferProblem = {
  readonly code: 'not_your_turn' | 'too_many_rounds' | 'worse_than_before';
  readonly message: string;
};

/**
 * What forbids an offer (docs/domain.md §7.3): it is the other side's turn to answer, the rounds are over, or it is worse for
 * the other side than one's own offer before. What the sum may be at all is `checkAgreed`.
 */
export function offerProblems(by: Side, offered: Payments, bargaining: Bargaining): OfferProblem[] {
  const { turn, hasActiveOffer, round, maxRounds, last, fees, most } = bargaining;
  const problems: OfferProblem[] = [];
  if (hasActiveOffer && turn !== by) {
    problems.push({ code: 'not_your_turn', message: 'Сейчас ход другой стороны: дождитесь ответа' });
  }
  if (round >= maxRounds) {
    problems.push({ code: 'too_many_rounds', message: `Сделано предложений: ${round}, больше нельзя` });
  }
  const before = last[by];
  const worse = before && worseThan(by, before, offered, { fees: { before: fees[by], offered: fees.offered }, most });
  if (worse) problems.push({ code: 'worse_than_before', message: worse });
  return problems;
}

/**
 * Why payments are worse for the other side than one's own before; null when they are not. All that a creditor asks for, with
 * interest, never rises, and all that a debtor offers never falls. Single payments are compared only where there are as many of
 * them on the same days: between other schedules nothing but the whole can be told. What the platform takes of the debtor beside his
 * payments is asked for by his creditor's terms, too; a kopeck of each payment is for its rounding. Nobody is held to more than may be
 * agreed on: a debtor who has once offered interest may offer all of the debt without it (docs/decisions/0214).
 * @param most what may be agreed on at most; all of it where it is not told
 */
export function worseThan(
  by: Side,
  before: Payments,
  offered: Payments,
  { fees = NO_FEES, most }: { fees?: Fees; most?: Kopecks } = {},
): string | null {
  const whole = totalOf(before);
  const isAbove = by === 'individual' && most !== undefined && whole > most;
  const total = isAbove ? most : whole;
  const bound = by === 'individual' ? 'Не меньше' : 'Не больше';
  if (isWorse(by, total, totalOf(offered))) {
    return `${bound} вашего прошлого предложения: всего ${formatMoney(total)}`;
  }
  const withFee = kopecks(total + fees.before);
  if (by === 'creditor' && totalOf(offered) + fees.offered > withFee + offered.length) {
    return `${bound} вашего прошлого предложения: всего ${formatMoney(withFee)} вместе с вознаграждением платформы, которое платит заёмщик`;
  }
  const isSame = before.length === offered.length && before.every((row, index) => isOn(row, offered[index]));
  const changed =
    isSame && !isAbove ? before.findIndex(({ amount }, index) => isWorse(by, amount, offered[index]!.amount)) : -1;
  if (changed < 0) return null;
  return `Платёж ${changed + 1}: ${bound.toLowerCase()} вашего прошлого предложения, ${formatMoney(before[changed]!.amount)}`;
}

/** What a debtor pays the platform beside two offers of one side. */
type Fees = { readonly before: Kopecks; readonly offered: Kopecks };
const NO_FEES: Fees = { before: kopecks(0), offered: kopecks(0) };

const totalOf = (payments: Payments): Kopecks => sumKopecks(payments.map(({ amount }) => amount));
const isOn = ({ plannedDate }: Payments[number], other: Payments[number] | undefined): boolean =>
  plannedDate === other?.plannedDate;

/** A debtor may not lower a sum, a creditor may not raise one. */
function isWorse(by: Side, before: Kopecks, amount: Kopecks): boolean {
  return by === 'individual' ? amount < before : amount > before;
}

/** Whom a side bargains with. */
export function otherSide(side: Side): Side {
  return side === 'individual' ? 'creditor' : 'individual';
}

/** Whose turn it is when the bargaining opens: the debtor's when the creditor's conditions made a first offer. */
export function firstTurn(creditorPublishes: boolean): Side {
  return creditorPublishes ? 'individual' : 'creditor';
}

/** Whose turn it is after an offer was made, or ended without acceptance: then its author is to find better terms. */
export function turnAfter(event: 'offer' | 'reject' | 'expire' | 'withdraw', author: Side): Side {
  return event === 'offer' ? otherSide(author) : author;
}

/** When an offer ends: with the last of its days by Moscow, the day it was made not counted. */
export function offerExpiresAt(madeAt: Date, ttlDays: number): Date {
  return new Date(`${addDays(moscowDay(madeAt), ttlDays + 1)}T00:00:00+03:00`);
}
