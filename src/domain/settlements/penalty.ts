import type { RateValue } from '../rates/rate-kinds.ts';
import { type Rates, rateOn, rateRows, staleKeyRate } from '../rates/rates.ts';
import { type ContractKind, isConsumerCredit, isForServices } from '../registries/registry-lists.ts';
import type { Day } from '../values/days.ts';
import { BPS, divideHalfUp, formatBps } from '../values/exact.ts';
import { type Kopecks, kopecks } from '../values/money.ts';
import { bearsInterest, MAX_PENALTY_DAY_BPS, type Plan } from './plan.ts';
import { type ChargedContract, type Claimed, penaltyRoom } from './price/charges-limit.ts';

/** A penalty that an agreement sets: basis points of the overdue sum a day, or a year of 365 days (docs/domain.md §8.7). */
export type PenaltyRule = {
  readonly per: 'day' | 'year';
  readonly rateBps: number;
  /** So many first days of the delay of each payment bear none; absent is 0. */
  readonly freeDays?: number;
};

const DAYS_A_YEAR = 365;

/** Overdue sums held for days under one rule: Σ base·days, kopecks by days. */
export type PenaltyPart = { readonly rule: PenaltyRule; readonly kopeckDays: bigint };

/**
 * The penalty of overdue sums held for days, whatever rules held on them. It is rounded once for all days; what is posted
 * on a day is this less what was posted before, so that daily rounding never drifts.
 */
export function penaltyOf(parts: readonly PenaltyPart[]): Kopecks {
  const yearly = parts.map(({ rule, kopeckDays }) => kopeckDays * BigInt(yearlyOf(rule)));
  const over = BigInt(BPS) * BigInt(DAYS_A_YEAR);
  return kopecks(
    Number(
      divideHalfUp(
        yearly.reduce((sum, part) => sum + part, 0n),
        over,
      ),
    ),
  );
}

/** The same under one rule. */
export const penaltyFor = (rule: PenaltyRule, kopeckDays: bigint): Kopecks => penaltyOf([{ rule, kopeckDays }]);

/** The rule of a rate a day as conditions and forms name it; none for null. */
export const dailyPenalty = (bps: number | null): PenaltyRule | null =>
  bps === null ? null : { per: 'day', rateBps: bps };

/** Whether a penalty is worse for the debtor than another; none is the best. */
export const isHarsher = (one: PenaltyRule | null, other: PenaltyRule | null): boolean =>
  (one ? yearlyOf(one) : 0) > (other ? yearlyOf(other) : 0);

/** By what the law judges a penalty of an agreement of a day. */
export type PenaltySubject = {
  readonly consumer: boolean;
  readonly contractKind: ContractKind;
  readonly interestAccrues: boolean;
  readonly day: Day;
};

/** The ceiling of a consumer's credit for an agreement of a day; null when there is none: another debt, or before the first. */
export function loanPenaltyCap({ consumer, interestAccrues, day }: PenaltySubject, rates: Rates): PenaltyRule | null {
  const cap = consumer ? rateOn(rates, 'loanPenaltyCap', '', day) : null;
  if (!cap) return null;
  return interestAccrues
    ? { per: 'year', rateBps: cap.withInterestYearBps }
    : { per: 'day', rateBps: cap.withoutInterestDayBps };
}

/**
 * The penalty of a debt for utilities or telecom as the law of a day leaves it, which no agreement may raise (ЖК РФ, ст. 155,
 * ч. 14): days 1–30 bear none, afterwards the first part of the key rate, at most of the ceiling. The greater part from day 91 on is
 * not asked for. Where no row with a source is known, as for telecom, there is none (docs/decisions/0105). While the key rate is stale it is
 * the lowest ceiling that has stood beside it (docs/decisions/0129).
 */
export function servicePenalty(
  rule: PenaltyRule | null,
  contractKind: ContractKind,
  day: Day,
  rates: Rates,
): PenaltyRule | null {
  const cap = contractKind === 'utilities' ? rateOn(rates, 'utilityPenaltyCap', 'utilities', day) : null;
  const key = rateOn(rates, 'keyRate', '', day);
  if (rule === null || !cap || !key) return null;
  const base = Math.min(key.rateBps, ...ceilingsBetween(rates, staleKeyRate(rates, day)?.from ?? day, day));
  const most: PenaltyRule = { per: 'year', rateBps: Math.floor((base * DAYS_A_YEAR) / cap.firstPart) };
  return { ...(isHarsher(rule, most) ? most : rule), freeDays: cap.freeDays };
}

