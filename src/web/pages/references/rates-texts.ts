import { type Day, formatDay } from '#domain/values/days.ts';
import { plural } from '#domain/values/words.ts';

type Touched = Readonly<Partial<Record<'tariffs' | 'offers' | 'agreements' | 'payments', number | undefined>>>;

const quarters = ['I', 'II', 'III', 'IV'];
/** «IV квартал 2026 года» */
const quarterWords = (from: Day): string =>
  `${quarters[Math.floor((Number(from.slice(5, 7)) - 1) / 3)]} квартал ${from.slice(0, 4)}\u00A0года`;

/** The words of the page of rates. */
export const ratesTexts = {
  about: 'Что закон устанавливает по дням: каждое действие берёт строку своего дня. Будущая строка подействует сама.',
  marks: 'Пометка источника: [C] — страницу с правилом видели, [K] — общее знание, которое юрист ещё подтвердит.',
  averages: {
    title: 'Средние значения ПСК Банка России не введены',
    lead: 'Без них полная стоимость сравнивается только с пределом, общим для всех кредитов.',
    since: (from: Day) => `На ${quarterWords(from)}`,
    all: 'ни по одной категории',
    begun: 'Начавшийся квартал уже не меняется: до его конца действует общий предел.',
    todo: (until: Day) =>
      `До ${formatDay(until)} администратор предлагает строку по каждой категории, второй человек её подтверждает. Если Банк России делит категорию ещё и по сумме или кредитору, вводится меньшее значение; если применение значений приостановлено, строк не вводят.`,
  },
  what: 'Что',
  from: 'С какого дня',
  state: 'Состояние',
  value: 'Значение',
  source: 'Источник',
  touches: 'Что заденет',
  states: { past: 'Прежняя', active: 'Действует', planned: 'Будущая' },
  touched: ({ tariffs, offers, agreements, payments }: Touched): string[] => [
    ...(tariffs ? [`${tariffs} ${plural(tariffs, ['тариф', 'тарифа', 'тарифов'])}`] : []),
    ...(offers ? [`${offers} ${plural(offers, ['предложение', 'предложения', 'предложений'])}`] : []),
    ...(agreements ? [`${agreements} ${plural(agreements, ['соглашение', 'соглашения', 'соглашений'])}`] : []),
    ...(payments ? [`${payments} ${plural(payments, ['платёж', 'платежа', 'платежей'])}`] : []),
  ],
};
