import { worseThan } from '#domain/negotiation/negotiation.ts';
import { calendarOf } from '#domain/rates/calendar.ts';
import type { Rates } from '#domain/rates/rates.ts';
import { type Debt, type DebtPartKind, debtTotal } from '#domain/settlements/debt-structure.ts';
import { checkAgreed, notForgivable } from '#domain/settlements/discount.ts';
import {
  firstDay,
  firstDayProblems,
  lateStart,
  type Plan,
  type PlanField,
  type PlanKind,
  type PlanPart,
} from '#domain/settlements/plan.ts';
import { type Claimed, lawfulMost } from '#domain/settlements/price/charges-limit.ts';
import { onPrincipal, type PriceGrounds, priceProblems, startProblems } from '#domain/settlements/price/offer-price.ts';
import { makeSchedule, type ScheduleRow, scheduleInterest, scheduleTotal } from '#domain/settlements/schedule.ts';
import { addMonths, type Day } from '#domain/values/days.ts';
import { greater, lesser } from '#domain/values/exact.ts';
import { type Kopecks, kopecks, MAX_AMOUNT } from '#domain/values/money.ts';

/** A plan while it is being built. Each kind keeps what it needs, so that turning to another one and back loses nothing. */
export interface PlanDraft {
  /** One payment is an equal plan of one. */
  kind: Exclude<PlanKind, 'at_once'>;
  amount: Kopecks;
  payments: number;
  downPayment: Kopecks;
  firstDate: Day;
  periodMonths: number;
  rateBps: number;
  parts: readonly PlanPart[];
  /**
   * The labels of fields in which something is typed that is no value, and what each is about: the draft still has the
   * value of before, which nobody means any more, so that nothing is built of it.
   */
  unread: Readonly<Record<string, PlanField>>;
}

/** What a plan is built for: the debt, and what its author has offered before. Sums in kopecks. */
export interface PlanContext {
  debt: Debt;
  /** Which parts are forgiven first, in the creditor's own order. */
  structure?: readonly DebtPartKind[];
  by: 'individual' | 'creditor';
  before: readonly ScheduleRow[] | null;
  /** What the debtor would have paid the platform beside it. */
  feeBefore?: Kopecks;
  today: Day;
  /** By what the law judges interest; where it is not told no interest is asked for. */
  grounds?: PriceGrounds;
  /** The claim that is bargained about, or that an agreement is in force about. */
  claimed?: Claimed;
  /** What the debtor would pay the platform beside the payments of terms; nothing where it is not told. */
  feeFor?: (amount: Kopecks, rows: readonly ScheduleRow[]) => Kopecks;
  /** What the law sets from day to day: the key rate, taxes, and the days off to which no payment falls. */
  rates: Rates;
}

export interface Built {
  /** The terms as an offer sends them. */
  form: Plan;
  /** The same with what follows from the debt. */
  plan: Plan;
  /** Nothing while the plan cannot be reckoned. */
  rows: readonly ScheduleRow[];
  problems: Partial<Record<PlanField, string>>;
  /** What is allowed, and yet rarely meant: a first payment that is years off. */
  late: string | null;
}

/** A plan to begin with: the sum in equal parts, the first of them in a month. */
export const draftOf = (amount: Kopecks, payments: number, day: Day, firstDate = addMonths(day, 1)): PlanDraft => ({
  kind: 'equal',
  amount,
  payments,
  downPayment: kopecks(0),
  firstDate,
  periodMonths: 1,
  rateBps: 1000,
  parts: [],
  unread: {},
});

/** What one says in the field of a label counts from now on. */
export function read(draft: PlanDraft, label: string, change: Partial<PlanDraft>): PlanDraft {
  const { [label]: _, ...unread } = draft.unread;
  return { ...draft, ...change, unread };
}

/** In the field of a label there is something that is no value. */
export const misread = (draft: PlanDraft, label: string, field: PlanField): PlanDraft => ({
  ...draft,
  unread: { ...draft.unread, [label]: field },
});

