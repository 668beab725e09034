import { type Forms, plural } from '#domain/values/text/words.ts';

const payments: Forms = ['платёж', 'платежа', 'платежей'];

/** «6 платежей» */
export const paymentsOf = (count: number): string => `${count}\u00A0${plural(count, payments)}`;

/** The words of a schedule. */
export const scheduleTexts = {
  picture: 'График платежей на рисунке',
  table: 'График платежей',
  no: '№',
  due: 'Срок',
  amount: 'Платёж,\u00a0₽',
  interest: 'в т. ч. проценты',
  rest: 'Остаток,\u00a0₽',
  total: 'Всего',
  moved: (day: string) => `${day} — выходной, перенесено`,
  shifted: (day: string) => `Перенесён заёмщиком на неделю, срок был ${day}`,
  firstMoved: (day: string) => `Первый платёж: ${day} — выходной, срок перенесён на ближайший рабочий день.`,
  held: 'Остановлен',
  weekdays: ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'],
  once: (sum: string) => `один платёж ${sum}`,
  equal: (count: number, sum: string) => (count === 1 ? sum : `${count} × ${sum}`),
  two: (first: string, second: string) => `${first} и ${second}`,
  different: (count: number) => `${paymentsOf(count)} разного размера`,
  desired: (payments: string, day: string) => `${payments}, первый ${day}`,
  desiredWithDown: (sum: string, payments: string, day: string) => `сначала ${sum} — ${day}, потом ${payments}`,
  all: 'Все платежи',
};
