import type { ReactNode } from 'react';
import { judgeOwnOffer, type OwnGifts } from '#domain/negotiation/policy.ts';
import { DEFAULT_BAND, type PolicyBand, structureOf } from '#domain/negotiation/policy-band.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import type { Claimed } from '#domain/settlements/price/charges-limit.ts';
import { upcomingDebtorFee } from '#domain/settlements/price/debtor-fee.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import { toDay } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { type PlanContext } from '#web/features/plan/plan-draft.ts';
import { serverDay } from '#web/ui/clock.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import type { Offer, Settlement, Side } from '../sides.ts';
import { belowConditionsTexts } from './below-conditions-texts.ts';

const t = belowConditionsTexts;

/** What an offer of a side is built upon. */
export function planContextOf(settlement: Settlement, by: Side): Omit<PlanContext, 'rates'> {
  const last = lastOffer(settlement, by);
  const claimed = claimedOf(settlement);
  return {
    debt: claimed.debt,
    structure: claimed.structure,
    claimed,
    by,
    before: last?.rows.map(scheduleRowOf) ?? null,
    feeBefore: kopecks(last ? last.price.total - last.rows.reduce((sum, { amount }) => sum + amount, 0) : 0),
    today: serverDay(),
    grounds: groundsOf(settlement.grounds),
    feeFor: feeFor(settlement),
  };
}

/** The claim of a settlement, as the rules take it. */
export const claimedOf = ({ debt, forgivenOrder, agreedAmount }: Settlement): Claimed => ({
  debt: debt.map(({ code, amount }) => ({ code, amount: kopecks(amount) })),
  structure: structureOf({ ...DEFAULT_BAND, componentOrder: forgivenOrder }),
  agreed: agreedAmount === null ? null : kopecks(agreedAmount),
});

/** What the debtor of a settlement pays the platform beside payments, by the tariff of terms or of the agreement. */
export const feeFor =
  ({ debtorFee }: Pick<Settlement, 'debtorFee'>) =>
  (amount: Kopecks, rows: Parameters<typeof upcomingDebtorFee>[1]): Kopecks => {
    if (debtorFee === null) return kopecks(0);
    const { tariff, agreed, charged, paid, paidWithoutFee } = debtorFee;
    const { fixed, min, max } = tariff;
    const sums = { fixed: kopecks(fixed), min: kopecks(min), max: max === null ? null : kopecks(max) };
    const before = { charged: kopecks(charged), paid: kopecks(paid), paidWithoutFee: kopecks(paidWithoutFee) };
    const of = agreed === 0 ? amount : kopecks(agreed);
    return upcomingDebtorFee({ tariff: { ...tariff, ...sums }, agreed: of, ...before }, rows);
  };

/**
 * What a side has offered last; the rounds of a bargaining that was given up are behind those of this one, and what the platform took off the
 * table binds nobody.
 */
const lastOffer = ({ offers, round }: Settlement, by: Side): Offer | undefined =>
  offers
    .filter(({ returned }) => !returned)
    .slice(0, round)
    .find(({ side }) => side === by);

/** A row of an answer, as the rules take it. */
const scheduleRowOf = ({
  no,
  plannedDate,
  dueDate,
  principal,
  interest,
  amount,
}: Offer['rows'][number]): ScheduleRow => ({
  no,
  plannedDate: toDay(plannedDate),
  dueDate: toDay(dueDate),
  principal: kopecks(principal),
  interest: kopecks(interest),
  amount: kopecks(amount),
});

/** What is known of the claim, as the rules take it. */
export const groundsOf = ({
  contractDate,
  contractEnd,
  issuedAmount,
  contractCharges,
  ...grounds
}: Settlement['grounds']) => ({
  ...grounds,
  contractDate: toDay(contractDate),
  contractEnd: contractEnd === null ? null : toDay(contractEnd),
  issuedAmount: issuedAmount === null ? null : kopecks(issuedAmount),
  contractCharges: contractCharges === null ? null : kopecks(contractCharges),
});

/** What of his company's conditions a plan breaks, as long as they bind the viewer. */
export function brokenRules(
  { bound }: Settlement,
  { debt, today }: PlanContext,
  plan: Plan,
  gifts: OwnGifts,
): string[] {
  if (!bound) return [];
  const { free, trace } = judgeOwnOffer(bandOf(bound), { plan, debt, today, ...gifts });
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
