import { addMonths, type Day, formatDay, toDay } from '../values/days.ts';
import { formatMoney, type Kopecks, MAX_AMOUNT, sumKopecks } from '../values/money.ts';

/** How an agreed sum is paid, in the order of the choices on the screen. */
export const PLAN_KINDS = ['at_once', 'equal', 'annuity', 'differentiated', 'custom'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

export const PLAN_LABELS: Readonly<Record<PlanKind, string>> = {
  at_once: 'Одним платежом',
  equal: 'Равными частями',
  annuity: 'Аннуитет',
  differentiated: 'Дифференцированный',
  custom: 'Свой график',
};

/** Bounds of any plan; a creditor's own conditions are narrower. */
export const MAX_PAYMENTS = 60;
export const MAX_PERIOD_MONTHS = 12;
export const MAX_RATE_BPS = 100_000;
/** The highest penalty that a creditor's conditions may set at all, basis points a day; a consumer's is lower. */
export const MAX_PENALTY_DAY_BPS = 100;
const FIRST_POSSIBLE_DAY = toDay('2000-01-01');
const LAST_POSSIBLE_DAY = toDay('2199-12-31');

/** One payment on a day. `amount` is the agreed sum in kopecks in every kind of plan. */
type AtOnce = { readonly kind: 'at_once'; readonly amount: Kopecks; readonly firstDate: Day };

/**
 * `payments` are counted after the down payment. The first money is due on `firstDate`: the down payment when there is one,
 * then an instalment each `periodMonths`.
 */
type Instalments = {
  readonly amount: Kopecks;
  readonly downPayment: Kopecks;
  readonly payments: number;
  readonly firstDate: Day;
  readonly periodMonths: number;
};

type Equal = Instalments & { readonly kind: 'equal' };

/**
 * Interest is a twelfth of the year's rate a month; with `accrueFrom` it is by days of a year of 365 since that day
 * (since the down payment when there is one).
 */
export type InterestPlan = Instalments & {
  readonly kind: 'annuity' | 'differentiated';
  readonly rateBps: number;
  readonly accrueFrom?: Day;
  /**
   * The part of `amount` that is the principal of the loan: interest grows on nothing else (ГК РФ, ст. 317.1 п. 2, 809). All
   * of it where it is not told, as in agreements from before this rule.
   */
  readonly interestOn?: Kopecks;
};

/** Days and sums written by hand, without interest. */
type Custom = { readonly kind: 'custom'; readonly amount: Kopecks; readonly parts: readonly PlanPart[] };
export type PlanPart = { readonly date: Day; readonly amount: Kopecks };

/** The terms from which a schedule is computed (docs/domain.md §6.2 TermsOffer, §8.3–8.6). */
export type Plan = AtOnce | Equal | InterestPlan | Custom;

/** Whether interest grows on what is still to be paid. */
export const bearsInterest = (plan: Plan): boolean => 'rateBps' in plan && plan.rateBps > 0;

export type PlanField = 'amount' | 'downPayment' | 'payments' | 'firstDate' | 'periodMonths' | 'rateBps' | 'parts';
export type PlanProblem = { readonly field: PlanField; readonly message: string };

/** What is wrong with a plan, by field; nothing when a schedule can be computed from it. */
export function checkPlan(plan: Plan): PlanProblem[] {
  const amountIsRight = plan.amount > 0 && plan.amount <= MAX_AMOUNT;
  return [
    ...problem('amount', !amountIsRight, 'Сумма указана неверно'),
    ...(plan.kind === 'custom' ? checkParts(plan) : problem('firstDate', !isPossible(plan.firstDate), DATE_IS_WRONG)),
    ...(plan.kind === 'custom' || plan.kind === 'at_once' ? [] : checkInstalments(plan)),
    ...(plan.kind === 'annuity' || plan.kind === 'differentiated' ? checkInterest(plan) : []),
  ];
}

const DATE_IS_WRONG = 'Дата указана неверно';

function checkInstalments({ amount, downPayment, payments, periodMonths }: Instalments): PlanProblem[] {
  const downIsRight = downPayment >= 0 && downPayment < amount;
  const countIsRight = isWhole(payments, 1, MAX_PAYMENTS);
  const tooMany = downIsRight && countIsRight && amount - downPayment < payments;
  return [
    ...problem('downPayment', !downIsRight, 'Первый взнос должен быть меньше суммы'),
    ...problem('payments', !countIsRight, `Число платежей: от 1 до ${MAX_PAYMENTS}`),
    ...problem('payments', tooMany, 'Платежей больше, чем копеек в сумме'),
    ...problem('periodMonths', !isWhole(periodMonths, 1, MAX_PERIOD_MONTHS), 'Период: от 1 до 12 месяцев'),
  ];
}

function checkInterest({ rateBps, accrueFrom, firstDate, downPayment, interestOn }: InterestPlan): PlanProblem[] {
  const tooLate = accrueFrom !== undefined && downPayment === 0 && accrueFrom > firstDate;
  return [
    ...problem('rateBps', !isWhole(rateBps, 1, MAX_RATE_BPS), 'Для графика с процентами нужна ставка больше нуля'),
    ...problem('firstDate', tooLate, 'Первый платёж раньше начала начисления процентов'),
    ...problem('rateBps', interestOn === 0, 'В этой сумме нет основного долга: проценты начислять не на что'),
  ];
}

function checkParts({ amount, parts }: Custom): PlanProblem[] {
  const inOrder = parts.every(({ date }, index) => index === 0 || date > (parts[index - 1]?.date ?? date));
  const arePositive = parts.every((part) => part.amount > 0 && part.amount <= MAX_AMOUNT);
  const total = arePositive ? sumKopecks(parts.map((part) => part.amount)) : null;
  const wrongTotal = total !== null && total !== amount;
  return [
    ...problem('parts', parts.length < 1 || parts.length > MAX_PAYMENTS, `Число платежей: от 1 до ${MAX_PAYMENTS}`),
    ...problem('parts', !arePositive, 'Каждый платёж должен быть больше нуля'),
    ...problem('parts', !parts.every(({ date }) => isPossible(date)), DATE_IS_WRONG),
    ...problem('parts', !inOrder, 'Даты платежей должны идти по порядку'),
    ...problem('parts', wrongTotal, `Платежи должны составить ${formatMoney(amount)}`),
  ];
}

function problem(field: PlanField, isWrong: boolean, message: string): PlanProblem[] {
  return isWrong ? [{ field, message }] : [];
}

function isWhole(value: number, from: number, to: number): boolean {
  return Number.isInteger(value) && value >= from && value <= to;
}

function isPossible(day: Day): boolean {
  return day >= FIRST_POSSIBLE_DAY && day <= LAST_POSSIBLE_DAY;
}

/** The day of the first payment, also of a plan that no schedule can be computed from; none where nothing is to be paid. */
export const firstDay = (plan: Plan): Day | undefined =>
  plan.kind === 'custom' ? plan.parts[0]?.date : plan.firstDate;

/** What is wrong with the first day of terms that are made today, at the field in which it is typed. */
export function firstDayProblems(plan: Plan, today: Day): PlanProblem[] {
  const first = firstDay(plan);
  const isPast = first !== undefined && first < today;
  return problem(plan.kind === 'custom' ? 'parts' : 'firstDate', isPast, 'Первый платёж не может быть в прошлом');
}

/** A wait for the first payment that is longer than so many months is told in words to whoever offers it or reads it. */
const MONTHS_OF_SILENCE = 12;

/**
 * What is to be said of a first payment that is more than a year off, for a wrong year is typed far oftener than meant: the debt is
 * acknowledged when the offer is made, and the limitation of each payment begins with its own day (ГК РФ, ст. 200 п. 2, 203;
 * docs/decisions/0121). Null when it is nearer.
 */
export function lateStart(first: Day, today: Day): string | null {
  if (first <= addMonths(today, MONTHS_OF_SILENCE)) return null;
  return `Первый платёж только ${formatDay(first)}, больше чем через год. Проверьте год: подпись признаёт долг сразу, а срок давности по каждому платежу пойдёт лишь с его дня.`;
}

/**
 * The days on which the rows of a plan are planned, before any shift from a day off (docs/domain.md §8.6): row k is
 * `firstDate` plus (k − 1) periods, every month counted from the original day, so that 31.01 gives 28.02 and then 31.03.
 */
export function plannedDates(plan: Plan): Day[] {
  if (plan.kind === 'custom') return plan.parts.map(({ date }) => date);
  if (plan.kind === 'at_once') return [plan.firstDate];
  const rows = plan.payments + (plan.downPayment > 0 ? 1 : 0);
  return Array.from({ length: rows }, (_, index) => addMonths(plan.firstDate, index * plan.periodMonths));
}
