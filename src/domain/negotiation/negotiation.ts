import { addDays, moscowDay } from '../values/days.ts';
import type { Side } from '../values/machine.ts';
import { formatMoney, type Kopecks } from '../values/money.ts';

/** How a bargaining stands when somebody wants to make an offer. Sums in kopecks. */
export type Bargaining = {
  /** Whose move it is; null when nobody's. */
  readonly turn: Side | null;
  readonly hasActiveOffer: boolean;
  /** The number of offers made so far. */
  readonly round: number;
  readonly maxRounds: number;
  /** The last sum that each side has offered. */
  readonly last: Readonly<Record<Side, Kopecks | null>>;
};

type OfferProblem = {
  readonly code: 'not_your_turn' | 'too_many_rounds' | 'worse_than_before';
  readonly message: string;
};

/**
 * What forbids an offer of a sum (docs/domain.md §7.3): it is the other side's turn to answer, the rounds are over, or it is
 * worse for the other side than one's own offer before. What the sum may be at all is `checkAgreed`.
 */
export function offerProblems(by: Side, amount: Kopecks, bargaining: Bargaining): OfferProblem[] {
  const { turn, hasActiveOffer, round, maxRounds, last } = bargaining;
  const problems: OfferProblem[] = [];
  if (hasActiveOffer && turn !== by) {
    problems.push({ code: 'not_your_turn', message: 'Сейчас ход другой стороны: дождитесь ответа' });
  }
  if (round >= maxRounds) {
    problems.push({ code: 'too_many_rounds', message: `Сделано предложений: ${round}, больше нельзя` });
  }
  const before = last[by];
  if (before !== null && isWorse(by, before, amount)) {
    const bound = by === 'individual' ? 'Не меньше' : 'Не больше';
    const message = `${bound} вашего прошлого предложения: ${formatMoney(before)}`;
    problems.push({ code: 'worse_than_before', message });
  }
  return problems;
}

/** A debtor may not lower his sum, a creditor may not raise his. */
export function isWorse(by: Side, before: Kopecks, amount: Kopecks): boolean {
  return by === 'individual' ? amount < before : amount > before;
}

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
