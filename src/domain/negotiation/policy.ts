import { type Debt, debtTotal } from '../settlements/debt-structure.ts';
import { checkAgreed } from '../settlements/discount.ts';
import { isRarer, type ShiftEvery } from '../settlements/payment-shift.ts';
import { isHarsher, type PenaltyRule } from '../settlements/penalty.ts';
import { firstDay, type Plan, plannedDates } from '../settlements/plan.ts';
import { makeSchedule } from '../settlements/schedule.ts';
import { addDays, addMonths, type Day, daysBetween, formatDay } from '../values/days.ts';
import { greater, lesser } from '../values/exact.ts';
import { formatMoney, type Kopecks, kopecks } from '../values/money.ts';
import type { Decision, Rule, Step } from './decision.ts';
import { leastBps, type PolicyBand, shareOf, structureOf } from './policy-band.ts';

/** A debtor's offer with what it is judged against. Sums in kopecks. */
export type OfferToJudge = {
  readonly plan: Plan;
  readonly debt: Debt;
  readonly today: Day;
  /** The number of this offer in the bargaining, from 1. */
  readonly round: number;
  /** The creditor's own last sum: he may not ask for more than he already has. */
  readonly creditorsLast: Kopecks | null;
};

/** Judges a debtor's offer by a band (docs/domain.md §6.2, §7.3). The same input always gives the same decision. */
export function judgeOffer(band: PolicyBand, offer: OfferToJudge): Decision {
  const { plan, debt, round, creditorsLast } = offer;
  const basic = basicSteps(band, offer);
  if (basic.some(({ holds }) => !holds)) return { kind: 'reject', trace: basic };
  const total = debtTotal(debt);
  const reaches = (bps: number | null) => bps !== null && plan.amount >= shareOf(total, bps);
  const isTooLow =
    band.autoRejectBps !== null && !reaches(band.autoRejectBps) && plan.amount < (creditorsLast ?? Infinity);
  const low = step('not_too_low', !isTooLow, 'Сумму можно обсуждать', 'Сумма намного ниже допустимой');
  if (isTooLow) return { kind: 'reject', trace: [...basic, low] };

  const least = leastAmount(band, offer);
  const terms = [
    ...termSteps(band, offer),
    step('minimum', plan.amount >= least, 'Сумма допустима', 'Сумма ниже допустимой для такого графика'),
  ];
  const trace = [...basic, low, ...terms];
  if (terms.some(({ holds }) => !holds)) {
    return round < band.maxRounds
      ? { kind: 'counter', plan: counterTerms(band, offer), trace }
      : { kind: 'by_hand', trace };
  }
  const free = band.approvalBelowBps === null || reaches(band.approvalBelowBps);
  const approval = step('approval', free, 'Согласование не нужно', 'Нужно согласование руководителя');
  if (!free) return { kind: 'needs_approval', trace: [...trace, approval] };
  const accepted = reaches(band.autoAcceptBps);
  const last = step('at_once', accepted, 'Кредитор принимает такие условия сразу', 'Решает сотрудник кредитора');
  return { kind: accepted ? 'accept' : 'by_hand', trace: [...trace, approval, last] };
}

/** The creditor's own terms for a debt, and today; what else they give, where that is judged. */
type OwnTerms = Pick<OfferToJudge, 'plan' | 'debt' | 'today'> & OwnGifts;
/** How much of the current penalty terms leave, and how often they let the debtor shift a payment. */
export type OwnGifts = { readonly penalty?: OwnPenalty; readonly shiftEvery?: ShiftEvery };
export type OwnPenalty = { readonly current: PenaltyRule | null; readonly offered: PenaltyRule | null };

/** Whether the creditor's employee may make an offer himself; otherwise the head approves it (docs/domain.md §7.3). */
export function judgeOwnOffer(
  band: PolicyBand,
  offer: OwnTerms,
): { readonly free: boolean; readonly trace: readonly Step[] } {
  const total = debtTotal(offer.debt);
  const share = Math.max(leastBps(band, offer.plan.kind), band.approvalBelowBps ?? 0);
  const steps = [
    ...basicSteps(band, offer),
    ...termSteps(band, offer),
    ...penaltySteps(offer.penalty),
    ...shiftSteps(band, offer.shiftEvery),
    step(
      'approval',
      offer.plan.amount >= shareOf(total, share),
      'Согласование не нужно',
      'Нужно согласование руководителя',
    ),
  ];
  return { free: steps.every(({ holds }) => holds), trace: steps };
}

