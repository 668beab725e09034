import { currentPenalty, type PenaltyRule } from '#domain/settlements/penalty.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import type { PlanContext } from '#web/features/plan/plan-draft.ts';
import type { Settlement } from '../sides.ts';
import { claimedOf, groundsOf } from './offer-context.tsx';

/** The penalty that terms for a plan carry as long as nobody leaves less of it: the law limits it by the plan. */
export const penaltyFor = (settlement: Settlement, plan: Plan, { today, rates }: PlanContext): PenaltyRule | null => {
  const { penalty, consumer, grounds } = settlement;
  const table = { penalty, consumer, grounds: groundsOf(grounds), claimed: claimedOf(settlement), rates };
  return currentPenalty(table, plan, today);
};
