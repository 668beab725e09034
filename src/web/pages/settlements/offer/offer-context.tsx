import type { ReactNode } from 'react';
import { judgeOwnOffer, type OwnPenalty } from '#domain/negotiation/policy.ts';
import type { PolicyBand } from '#domain/negotiation/policy-band.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { kopecks } from '#domain/values/money.ts';
import { type Ground, today } from '#web/features/plan/plan-draft.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { lastOf, type Settlement, type Side } from '../sides.ts';
import { belowTexts } from './below-conditions-texts.ts';

const t = belowTexts;

/** What an offer of a side is built upon. */
export function groundOf(settlement: Settlement, by: Side): Ground {
  const before = lastOf(settlement, by)?.amount;
  return {
    debt: settlement.debt.map(({ code, amount }) => ({ code, amount: kopecks(amount) })),
    by,
    before: before === undefined ? null : kopecks(before),
    today: today(),
  };
}

/** What of his company's conditions a plan breaks, as long as they bind the viewer. */
export function brokenRules({ bound }: Settlement, { debt, today }: Ground, plan: Plan, penalty: OwnPenalty): string[] {
  if (!bound) return [];
  const { free, trace } = judgeOwnOffer(bandOf(bound), { plan, debt, today, penalty });
  return free ? [] : trace.filter(({ holds }) => !holds).map(({ text }) => text);
}

/** The conditions as the rules know them. */
export function bandOf(bound: NonNullable<Settlement['bound']>): PolicyBand {
  const { debtFrom, debtTo, minPayment } = bound;
  const sums = { debtFrom: kopecks(debtFrom), debtTo: debtTo === null ? null : kopecks(debtTo) };
  return { ...bound, ...sums, minPayment: kopecks(minPayment), categoryId: null };
}

/** Terms that only the head allows: by which rules, and what to do. */
export function BelowConditions({ broken, children }: { broken: readonly string[]; children: ReactNode }) {
  return (
    <Notice tone="warning">
      <div className="stack-tight">
        <strong>{t.title}</strong>
        <p>{t.broken}</p>
        <ul>
          {broken.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p>{t.lead}</p>
        <div>{children}</div>
      </div>
    </Notice>
  );
}
