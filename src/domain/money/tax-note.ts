import type { ScaleStep } from '../rates/rate-kinds.ts';
import { type Rates, rateOn } from '../rates/rates.ts';
import type { Day } from '../values/days.ts';
import { BPS, divideHalfUp } from '../values/exact.ts';
import { formatMoney, type Kopecks, kopecks } from '../values/money.ts';

/** A note for both parties about a forgiven sum, in Russian, and an estimate in kopecks of whole roubles. */
type TaxNote = {
  readonly estimate: Kopecks;
  /** All of it in one line, before the details. */
  readonly short: string;
  /** Whether it may be income, how much the tax is, who decides. */
  readonly sentences: readonly string[];
  /** When it is income and when not, of which year, and by when it is told. */
  readonly cases: readonly string[];
};

/**
 * What an offer and an agreement say about the tax on what is forgiven (docs/domain.md §11, docs/decisions/0100). It says
 * "may be": whether the sum is income depends on the case, and the creditor as the tax agent decides. Null when nothing is
 * forgiven.
 * @param on the day on which the condition of the forgiveness is met, whose year the income is of (ГК РФ, ст. 415): by the
 * schedule that of the last payment
 * @param disputed how much of it the debtor does not acknowledge, kopecks
 */
export function taxNote(forgiven: Kopecks, on: Day, rates: Rates, disputed = kopecks(0)): TaxNote | null {
  const resident = rateOn(rates, 'incomeTax', 'resident', on);
  if (forgiven <= 0 || !resident) return null;
  const estimate = taxOf(forgiven, resident.steps);
  return {
    estimate,
    short: `Прощённая сумма ${formatMoney(forgiven)} может быть доходом: налог около ${formatMoney(estimate)}`,
    sentences: [
      `Прощённая сумма ${formatMoney(forgiven)} может быть признана доходом должника.`,
      `Налог (НДФЛ) в таком случае, как правило, ${percent(rateOnScale(forgiven, resident.steps))}, то есть около ${formatMoney(estimate)}.`,
      ...higher(resident.steps),
      ...foreign(rates, on),
      `Налога нет, если долг признан безнадёжным и соблюдены условия п. 62.1 ст. 217 НК РФ, а также в пределах ${formatMoney(kopecks(resident.freeAmount))} в год для подарков (п. 28 ст. 217 НК РФ).`,
      'Решает кредитор как налоговый агент; он же сообщает о доходе должнику и налоговому органу.',
    ],
    cases: [
      `Год дохода — тот, в котором выполнено условие прощения (статья 415 ГК РФ): по графику это ${on.slice(0, 4)} год. О доходе и неудержанном налоге кредитор сообщает должнику и налоговому органу до 25 февраля следующего года (п. 5 ст. 226 НК РФ).`,
      'Если кредитор сообщил о доходе, должник, как правило, не подаёт декларацию и платит налог по уведомлению налогового органа до 1 декабря следующего года (п. 6 ст. 228 НК РФ). Если доход есть, а кредитор о нём не сообщил, должнику может быть нужно подать декларацию до 30 апреля следующего года (статьи 228 и 229 НК РФ).',
      ...disputedCase(disputed),
      'Если прощено то, чего должник не признавал и не был должен, например спорная неустойка, дохода может не быть. Неустойка, которую присудил суд, — долг: её прощение может быть доходом.',
    ],
  };
}

/**
 * The tax that a sum of that day's year adds, by the scale of residents; null without a scale. A tax agent adds up what he himself
 * has paid or forgiven since the year began (НК РФ, ст. 224 п. 1; ст. 226 п. 3 [K]): what else the debtor earns he does not know.
 * @param before what of that year he has forgiven the same person before, kopecks
 */
export function incomeTax(amount: Kopecks, on: Day, rates: Rates, before = kopecks(0)): Kopecks | null {
  const resident = rateOn(rates, 'incomeTax', 'resident', on);
  if (!resident) return null;
  return kopecks(taxOf(kopecks(before + amount), resident.steps) - taxOf(before, resident.steps));
}

const disputedCase = (disputed: Kopecks): string[] =>
  disputed === 0 ? [] : [`Из прощённого должник оспаривает ${formatMoney(disputed)}.`];

/** The rate of the step that the sum reaches by itself: what else the debtor earns in the year nobody here knows. */
const rateOnScale = (amount: Kopecks, steps: readonly ScaleStep[]): number =>
  steps.findLast(({ above }) => amount > above)?.rateBps ?? 0;

function higher(steps: readonly ScaleStep[]): string[] {
  const [, second] = steps;
  const last = steps.at(-1);
  if (!second || !last) return [];
  const upTo = last === second ? percent(second.rateBps) : `от ${percent(second.rateBps)} до ${percent(last.rateBps)}`;
  return [`Если весь доход за год больше ${formatMoney(kopecks(second.above))}, с превышения берут ${upTo}.`];
}

function foreign(rates: Rates, on: Day): string[] {
  const rate = rateOn(rates, 'incomeTax', 'nonResident', on)?.steps[0]?.rateBps;
  return rate === undefined ? [] : [`Для нерезидента ставка ${percent(rate)}.`];
}

const percent = (bps: number): string => `${String(bps / 100).replace('.', ',')}\u00A0%`;

/**
 * The tax of a sum by a scale: each step takes of what is above it, up to the next one. It is counted in whole roubles, 50
 * kopecks count up (НК РФ, ст. 52, п. 6).
 */
function taxOf(amount: Kopecks, steps: readonly ScaleStep[]): Kopecks {
  const parts = steps.map(({ above, rateBps }, index) => {
    const upTo = Math.min(amount, steps[index + 1]?.above ?? amount);
    return BigInt(Math.max(0, upTo - above)) * BigInt(rateBps);
  });
  const roubles = divideHalfUp(
    parts.reduce((sum, part) => sum + part, 0n),
    BigInt(BPS) * 100n,
  );
  return kopecks(Number(roubles * 100n));
}
