import { formatMoney, type Kopecks, kopecks } from '../values/money.ts';
import type { SettingValues } from './settings.ts';

/** How well the payment partner knows a person (115-ФЗ): not at all, by his papers, or by seeing him. */
export const IDENTIFICATION_LEVELS = {
  none: 'Без идентификации',
  simplified: 'Упрощённая идентификация',
  full: 'Полная идентификация',
} as const;
export type IdentificationLevel = keyof typeof IDENTIFICATION_LEVELS;

/** The most that may be paid at once, kopecks; null is no limit (docs/domain.md §15, L18–L19). The partner's rules win. */
export const paymentLimit = (
  level: IdentificationLevel,
  { unidentifiedPaymentAmount, simplifiedPaymentAmount }: SettingValues,
): Kopecks | null =>
  ({ none: kopecks(unidentifiedPaymentAmount), simplified: kopecks(simplifiedPaymentAmount), full: null })[level];

/** The message at the sum of a payment that is above what this person may pay at once, or null. */
export function checkPaymentLimit(level: IdentificationLevel, amount: Kopecks, settings: SettingValues): string | null {
  const limit = paymentLimit(level, settings);
  if (limit === null || amount <= limit) return null;
  return `${IDENTIFICATION_LEVELS[level]}: за один раз не больше ${formatMoney(limit)}. Заплатите частями или пройдите идентификацию в РНКО`;
}
