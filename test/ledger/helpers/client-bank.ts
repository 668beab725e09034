import { type Day, formatDay } from '#domain/values/days.ts';

interface Written {
  account: string;
  from: Day;
  to: Day;
  /** The day of all its payments. */
  on: Day;
  opening: number;
  closing: number;
  /** Kopecks; below zero what left. */
  sums: readonly number[];
}

const roubles = (sum: number): string => (Math.abs(sum) / 100).toFixed(2);

/** A statement as a bank writes it for 1С. */
export const clientBank = ({ account, from, to, on, opening, closing, sums }: Written): string =>
  [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
    `РасчСчет=${account}`,
    'СекцияРасчСчет',
    `ДатаНачала=${formatDay(from)}`,
    `ДатаКонца=${formatDay(to)}`,
    `РасчСчет=${account}`,
    `НачальныйОстаток=${roubles(opening)}`,
    `КонечныйОстаток=${roubles(closing)}`,
    'КонецРасчСчет',
    ...sums.flatMap((sum, index) => [
      'СекцияДокумент=Платежное поручение',
      `Номер=${index + 1}`,
      `Дата=${formatDay(on)}`,
      `${sum < 0 ? 'ДатаСписано' : 'ДатаПоступило'}=${formatDay(on)}`,
      `Сумма=${roubles(sum)}`,
      `ПлательщикСчет=${sum < 0 ? account : 1}`,
      'Плательщик=ООО «Альфа»',
      'Получатель=ООО «Бета»',
      `ПолучательСчет=${sum < 0 ? 1 : account}`,
      'НазначениеПлатежа=Оплата по счёту',
      'КонецДокумента',
    ]),
    'КонецФайла',
  ].join('\r\n');
