import { currentPenalty, type PenaltyRule } from '#domain/settlements/penalty.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import type { PlanContext } from '#web/features/plan/plan-draft.ts';
import type { Settlement } from '../sides.ts';

/** The penalty that terms for a plan carry as long as nobody leaves less of it: the law limits it by the plan. */
export const penaltyFor = (
  { penalty, consumer, grounds }: Settlement,
  plan: Plan,
  { today, rates }: PlanContext,
): PenaltyRule | null => currentPenalty({ penalty, consumer, grounds, rates }, plan, today);
