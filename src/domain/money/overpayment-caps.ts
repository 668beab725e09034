import { addMonths, type Day, toDay } from '../values/days.ts';
import { BPS, mulDivDown } from '../values/exact.ts';
import { type Kopecks, sumKopecks } from '../values/money.ts';

/** The ceilings of consumer credit for contracts dated from a day on; percents in basis points. */
export type OverpaymentCap = {
  readonly from: Day;
  /** All interest, penalties and fees against the sum issued, for contracts of a year at most. */
  readonly totalBps: number;
  /** Interest a day. */
  readonly dailyBps: number;
  /** Full cost of the credit (ПСК) a year. */
  readonly fullCostBps: number;
};

/**
 * Newest last (353-ФЗ, ст. 5, ч. 23–24 and ст. 6, ч. 11): 250 % and 1,5 % a day from 28.01.2019, 200 % and 1 % from
 * 01.07.2019, 150 % from 2020 (554-ФЗ of 27.12.2018), 130 % and 0,8 % from 01.07.2023 (613-ФЗ of 29.12.2022), 100 % from
 * 01.04.2026 (545-ФЗ of 29.12.2025). The full cost is 365 % until 30.06.2023 and 292 % after. A table kept in settings
 * replaces this one.
 */
const OVERPAYMENT_CAPS: readonly OverpaymentCap[] = [
  { from: toDay('2019-01-28'), totalBps: 25_000, dailyBps: 150, fullCostBps: 36_500 },
  { from: toDay('2019-07-01'), totalBps: 20_000, dailyBps: 100, fullCostBps: 36_500 },
  { from: toDay('2020-01-01'), totalBps: 15_000, dailyBps: 100, fullCostBps: 36_500 },
  { from: toDay('2023-07-01'), totalBps: 13_000, dailyBps: 80, fullCostBps: 29_200 },
  { from: toDay('2026-04-01'), totalBps: 10_000, dailyBps: 80, fullCostBps: 29_200 },
];

/** What is known of a contract; `null` is unknown and judged by nobody. */
export type CappedContract = {
  readonly contractDate: Day;
  readonly contractEnd: Day | null;
  readonly issuedAmount: Kopecks | null;
  /** Interest, overdue interest, penalties and fees demanded; no court costs. */
  readonly charges: readonly Kopecks[];
  /** Interest a year. */
  readonly rateBps: number | null;
};

type CapExcess =
  | { readonly kind: 'total'; readonly cap: OverpaymentCap; readonly limit: Kopecks }
  | { readonly kind: 'rate'; readonly cap: OverpaymentCap };

/** The ceilings in force on the day of a contract; null before the first of them. */
export function capOn(contractDate: Day, caps: readonly OverpaymentCap[] = OVERPAYMENT_CAPS): OverpaymentCap | null {
  return caps.findLast(({ from }) => from <= contractDate) ?? null;
}

/**
 * Which ceilings a claim goes above (docs/domain.md §8.10). They are warnings, never refusals: part of the charges may be a
 * court's award. A rate a year is compared with the daily ceiling over 365 days.
 */
export function capExcesses(contract: CappedContract, caps: readonly OverpaymentCap[] = OVERPAYMENT_CAPS): CapExcess[] {
  const cap = capOn(contract.contractDate, caps);
  if (!cap) return [];
  const found: CapExcess[] = [];
  const limit = totalLimit(contract, cap);
  if (limit !== null && sumKopecks(contract.charges) > limit) found.push({ kind: 'total', cap, limit });
  if (contract.rateBps !== null && contract.rateBps > cap.dailyBps * 365) found.push({ kind: 'rate', cap });
  return found;
}

/** The ceiling of all charges in kopecks; null when the contract is longer than a year or too little is known of it. */
function totalLimit({ contractDate, contractEnd, issuedAmount }: CappedContract, cap: OverpaymentCap): Kopecks | null {
  if (contractEnd === null || issuedAmount === null || isLong({ contractDate, contractEnd })) return null;
  return mulDivDown(issuedAmount, cap.totalBps, BPS);
}

/** Whether a contract is for more than a year, exactly a year not included: then nothing caps the whole of its charges. */
export const isLong = ({ contractDate, contractEnd }: { contractDate: Day; contractEnd: Day }): boolean =>
  contractEnd > addMonths(contractDate, 12);
