import { type Rates, rateRows, staleFrom } from '../rates/rates.ts';
import { isForServices } from '../registries/registry-lists.ts';
import { addDays, type Day, daysBetween } from '../values/days.ts';
import { greater, mulDivDown } from '../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import type { DebtPartCode } from './debt-structure.ts';
import {
  cappedPenalty,
  type PenaltyPart,
  type PenaltyRule,
  type PenaltySubject,
  penaltyOf,
  servicePenalty,
} from './penalty.ts';

/** Money that a row got on a day; below zero what went back of it. It counts from the day after. */
export type RowMoney = { readonly day: Day; readonly amount: number };

/** A row of a schedule through its life: from an addendum, or the agreement's own, until an addendum replaced it. */
export type RowLife = {
  readonly dueDate: Day;
  readonly amount: Kopecks;
  /** Of the amount what bears a penalty; all of it unless told. */
  readonly bearing?: Kopecks;
  readonly from: Day | null;
  readonly until: Day | null;
  readonly money: readonly RowMoney[];
};

/** From the day after `since` on an agreement has this penalty; null is none. */
export type PenaltyTerm = { readonly since: Day; readonly rule: PenaltyRule | null };

/** The same with whether interest was due on its days, by which the law sets its ceiling. */
export type AgreedPenalty = PenaltyTerm & { readonly interestAccrues: boolean };

/**
 * What of a row of a schedule bears a penalty: the interest of the schedule, and of the agreed sum what is the loan and its interest. No
 * penalty grows on an older one, on fees or on costs of court (353-ФЗ, ст. 5, ч. 21; docs/decisions/0142). Kopecks, cut for the debtor.
 * @param remains what the agreement leaves of each part of the debt
 */
export function penaltyBase(
  { principal, interest }: { readonly principal: Kopecks; readonly interest: Kopecks },
  remains: readonly { readonly code: DebtPartCode; readonly remains: Kopecks }[],
): Kopecks {
  const whole = sumKopecks(remains.map((part) => part.remains));
  const loan = sumKopecks(remains.filter(({ code }) => BEARING.has(code)).map((part) => part.remains));
  return whole === 0 ? interest : sumKopecks([interest, mulDivDown(principal, loan, whole)]);
}
const BEARING: ReadonlySet<DebtPartCode> = new Set(['principal', 'interest', 'interest_overdue']);

/** Days on which no penalty is counted whatever is overdue, the first and the last within; null is open. */
type PenaltyFree = { readonly since: Day; readonly until: Day | null };

/** The penalty of an agreement: what has been counted, what of it was paid, what the creditor gave up; kopecks. */
export type PenaltySums = { readonly accrued: Kopecks; readonly paid: Kopecks; readonly waived: Kopecks };

/** What of it is still to be paid. */
export const openPenalty = ({ accrued, paid, waived }: PenaltySums): Kopecks => kopecks(accrued - paid - waived);

/**
 * The whole penalty of an agreement up to and including a day (docs/domain.md §8.7). It is counted anew from the rows and the
 * money that they got, so a payment told of late, a refund and a new schedule are right by themselves: what is posted is
 * this less what was posted before.
 * @param terms in the order of their days
 * @param free days without penalty, in order and apart: what happens in the debtor's life stops it (docs/decisions/0101)
 */
export function penaltyBy(
  rows: readonly RowLife[],
  terms: readonly PenaltyTerm[],
  to: Day,
  free: readonly PenaltyFree[] = [],
): Kopecks {
  const parts = terms.flatMap(({ since, rule }, index): PenaltyPart[] => {
    const next = terms[index + 1]?.since;
    const end = next !== undefined && next < to ? next : to;
    if (rule === null) return [];
    const spans = countedSpans(since, end, free);
    const bearing = rows.map((row) => ({ ...row, dueDate: addDays(row.dueDate, rule.freeDays ?? 0) }));
    const kopeckDays = spans.reduce((sum, [from, until]) => sum + overdueKopeckDays(bearing, from, until), 0n);
    return [{ rule, kopeckDays }];
  });
  return penaltyOf(parts);
}

/**
 * The terms as the law leaves them on each day: the penalty of utilities follows the key rate and its ceiling from the day of their
 * change on, also in agreements from before this was kept; telecom bears none (docs/decisions/0105). What a lender calls «Прочее» keeps the
 * ceiling of a consumer's loan, also in agreements that were made without it (docs/decisions/0129), by whether interest was due on the days of
 * each term: a new schedule without it changes nothing of the days before (docs/decisions/0132). Others stay as agreed.
 */
export function lawfulTerms(
  terms: readonly AgreedPenalty[],
  debt: Pick<PenaltySubject, 'consumer' | 'contractKind'>,
  rates: Rates,
): readonly PenaltyTerm[] {
  const { contractKind } = debt;
  if (contractKind === 'other') {
    return terms.map(({ since, rule, interestAccrues }) => ({
      since,
      rule: cappedPenalty(rule, { ...debt, interestAccrues, day: since }, rates),
    }));
  }
  if (!isForServices(contractKind)) return terms;
  const keyRates = rateRows(rates, 'keyRate', '');
  const days = [...rateRows(rates, 'utilityPenaltyCap', 'utilities'), ...keyRates].map(({ from }) => from);
  const changes = [...days, ...keyRates.map(staleFrom)].map((day) => addDays(day, -1));
  return terms.flatMap(({ since, rule }, index) => {
    const next = terms[index + 1]?.since;
    const within = changes.filter((day) => day > since && (next === undefined || day < next));
    return [...new Set([since, ...within])].toSorted().map((start) => ({
      since: start,
      rule: servicePenalty(rule, contractKind, addDays(start, 1), rates),
    }));
  });
}

/** What is left of the days after `from` up to and including `to` without the free ones, as pairs of the same kind. */
function countedSpans(from: Day, to: Day, free: readonly PenaltyFree[]): (readonly [Day, Day])[] {
  const spans: (readonly [Day, Day])[] = [];
  let start = from;
  for (const { since, until } of free) {
    const before = addDays(since, -1);
    if (before > start) spans.push([start, before < to ? before : to]);
    if (until === null || until >= to) return spans.filter(([one, other]) => one < other);
    if (until > start) start = until;
  }
  return [...spans, [start, to] as const].filter(([one, other]) => one < other);
}

/** Σ of what was overdue on each of the days after `from` up to and including `to`; kopecks by days. */
export function overdueKopeckDays(rows: readonly RowLife[], from: Day, to: Day): bigint {
  return rows.reduce((sum, row) => sum + ofRow(row, from, to), 0n);
}

/** The day of a payment still counts on the base before it. A row that money of two days has paid twice owes nothing. */
function ofRow({ dueDate, amount, bearing = amount, from: added, until, money }: RowLife, from: Day, to: Day): bigint {
  const start = latest(from, dueDate, added ?? from);
  const end = until !== null && until < to ? until : to;
  const held = (since: Day, sum: number) => BigInt(sum) * BigInt(Math.max(0, daysBetween(since, end)));
  const days = money.reduce((sum, got) => sum - held(latest(start, got.day), got.amount), held(start, amount));
  return days > 0n ? (days * BigInt(bearing)) / BigInt(amount) : 0n;
}

const latest = (...days: readonly Day[]): Day => days.reduce((last, day) => (day > last ? day : last));

/**
 * What the books of a penalty become when it is counted again. It never falls below what was paid or given up: that is
 * undone by a refund alone.
 */
export const recounted = (sums: PenaltySums, counted: Kopecks): PenaltySums => ({
  ...sums,
  accrued: greater(counted, kopecks(sums.paid + sums.waived)),
});
