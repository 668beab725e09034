import { formatDay, toDay } from '../values/days.ts';
import { formatBps } from '../values/exact.ts';
import { formatMoney, kopecks } from '../values/money.ts';
import type { Tariff } from './tariff.ts';

/** What each choice of a tariff is called, wherever it is read. */
export const TARIFF_WORDS = {
  payers: { creditor: 'Кредитор', individual: 'Заёмщик' },
  bases: { paid_amount: 'от каждого платежа', agreed_amount: 'от суммы соглашения' },
  collects: { withhold: 'Удерживается из платежа', invoice: 'По счёту' },
  vatModes: { none: 'Без НДС', included: 'НДС внутри', on_top: 'НДС сверху' },
  forever: 'без срока',
} as const;
export const EVERYBODY = 'Для всех';
const w = TARIFF_WORDS;

/** A tariff as answers and forms have it: sums in kopecks, days as `YYYY-MM-DD`. */
type TariffTerms = Pick<Tariff, 'payer' | 'base' | 'rateBps' | 'vatMode' | 'vatBps' | 'collect'> & {
  readonly fixed: number;
  readonly min: number;
  readonly max: number | null;
  readonly validFrom: string;
  readonly validTo: string | null;
};

const sum = (amount: number): string => formatMoney(kopecks(amount));
const day = (told: string): string => formatDay(toDay(told));

/** «5 % от каждого платежа + 10,00 ₽, не меньше 50,00 ₽» */
export function feeInWords({
  rateBps,
  base,
  fixed,
  min,
  max,
}: Pick<TariffTerms, 'rateBps' | 'base' | 'fixed' | 'min' | 'max'>): string {
  const rate = rateBps > 0 ? [`${formatBps(rateBps)} ${w.bases[base]}`] : [];
  const counted = [...rate, ...(fixed > 0 ? [sum(fixed)] : [])].join(' + ');
  const bounds = [...(min > 0 ? [`не меньше ${sum(min)}`] : []), ...(max === null ? [] : [`не больше ${sum(max)}`])];
  return [counted, ...bounds].filter(Boolean).join(', ');
}

/** «НДС внутри 20 %» */
export const vatInWords = ({ vatMode, vatBps }: Pick<TariffTerms, 'vatMode' | 'vatBps'>): string =>
  vatMode === 'none' ? w.vatModes.none : `${w.vatModes[vatMode]} ${formatBps(vatBps)}`;

/** «с 01.12.2026 без срока» */
export const daysInWords = ({ validFrom, validTo }: Pick<TariffTerms, 'validFrom' | 'validTo'>): string =>
  validTo ? `с ${day(validFrom)} по ${day(validTo)}` : `с ${day(validFrom)} ${w.forever}`;

/**
 * All that counts a fee, for whoever decides about it: «5 % от каждого платежа, не меньше 50,00 ₽. Платит: кредитор. По счёту. НДС внутри 22 %. Действует с 01.12.2026 без
 * срока».
 */
export const termsInWords = (tariff: TariffTerms): string =>
  [
    feeInWords(tariff),
    `Платит: ${w.payers[tariff.payer].toLowerCase()}`,
    ...(tariff.payer === 'creditor' ? [w.collects[tariff.collect]] : []),
    vatInWords(tariff),
    `Действует ${daysInWords(tariff)}`,
  ].join('. ');
