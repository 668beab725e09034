import { Refusal } from '#contract/kernel/errors.ts';
import { formatPenalty } from '#domain/negotiation/penalty-words.ts';
import { currentPenalty, dailyPenalty, isHarsher, type PenaltyGrounds } from '#domain/settlements/penalty.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import type { Day } from '#domain/values/days.ts';

/**
 * The penalty of terms. The creditor may name a lower one than the current; a higher one would be worse for the debtor than what
 * he has been offered.
 * @param named basis points a day, null for none; left out what is in force
 * @throws Refusal `input.invalid` at the field
 */
export function penaltyOfTerms(table: PenaltyGrounds, plan: Plan, day: Day, named: number | null | undefined) {
  const current = currentPenalty(table, plan, day);
  if (named === undefined) return current;
  const rule = dailyPenalty(named);
  if (!isHarsher(rule, current)) return currentPenalty({ ...table, penalty: rule }, plan, day);
  const most = current === null ? 'Неустойки по этим условиям нет' : `Не больше ${formatPenalty(current)}`;
  throw new Refusal('input.invalid', { fields: { penaltyDayBps: most } });
}
