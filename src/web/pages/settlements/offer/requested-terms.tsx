import type { Result } from '#contract/kernel/op.ts';
import type { requests } from '#contract/settlements/requests.ts';
import { addMonths, parseDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { type Built, boundsOf, draftOf, type Ground, type PlanDraft } from '#web/features/plan/plan-draft.ts';
import { shapeOf } from '#web/features/plan/schedule.tsx';
import { formatDayOf } from '#web/ui/format.ts';
import { actsOf, paramsOf, type Settlement, type Side } from '../sides.ts';
import { offerTexts } from './offer-texts.ts';

const t = offerTexts;

/** What the debtor has wished in his request, moved into the bounds of an offer. */
export function draftOfWish(
  { desiredAmount, desiredPlan }: Pick<Result<typeof requests.get>, 'desiredAmount' | 'desiredPlan'>,
  ground: Ground,
): PlanDraft {
  const { least, most } = boundsOf(ground);
  const amount = kopecks(Math.min(most, Math.max(least, desiredAmount ?? most)));
  const wished = parseDay(desiredPlan?.firstDate ?? '');
  const firstDate = wished && wished >= ground.today ? wished : addMonths(ground.today, 1);
  return draftOf(amount, desiredPlan?.payments ?? 6, ground.today, firstDate);
}

/** What somebody signs when he makes an offer, in the words of the signing dialog. */
export function offering(settlement: Settlement, by: Side, { plan, rows }: Built, terms: object, after: () => unknown) {
  const [first] = rows;
  return {
    operation: actsOf[by].offer,
    params: paramsOf(settlement, by),
    body: { plan, ...terms },
    title: t.signTitle,
    what: (
      <div className="stack-tight">
        <p>
          <strong>{t.what(formatMoney(plan.amount), shapeOf(rows), first ? formatDayOf(first.dueDate) : '')}</strong>
        </p>
        <p className="dim">{t.binding}</p>
      </div>
    ),
    action: t.sign,
    done: t.done,
    after,
  };
}
