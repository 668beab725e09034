import { isLong } from '../../money/overpayment-caps.ts';
import { keysOf, type RateKey } from '../../rates/rate-kinds.ts';
import { quarterOf, type Rates, rateOn } from '../../rates/rates.ts';
import { type ContractKind, isForServices } from '../../registries/registry-lists.ts';
import { addMonths, type Day, daysBetween } from '../../values/days.ts';

/** A category of credit, of which the Bank of Russia publishes the average full cost of a quarter. */
export type CreditCategory = RateKey<'fullCostAverage'>;
const CATEGORIES = keysOf('fullCostAverage') as Readonly<Record<CreditCategory, string>>;
export const creditCategories = Object.keys(CATEGORIES) as CreditCategory[];
const microloans: readonly (readonly [upTo: number, CreditCategory])[] = [
  [30, 'microloanTo30'],
  [60, 'microloanTo60'],
  [180, 'microloanTo180'],
  [365, 'microloanTo365'],
  [Number.POSITIVE_INFINITY, 'microloanOver365'],
];

/** What a registry says of a contract, by which its category is known; null is unknown. */
type Credit = { readonly contractKind: ContractKind; readonly contractDate: Day; readonly contractEnd: Day | null };

/**
 * Which categories a claim may be of, by the kind and the term of its own contract: one where both are known, all that it could
 * be where they are not, none for services, which are no credit (docs/decisions/0109).
 */
export function categoriesOf({ contractKind, contractDate, contractEnd }: Credit): readonly CreditCategory[] {
  if (isForServices(contractKind)) return [];
  if (contractKind === 'card') return ['card'];
  if (contractKind === 'consumer') {
    if (contractEnd === null) return ['creditTo365', 'creditOver365'];
    return [isLong({ contractDate, contractEnd }) ? 'creditOver365' : 'creditTo365'];
  }
  if (contractKind === 'other') return creditCategories;
  if (contractEnd === null) return microloans.map(([, category]) => category);
  const days = daysBetween(contractDate, contractEnd);
  const [, category] = microloans.find(([upTo]) => days <= upTo) ?? microloans[0]!;
  return [category];
}

/** What categories are called: «Микрозаём 31–60 дней». */
export const categoryWords = (categories: readonly CreditCategory[], between = ' или '): string =>
  categories.map((category) => CATEGORIES[category]).join(between);

/** A ceiling of ПСК in basis points a year, and the category whose average makes it; null where the ceiling is that of all. */
type Ceiling = { readonly rateBps: number; readonly category: CreditCategory | null };
/** What is known of the ceiling, and the categories of which nobody knows it: it may be lower than what is known. */
export type FullCostCap = Ceiling & { readonly unknown: readonly CreditCategory[] };

/**
 * The ceiling of ПСК of an agreement of a day: the lesser of that of all credits and of a third above the average of the quarter
 * for the category (353-ФЗ, ст. 6, ч. 11 [C]). Where the Bank has suspended a category the ceiling of all holds; where nobody has entered
 * its average the ceiling is unknown (docs/decisions/0129). Of several categories that a claim may be of the strictest counts. Null before
 * there was any.
 */
export function fullCostCap(rates: Rates, day: Day, credit: Credit): FullCostCap | null {
  const common = rateOn(rates, 'fullCostCeiling', '', day);
  if (common === null) return null;
  const categories = categoriesOf(credit);
  const averages = categories.flatMap((category): Ceiling[] => {
    const average = rateOn(rates, 'fullCostAverage', category, day);
    if (average === null || isSuspended(rates, day, category)) return [];
    // What is left of the third is cut off, for the debtor.
    return [{ rateBps: Math.floor((average.rateBps * 4) / 3), category }];
  });
  const all: Ceiling = { rateBps: common.rateBps, category: null };
  const least = averages.reduce((strictest, cap) => (cap.rateBps < strictest.rateBps ? cap : strictest), all);
  return { ...least, unknown: categories.filter((category) => isUnknown(rates, day, category)) };
}

const isSuspended = (rates: Rates, day: Day, category: CreditCategory): boolean =>
  rateOn(rates, 'fullCostSuspension', category, day)?.suspended === 1;

/** Whether there is neither an average of the quarter of a day nor a suspension. */
const isUnknown = (rates: Rates, day: Day, category: CreditCategory): boolean =>
  rateOn(rates, 'fullCostAverage', category, day) === null && !isSuspended(rates, day, category);

/** The categories of which a quarter has neither an average nor a suspension, and the first day of that quarter. */
type MissingAverages = { readonly from: Day; readonly categories: readonly CreditCategory[] };

/** What is not entered of this quarter and of the next one; quarters that are whole are left out. */
export function missingAverages(rates: Rates, today: Day): MissingAverages[] {
  const now = quarterOf(today);
  return [now, addMonths(now, 3)]
    .map((from) => ({
      from,
      categories: creditCategories.filter((category) => isUnknown(rates, from, category)),
    }))
    .filter(({ categories }) => categories.length > 0);
}