/** The ceilings of the rate of utilities that held on some day from one to another. */
const ceilingsBetween = (rates: Rates, from: Day, to: Day): number[] =>
  rateRows(rates, 'utilityPenaltyCap', 'utilities')
    .filter((row, index, rows) => row.from <= to && (index === rows.length - 1 || rows[index + 1]!.from > from))
    .map(({ value }) => value.rateCeilingBps);

/** A penalty within the ceiling of the law: what is above it is the ceiling. */
export function cappedPenalty(rule: PenaltyRule | null, subject: PenaltySubject, rates: Rates): PenaltyRule | null {
  const { contractKind, day } = subject;
  if (isForServices(contractKind)) return servicePenalty(rule, contractKind, day, rates);
  const cap = loanPenaltyCap(subject, rates);
  return cap && isHarsher(rule, cap) ? cap : rule;
}

/** What no conditions may exceed: basis points of the overdue sum a day, null where the law knows of no penalty at all. */
type PenaltyBound = { readonly dayBps: number | null; readonly why: string };

/**
 * The highest penalty a day that conditions for debts of these kinds may name on a day, with the law in words: the most that the law
 * leaves to any of them, for conditions do not tell kinds apart. Null where a kind is among them for which no ceiling is known, so that
 * the general bound alone holds (docs/decisions/0121).
 */
export function penaltyBound(kinds: readonly ContractKind[], day: Day, rates: Rates): PenaltyBound | null {
  // Whoever lends is asked about consumers' loans, whatever his registries call them: «Прочее» here is of somebody who does not.
  const isLoan = (contractKind: ContractKind) => isConsumerCredit(contractKind, 'none');
  const lawful = kinds.map((contractKind) => {
    const subject = { consumer: isLoan(contractKind), contractKind, interestAccrues: false, day };
    return cappedPenalty(dailyPenalty(MAX_PENALTY_DAY_BPS), subject, rates);
  });
  const yearly = lawful.map((rule) => (rule ? yearlyOf(rule) : 0));
  const most = Math.floor(Math.max(0, ...yearly) / DAYS_A_YEAR);
  if (kinds.length === 0 || most >= MAX_PENALTY_DAY_BPS) return null;
  const loan = kinds.some(isLoan) ? rateOn(rates, 'loanPenaltyCap', '', day) : null;
  if (loan) return { dayBps: most, why: loanWords(loan) };
  if (most === 0) return { dayBps: null, why: 'Неустойки за услуги связи закон не называет: оставьте поле пустым' };
  return {
    dayBps: most,
    why: `Не больше ${formatBps(most)} в день: пени за ЖКУ — часть ключевой ставки, и соглашение их не повышает (ст. 155, ч. 14 ЖК РФ)`,
  };
}

const loanWords = (cap: RateValue<'loanPenaltyCap'>): string =>
  `Не больше ${formatBps(cap.withoutInterestDayBps)} в день, а когда идут проценты — ${formatBps(cap.withInterestYearBps)} годовых: потребительский кредит (353-ФЗ, ст. 5, ч. 21)`;

/** By what the law judges a penalty, and the penalty in force. */
export type PenaltyGrounds = {
  readonly penalty: PenaltyRule | null;
  readonly consumer: boolean;
  readonly grounds: ChargedContract;
  /** The claim that the terms are about; null where conditions are asked of no claim. */
  readonly claimed: Claimed | null;
  readonly rates: Rates;
};

/**
 * The penalty of terms whose author leaves no less of it: that of the creditor's conditions, of his last offer or of the agreement, within the
 * law's ceiling (docs/domain.md §8.7); none where their charges have reached that of the whole (353-ФЗ, ст. 5, ч. 24; docs/decisions/0214).
 */
export function currentPenalty(table: PenaltyGrounds, plan: Plan, day: Day): PenaltyRule | null {
  const { penalty, consumer, grounds, claimed, rates } = table;
  const room = claimed && penaltyRoom(claimed, grounds, { agreed: claimed.agreed ?? plan.amount, rates });
  const subject = { consumer, contractKind: grounds.contractKind, interestAccrues: bearsInterest(plan), day };
  return room === 0 ? null : cappedPenalty(penalty, subject, rates);
}

function yearlyOf({ per, rateBps }: PenaltyRule): number {
  return per === 'day' ? rateBps * DAYS_A_YEAR : rateBps;
}