/** Whether the creditor's employee may agree to a new schedule himself: the sum is agreed already, its days and parts are not. */
export function judgeReschedule(
  band: PolicyBand,
  { penalty, ...terms }: Pick<OwnTerms, 'plan' | 'today' | 'penalty'>,
): readonly Step[] {
  return [...termSteps(band, terms), ...penaltySteps(penalty)];
}

/** To give a penalty up is no less than to give up a part of the debt. */
function penaltySteps(penalty: OwnPenalty | undefined): Step[] {
  if (!penalty?.current) return [];
  const isLess = isHarsher(penalty.current, penalty.offered);
  return [step('penalty', !isLess, 'Неустойка по условиям компании', 'Неустойка меньше, чем по условиям компании')];
}

/** A right that the company's conditions do not give, or give more rarely, is for the head to give. */
function shiftSteps(band: PolicyBand, offered: ShiftEvery | undefined): Step[] {
  if (offered === undefined || offered === null) return [];
  const isWithin = !isRarer(band.shiftEvery, offered);
  return [
    step('shift', isWithin, 'Перенос платежа по условиям компании', 'Переносить платёж чаще, чем по условиям компании'),
  ];
}

/**
 * The terms nearest to an offer that the band allows: the sum raised to what the creditor may ask without approval, payments
 * fewer, the down payment larger, the first day earlier; one payment when no plan fits.
 */
function counterTerms(band: PolicyBand, offer: OfferToJudge): Plan {
  const { plan, today } = offer;
  const lastFirst = addDays(today, Math.min(band.maxDaysToFirst, band.maxPlanDays));
  const wanted = firstDay(plan) ?? lastFirst;
  const firstDate = wanted < today ? today : wanted > lastFirst ? lastFirst : wanted;
  if (plan.kind !== 'at_once') {
    const regular = plan.kind === 'custom' ? equalOf(plan) : plan;
    const amount = counterAmount(band, offer);
    const downPayment = greater(regular.downPayment, shareOf(amount, band.minDownBps));
    const terms = { ...withoutAccrual(regular), amount, downPayment, firstDate };
    for (let payments = mostPayments(band, terms, today); payments > 0; payments--) {
      const found = { ...terms, payments };
      const isRight = makeSchedule(found, null).ok;
      if (isRight && termSteps(band, { ...offer, plan: found }).every(({ holds }) => holds)) return found;
    }
  }
  const lump: Plan = { kind: 'at_once', amount: plan.amount, firstDate };
  return { ...lump, amount: counterAmount(band, { ...offer, plan: lump }) };
}

/** As many payments as were asked for and as the band and its last day leave. */
function mostPayments(band: PolicyBand, terms: Exclude<Plan, { kind: 'at_once' | 'custom' }>, today: Day): number {
  const lastDay = addDays(today, band.maxPlanDays);
  const downRows = terms.downPayment > 0 ? 1 : 0;
  let payments = Math.min(terms.payments, band.maxPayments);
  while (payments > 0 && addMonths(terms.firstDate, (payments - 1 + downRows) * terms.periodMonths) > lastDay)
    payments--;
  return payments;
}

/** Interest by days would begin at the first day asked for; other terms count it by months. */
function withoutAccrual(plan: Exclude<Plan, { kind: 'at_once' | 'custom' }>) {
  if (plan.kind === 'equal') return plan;
  const { accrueFrom: _, ...rest } = plan;
  return rest;
}

function equalOf(plan: Extract<Plan, { kind: 'custom' }>): Extract<Plan, { kind: 'equal' }> {
  const firstDate = firstDay(plan) as Day;
  const payments = plan.parts.length;
  return { kind: 'equal', amount: plan.amount, downPayment: kopecks(0), payments, firstDate, periodMonths: 1 };
}

