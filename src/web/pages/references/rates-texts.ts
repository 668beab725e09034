import { plural } from '#domain/values/words.ts';

type Touched = Readonly<Partial<Record<'tariffs' | 'offers' | 'agreements' | 'payments', number | undefined>>>;

/** The words of the page of rates. */
export const ratesTexts = {
  about: 'Что закон устанавливает по дням: каждое действие берёт строку своего дня. Будущая строка подействует сама.',
  marks: 'Пометка источника: [C] — страницу с правилом видели, [K] — общее знание, которое юрист ещё подтвердит.',
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
