import type { Result } from '#contract/kernel/op.ts';
import type { tariffs } from '#contract/money/tariffs.ts';
import { formatDayOf, formatMoneyOf, formatPercent } from '#web/ui/format.ts';

/** The words of tariffs wherever they are shown. */
export const tariffTexts = {
  states: { proposed: 'Ждёт второго человека', planned: 'Будет', active: 'Действует', ended: 'Закончился' },
  payers: { creditor: 'Кредитор', individual: 'Заёмщик' },
  bases: { paid_amount: 'от каждого платежа', agreed_amount: 'от суммы соглашения' },
  collects: { withhold: 'Удерживается из платежа', invoice: 'По счёту' },
  vatModes: { none: 'Без НДС', included: 'НДС внутри', on_top: 'НДС сверху' },
  everybody: 'Для всех',
  forever: 'без срока',
  least: (sum: string) => `не меньше ${sum}`,
  most: (sum: string) => `не больше ${sum}`,
  vat: (mode: string, share: string) => `${mode} ${share}`,
};
const t = tariffTexts;

export type Tariff = Result<typeof tariffs.get>;

/** «Для всех», «МФО · Пенсионер», «Компания „Альфа“» */
export const forWhom = ({ legalEntity, legalEntityType, individualCategory }: Tariff): string =>
  [legalEntity, legalEntityType, individualCategory].filter(Boolean).join(' · ') || t.everybody;

/** «5 % от каждого платежа + 10,00 ₽, не меньше 50,00 ₽» */
export function feeInWords({ rateBps, base, fixed, min, max }: Tariff): string {
  const rate = rateBps > 0 ? [`${formatPercent(rateBps)} ${t.bases[base]}`] : [];
  const counted = [...rate, ...(fixed > 0 ? [formatMoneyOf(fixed)] : [])].join(' + ');
  const bounds = [
    ...(min > 0 ? [t.least(formatMoneyOf(min))] : []),
    ...(max === null ? [] : [t.most(formatMoneyOf(max))]),
  ];
  return [counted, ...bounds].filter(Boolean).join(', ');
}

/** «НДС внутри 20 %» */
export const vatInWords = ({ vatMode, vatBps }: Tariff): string =>
  vatMode === 'none' ? t.vatModes.none : t.vat(t.vatModes[vatMode], formatPercent(vatBps));

/** «с 01.12.2026 без срока» */
export const daysInWords = ({ validFrom, validTo }: Tariff): string =>
  validTo ? `с ${formatDayOf(validFrom)} по ${formatDayOf(validTo)}` : `с ${formatDayOf(validFrom)} ${t.forever}`;
