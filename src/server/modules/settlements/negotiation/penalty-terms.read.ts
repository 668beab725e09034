import { Refusal } from '#contract/kernel/errors.ts';
import {
  cappedPenalty,
  dailyPenalty,
  formatPenalty,
  isHarsher,
  type PenaltyRule,
} from '#domain/settlements/penalty.ts';
import { bearsInterest, type Plan } from '#domain/settlements/plan.ts';
import type { Day } from '#domain/values/days.ts';
import type { Table } from './bargain.ts';

type Under = Pick<Table, 'penalty' | 'consumer'>;

/**
 * The penalty that terms carry unless their author leaves less of it: that of the creditor's conditions, of his last offer or
 * of the agreement, never above the law's ceiling for such a plan (docs/domain.md §8.7).
 */
export const standingPenalty = ({ penalty, consumer }: Under, plan: Plan, day: Day): PenaltyRule | null =>
  cappedPenalty(penalty, { consumer, interestAccrues: bearsInterest(plan), day });

/**
 * The penalty of terms. The creditor may name a lower one than stands; a higher one would be worse for the debtor than what
 * he has been offered.
 * @param named basis points a day, null for none; left out what stands
 * @throws Refusal `input.invalid` at the field
 */
export function penaltyOfTerms(table: Under, plan: Plan, day: Day, named: number | null | undefined) {
  const standing = standingPenalty(table, plan, day);
  if (named === undefined) return standing;
  const rule = dailyPenalty(named);
  if (!isHarsher(rule, standing)) return rule;
  const most = standing === null ? 'Неустойки по этим условиям нет' : `Не больше ${formatPenalty(standing)}`;
  throw new Refusal('input.invalid', { fields: { penaltyDayBps: most } });
}
