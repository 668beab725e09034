import { type Day, toDay } from '../values/days.ts';
import { BPS, divideHalfUp } from '../values/exact.ts';
import { formatMoney, type Kopecks, kopecks } from '../values/money.ts';

/** What the law takes of forgiven sums from a day on: the usual rate, and the sum of gifts a year that is free. */
type TaxTerms = { readonly from: Day; readonly rateBps: number; readonly freeAmount: Kopecks };

/** НДФЛ 13 % as a rule (НК РФ, ст. 224); gifts up to 4 000 ₽ a year (п. 28 ст. 217). A table of settings replaces it. */
const TAX_TERMS: readonly TaxTerms[] = [{ from: toDay('2006-01-01'), rateBps: 1300, freeAmount: kopecks(400_000) }];

/** A note for both parties about a forgiven sum: sentences in Russian and an estimate in kopecks of whole roubles. */
type TaxNote = { readonly estimate: Kopecks; readonly sentences: readonly string[] };

/**
 * What an offer and an agreement say about the tax on what is forgiven (docs/domain.md §11). It says "may be": whether the
 * sum is income depends on the case, and the creditor as the tax agent decides. Null when nothing is forgiven.
 */
export function taxNote(forgiven: Kopecks, on: Day, terms: readonly TaxTerms[] = TAX_TERMS): TaxNote | null {
  const known = terms.findLast(({ from }) => from <= on);
  if (forgiven <= 0 || !known) return null;
  const estimate = wholeRoubles(forgiven, known.rateBps);
  const percent = `${known.rateBps / 100}`.replace('.', ',');
  return {
    estimate,
    sentences: [
      `Прощённая сумма ${formatMoney(forgiven)} может быть признана доходом должника.`,
      `Налог (НДФЛ) в таком случае, как правило, ${percent}\u00A0%, то есть около ${formatMoney(estimate)}.`,
      `Налога нет, если долг признан безнадёжным и соблюдены условия п. 62.1 ст. 217 НК РФ, а также в пределах ${formatMoney(known.freeAmount)} в год для подарков (п. 28 ст. 217 НК РФ).`,
      'Решает кредитор как налоговый агент; он же сообщает о доходе должнику и налоговому органу.',
    ],
  };
}

/** The tax is counted in whole roubles, 50 kopecks count up (НК РФ, ст. 52, п. 6). */
function wholeRoubles(amount: Kopecks, rateBps: number): Kopecks {
  const roubles = divideHalfUp(BigInt(amount) * BigInt(rateBps), BigInt(BPS) * 100n);
  return kopecks(Number(roubles * 100n));
}
