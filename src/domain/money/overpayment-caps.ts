import { type Rates, rateOn, rateRows } from '../rates/rates.ts';
import { addMonths, type Day } from '../values/days.ts';
import { BPS, mulDivDown } from '../values/exact.ts';
import { type Kopecks, sumKopecks } from '../values/money.ts';

/** What the law allows of a consumer's credit whose contract is dated from a day on; basis points, null for no ceiling. */
export type ContractCaps = {
  readonly from: Day;
  /** All interest, penalties and fees against the sum issued, for contracts of a year at most (353-ФЗ, ст. 5, ч. 24). */
  readonly totalBps: number | null;
  /** Interest a day (ч. 23). */
  readonly dailyBps: number | null;
};

/** All ceilings of the dictionary of rates, oldest first, made once for as many contracts as there are in a file. */
export function contractCaps(rates: Rates): readonly ContractCaps[] {
  const rows = [...rateRows(rates, 'overpaymentCap', ''), ...rateRows(rates, 'dailyRateCap', '')];
  const days = [...new Set(rows.map(({ from }) => from))].sort();
  return days.map((from) => ({
    from,
    totalBps: rateOn(rates, 'overpaymentCap', '', from)?.totalBps ?? null,
    dailyBps: rateOn(rates, 'dailyRateCap', '', from)?.rateBps ?? null,
  }));
}

/** The ceilings in force on the day of a contract; null before the first of them. */
export const capsOn = (caps: readonly ContractCaps[], contractDate: Day): ContractCaps | null =>
  caps.findLast(({ from }) => from <= contractDate) ?? null;

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
  | { readonly kind: 'total'; readonly totalBps: number; readonly limit: Kopecks }
  | { readonly kind: 'rate'; readonly dailyBps: number };

/**
 * Which ceilings a claim goes above (docs/domain.md §8.10). They are warnings, never refusals: part of the charges may be a
 * court's award. A rate a year is compared with the daily ceiling over 365 days.
 */
export function capExcesses(contract: CappedContract, caps: readonly ContractCaps[]): CapExcess[] {
  const { totalBps = null, dailyBps = null } = capsOn(caps, contract.contractDate) ?? {};
  const found: CapExcess[] = [];
  const limit = totalBps === null ? null : totalLimit(contract, totalBps);
  if (totalBps !== null && limit !== null && sumKopecks(contract.charges) > limit) {
    found.push({ kind: 'total', totalBps, limit });
  }
  if (dailyBps !== null && contract.rateBps !== null && contract.rateBps > dailyBps * 365) {
    found.push({ kind: 'rate', dailyBps });
  }
  return found;
}

/** The ceiling of all charges in kopecks; null when the contract is longer than a year or too little is known of it. */
function totalLimit({ contractDate, contractEnd, issuedAmount }: CappedContract, totalBps: number): Kopecks | null {
  if (contractEnd === null || issuedAmount === null || isLong({ contractDate, contractEnd })) return null;
  return mulDivDown(issuedAmount, totalBps, BPS);
}

/** Whether a contract is for more than a year, exactly a year not included: then nothing caps the whole of its charges. */
export const isLong = ({ contractDate, contractEnd }: { contractDate: Day; contractEnd: Day }): boolean =>
  contractEnd > addMonths(contractDate, 12);
