import { type Day, toDay } from './days.ts';
import { BPS, divideHalfUp } from './exact.ts';
import { type Kopecks, kopecks } from './money.ts';

/** A penalty that an agreement sets: basis points of the overdue sum a day, or a year of 365 days (domain rules, §8.7). */
export type PenaltyRule = { readonly per: 'day' | 'year'; readonly rateBps: number };

const DAYS_A_YEAR = 365;

/**
 * The penalty of overdue sums held for days: `kopeckDays` is Σ base·days. It is rounded once for all days; what is posted
 * on a day is this less what was posted before, so that daily rounding never drifts.
 */
export function penaltyFor({ per, rateBps }: PenaltyRule, kopeckDays: bigint): Kopecks {
  const over = BigInt(BPS) * BigInt(per === 'day' ? 1 : DAYS_A_YEAR);
  return kopecks(Number(divideHalfUp(kopeckDays * BigInt(rateBps), over)));
}

/** The ceilings of a consumer's penalty for agreements of a day on: while interest accrues, and while it does not. */
export type PenaltyCap = {
  readonly from: Day;
  readonly withInterest: PenaltyRule;
  readonly withoutInterest: PenaltyRule;
};

/** 20 % a year or 0,1 % a day (353-ФЗ, ст. 5, ч. 21). A table kept in settings replaces this one. */
export const PENALTY_CAPS: readonly PenaltyCap[] = [
  {
    from: toDay('2014-07-01'),
    withInterest: { per: 'year', rateBps: 2000 },
    withoutInterest: { per: 'day', rateBps: 10 },
  },
];

export type PenaltySubject = { readonly consumer: boolean; readonly interestAccrues: boolean; readonly day: Day };

/** The ceiling for an agreement of a day; null when there is none: a debt that is no consumer credit, or before the first. */
export function penaltyCap(
  { consumer, interestAccrues, day }: PenaltySubject,
  caps: readonly PenaltyCap[] = PENALTY_CAPS,
): PenaltyRule | null {
  const cap = consumer ? caps.findLast(({ from }) => from <= day) : undefined;
  if (!cap) return null;
  return interestAccrues ? cap.withInterest : cap.withoutInterest;
}

/** The message at the field of a penalty's rate, or null. */
export function checkPenalty(
  rule: PenaltyRule,
  subject: PenaltySubject,
  caps: readonly PenaltyCap[] = PENALTY_CAPS,
): string | null {
  if (!Number.isInteger(rule.rateBps) || rule.rateBps <= 0) return 'Ставка неустойки указана неверно';
  const cap = penaltyCap(subject, caps);
  return cap && yearly(rule) > yearly(cap) ? `Неустойка не больше ${formatPenalty(cap)}` : null;
}

/** «0,1 % в день», «20 % годовых» */
export function formatPenalty({ per, rateBps }: PenaltyRule): string {
  const percent = String(rateBps).padStart(3, '0');
  const fraction = percent.slice(-2).replace(/0+$/, '');
  const shown = fraction ? `${percent.slice(0, -2)},${fraction}` : percent.slice(0, -2);
  return `${shown}\u00A0% ${per === 'day' ? 'в день' : 'годовых'}`;
}

function yearly({ per, rateBps }: PenaltyRule): number {
  return per === 'day' ? rateBps * DAYS_A_YEAR : rateBps;
}
