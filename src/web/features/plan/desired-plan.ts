import type { Request, Result } from '#contract/kernel/op.ts';
import type { requests } from '#contract/settlements/requests.ts';
import { addMonths, parseDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { type Built, boundsOf, draftOf, type PlanContext, type PlanDraft } from './plan-draft.ts';

/** How much the debtor is ready to pay and how, as his request sends it. */
type DesiredTerms = Required<Pick<Request<typeof requests.createByEntry>['body'], 'desiredAmount' | 'desiredPlan'>>;
/** The same as it is read. */
type ReadTerms = Pick<Result<typeof requests.get>, 'desiredAmount' | 'desiredPlan'>;

/** What whoever has built this plan asks for: what he has seen of it is what is asked for. */
export function desiredTermsOf({ payments, downPayment, firstDate }: PlanDraft, { plan }: Built): DesiredTerms {
  const desiredPlan = { kind: plan.kind, payments, downPayment, firstDate };
  return { desiredAmount: plan.amount, desiredPlan };
}

/** What the debtor asks for in his request, moved into the bounds of an offer. */
export function draftOfDesired({ desiredAmount, desiredPlan }: ReadTerms, context: PlanContext): PlanDraft {
  const { least, most } = boundsOf(context);
  const amount = kopecks(Math.min(most, Math.max(least, desiredAmount ?? most)));
  const desiredDay = parseDay(desiredPlan?.firstDate ?? '');
  const firstDate = desiredDay && desiredDay >= context.today ? desiredDay : addMonths(context.today, 1);
  const draft = draftOf(amount, desiredPlan?.payments ?? 6, context.today, firstDate);
  return { ...draft, downPayment: kopecks(desiredPlan?.downPayment ?? 0) };
}
