import type { Result } from '#contract/kernel/op.ts';
import type { tariffs } from '#contract/money/tariffs.ts';
import { EVERYBODY, TARIFF_WORDS } from '#domain/money/tariff-words.ts';

/** The words of tariffs wherever they are shown. */
export const tariffTexts = {
  ...TARIFF_WORDS,
  states: { proposed: 'Ждёт второго человека', planned: 'Будет', active: 'Действует', ended: 'Закончился' },
};

export type Tariff = Result<typeof tariffs.list>['items'][number];

/** «Для всех», «МФО · Пенсионер», «Компания „Альфа“» */
export const forWhom = ({ legalEntity, legalEntityType, individualCategory }: Tariff): string =>
  [legalEntity, legalEntityType, individualCategory].filter(Boolean).join(' · ') || EVERYBODY;