/** What the creditor asks for by himself: not below what was offered, never above his own last sum, never above the debt. */
function counterAmount(band: PolicyBand, offer: OfferToJudge): Kopecks {
  const total = debtTotal(offer.debt);
  const free = shareOf(total, Math.max(leastBps(band, offer.plan.kind), band.approvalBelowBps ?? 0));
  const bound = offer.creditorsLast === null ? free : lesser(free, offer.creditorsLast);
  return lesser(total, greater(offer.plan.amount, bound));
}

/** The least sum that may be agreed: by the band, or what the creditor himself already agreed to. */
function leastAmount(band: PolicyBand, { plan, debt, creditorsLast }: OfferToJudge): Kopecks {
  const byBand = shareOf(debtTotal(debt), leastBps(band, plan.kind));
  return creditorsLast === null ? byBand : lesser(byBand, creditorsLast);
}

/** Without these there is nothing to bargain about. */
function basicSteps(band: PolicyBand, { plan, debt }: OwnTerms): Step[] {
  const wrongSum = checkAgreed(debt, plan.amount, structureOf(band));
  const schedule = makeSchedule(plan, null);
  const fault = schedule.ok ? '' : schedule.problems.map(({ message }) => message).join('. ');
  return [
    step('sum', wrongSum === null, 'Сумма в пределах долга', wrongSum ?? ''),
    step('schedule', schedule.ok, 'График рассчитан', fault),
  ];
}

/** The conditions that are no secret, each with its bound. */
function termSteps(band: PolicyBand, { plan, today }: Pick<OwnTerms, 'plan' | 'today'>): Step[] {
  const dates = plannedDates(plan);
  const [first = today] = dates;
  const last = dates.at(-1) ?? first;
  const lastFirst = addDays(today, band.maxDaysToFirst);
  const isInTime = first >= today && first <= lastFirst;
  const isShort = daysBetween(today, last) <= band.maxPlanDays;
  const openStep = (rule: Rule, holds: boolean, text: string): Step => ({ rule, holds, text });
  return [
    openStep('first_day', isInTime, `Первый платёж ${formatDay(first)}, не позже ${formatDay(lastFirst)}`),
    openStep(
      'plan_days',
      isShort,
      `Последний платёж ${formatDay(last)}, не позже ${formatDay(addDays(today, band.maxPlanDays))}`,
    ),
    ...(plan.kind === 'at_once' ? [] : planSteps(band, plan)),
  ];
}

function planSteps(band: PolicyBand, plan: Exclude<Plan, { kind: 'at_once' }>): Step[] {
  const count = plan.kind === 'custom' ? plan.parts.length : plan.payments;
  const down = plan.kind === 'custom' ? (plan.parts[0]?.amount ?? kopecks(0)) : plan.downPayment;
  const leastDown = shareOf(plan.amount, band.minDownBps);
  const least = leastInstalment(plan);
  const steps: Step[] = [
    { rule: 'payments', holds: count <= band.maxPayments, text: `Платежей ${count}, не больше ${band.maxPayments}` },
    {
      rule: 'least_payment',
      holds: least >= band.minPayment,
      text: `Наименьший платёж ${formatMoney(least)}, не меньше ${formatMoney(band.minPayment)}`,
    },
  ];
  if (band.minDownBps === 0) return steps;
  const text = `Первый взнос ${formatMoney(down)}, не меньше ${formatMoney(leastDown)}`;
  return [...steps, { rule: 'down_payment', holds: down >= leastDown, text }];
}

function leastInstalment(plan: Exclude<Plan, { kind: 'at_once' }>): Kopecks {
  const schedule = makeSchedule(plan, null);
  if (!schedule.ok) return kopecks(0);
  const hasDown = plan.kind !== 'custom' && plan.downPayment > 0;
  const amounts = schedule.rows.slice(hasDown ? 1 : 0).map(({ amount }) => amount);
  return amounts.reduce((least, amount) => lesser(least, amount));
}

function step(rule: Rule, holds: boolean, right: string, wrong: string): Step {
  return { rule, holds, text: holds ? right : wrong };
}
