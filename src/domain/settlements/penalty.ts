import { type Rates, rateOn } from '../rates/rates.ts';
import type { Day } from '../values/days.ts';
import { BPS, divideHalfUp, formatBps } from '../values/exact.ts';
import { type Kopecks, kopecks } from '../values/money.ts';
import { bearsInterest, type Plan } from './plan.ts';

/** A penalty that an agreement sets: basis points of the overdue sum a day, or a year of 365 days (docs/domain.md §8.7). */
export type PenaltyRule = { readonly per: 'day' | 'year'; readonly rateBps: number };

const DAYS_A_YEAR = 365;

/** Overdue sums held for days under one rule: Σ base·days, kopecks by days. */
export type PenaltyPart = { readonly rule: PenaltyRule; readonly kopeckDays: bigint };

/**
 * The penalty of overdue sums held for days, whatever rules held on them. It is rounded once for all days; what is posted
 * on a day is this less what was posted before, so that daily rounding never drifts.
 */
export function penaltyOf(parts: readonly PenaltyPart[]): Kopecks {
  const yearly = parts.map(({ rule, kopeckDays }) => kopeckDays * BigInt(yearlyOf(rule)));
  const over = BigInt(BPS) * BigInt(DAYS_A_YEAR);
  return kopecks(
    Number(
      divideHalfUp(
        yearly.reduce((sum, part) => sum + part, 0n),
        over,
      ),
    ),
  );
}

/** The same under one rule. */
export const penaltyFor = (rule: PenaltyRule, kopeckDays: bigint): Kopecks => penaltyOf([{ rule, kopeckDays }]);

/** The highest penalty that a creditor's conditions may set at all, basis points a day; a consumer's is lower. */
export const MAX_PENALTY_DAY_BPS = 100;

/** The rule of a rate a day as conditions and forms name it; none for null. */
export const dailyPenalty = (bps: number | null): PenaltyRule | null =>
  bps === null ? null : { per: 'day', rateBps: bps };

/** Whether a penalty is worse for the debtor than another; none is the best. */
export const isHarsher = (one: PenaltyRule | null, other: PenaltyRule | null): boolean =>
  (one ? yearlyOf(one) : 0) > (other ? yearlyOf(other) : 0);

type PenaltySubject = { readonly consumer: boolean; readonly interestAccrues: boolean; readonly day: Day };

/** The ceiling for an agreement of a day; null when there is none: a debt that is no consumer credit, or before the first. */
function penaltyCap({ consumer, interestAccrues, day }: PenaltySubject, rates: Rates): PenaltyRule | null {
  const cap = consumer ? rateOn(rates, 'loanPenaltyCap', '', day) : null;
  if (!cap) return null;
  return interestAccrues
    ? { per: 'year', rateBps: cap.withInterestYearBps }
    : { per: 'day', rateBps: cap.withoutInterestDayBps };
}

/** A penalty within the ceiling of the law: what is above it is the ceiling. */
export function cappedPenalty(rule: PenaltyRule | null, subject: PenaltySubject, rates: Rates): PenaltyRule | null {
  const cap = penaltyCap(subject, rates);
  return cap && isHarsher(rule, cap) ? cap : rule;
}

/**
 * The penalty that terms carry unless their author leaves less of it: that of the creditor's conditions, of his last offer or
 * of the agreement, never above the law's ceiling for such a plan (docs/domain.md §8.7).
 */
export const standingPenalty = (
  { penalty, consumer, rates }: { penalty: PenaltyRule | null; consumer: boolean; rates: Rates },
  plan: Plan,
  day: Day,
): PenaltyRule | null => cappedPenalty(penalty, { consumer, interestAccrues: bearsInterest(plan), day }, rates);

/** «0,1 % в день», «20 % годовых» */
export function formatPenalty({ per, rateBps }: PenaltyRule): string {
  return `${formatBps(rateBps)} ${per === 'day' ? 'в день' : 'годовых'}`;
}

function yearlyOf({ per, rateBps }: PenaltyRule): number {
  return per === 'day' ? rateBps * DAYS_A_YEAR : rateBps;
}