/** The terms of a draft as an offer sends them. */
export function planOf({
  kind,
  amount,
  payments,
  downPayment,
  firstDate,
  periodMonths,
  rateBps,
  parts,
}: PlanDraft): Plan {
  if (kind === 'custom') return { kind, amount: totalOf(parts), parts };
  if (kind === 'equal' && payments === 1 && downPayment === 0) return { kind: 'at_once', amount, firstDate };
  const instalments = { amount, payments, downPayment, firstDate, periodMonths };
  return kind === 'equal' ? { kind, ...instalments } : { kind, ...instalments, rateBps };
}

const totalOf = (parts: readonly PlanPart[]): Kopecks => {
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  return kopecks(Math.min(total, MAX_AMOUNT));
};

/** The schedule of a draft with everything that is wrong with it, by field: the same rules as the server's. */
export function build(draft: PlanDraft, context: PlanContext): Built {
  const { debt, structure, by, before, feeBefore = kopecks(0), today: day, grounds, claimed, feeFor, rates } = context;
  const form = planOf(draft);
  const problems: Built['problems'] = {};
  for (const field of Object.values(draft.unread)) problems[field] = fieldIsUnread;
  const wrongSum = checkAgreed(debt, form.amount, structure);
  if (wrongSum !== null) problems.amount ??= wrongSum;
  const plan = wrongSum === null ? onPrincipal(form, debt, structure) : form;
  const schedule = makeSchedule(plan, calendarOf(rates));
  const rows = schedule.ok ? schedule.rows : [];
  const fee = feeFor?.(plan.amount, rows) ?? kopecks(0);
  const priced =
    schedule.ok && grounds
      ? [
          ...startProblems(plan, day),
          ...priceProblems(plan, rows, grounds, { today: day, rates, fee, ...(claimed && { claimed }) }),
        ]
      : [];
  for (const { field, message } of schedule.ok ? priced : schedule.problems) problems[field] ??= message;
  const worse =
    schedule.ok &&
    before !== null &&
    worseThan(by, before, rows, { fees: { before: feeBefore, offered: fee }, most: mostOf(context) });
  if (worse) problems.amount ??= worse;
  for (const { field, message } of firstDayProblems(plan, day)) problems[field] ??= message;
  const isUnread = Object.keys(draft.unread).length > 0;
  const first = firstDay(plan);
  const late = isUnread || first === undefined ? null : lateStart(first, day);
  return { form, plan, rows: isUnread ? [] : rows, problems, late };
}

const fieldIsUnread = 'Исправьте поле, отмеченное красным';

/** The least and the most that the author of an offer may name. Whether with its interest it is worse, the rules say. */
export function boundsOf(context: PlanContext): { least: Kopecks; most: Kopecks } {
  const { debt, structure, by, before } = context;
  const most = mostOf(context);
  const least = kopecks(Math.max(notForgivable(debt, structure), Math.min(most, kopecks(100))));
  if (before === null) return { least, most };
  const bound = scheduleTotal(before);
  if (by === 'creditor') return { least, most: lesser(bound, most) };
  return { least: scheduleInterest(before) > 0 ? least : greater(least, lesser(bound, most)), most };
}

/** What of the debt may be agreed on at all. */
const mostOf = ({ debt, grounds, claimed, rates }: PlanContext): Kopecks =>
  claimed && grounds ? lawfulMost(claimed, grounds, rates) : debtTotal(debt);

/** A step of a slider of sums: a thousandth part, in whole roubles that are easy to say. */
export function stepOf(most: Kopecks): number {
  const roubles = [1, 10, 50, 100, 500, 1000, 5000, 10_000];
  return (roubles.find((one) => most / (one * 100) <= 1000) ?? 50_000) * 100;
}

/** Days and sums of the same plan to be changed by hand. */
export function partsFrom(rows: readonly ScheduleRow[]): PlanPart[] {
  return rows.map(({ plannedDate, amount }) => ({ date: plannedDate, amount }));
}

/** One part more, a month after the last, of the same sum. */
export function longer(parts: readonly PlanPart[], day: Day): PlanPart[] {
  const last = parts.at(-1);
  return [...parts, last ? { date: addMonths(last.date, 1), amount: last.amount } : { date: day, amount: kopecks(0) }];
}
