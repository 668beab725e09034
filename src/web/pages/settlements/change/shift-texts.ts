import { SHIFT_DAYS, shiftWords } from '#domain/settlements/payment-shift.ts';

/** The words with which a debtor shifts one payment. */
export const shiftTexts = {
  title: 'Перенести платёж на неделю',
  lead: (every: number) =>
    `По соглашению платёж можно перенести ${shiftWords(every)}. Согласия кредитора не нужно: вы подписываете уведомление кодом.`,
  which: 'Какой платёж',
  payment: (no: number, day: string, sum: string) => `№ ${no}, ${day} — ${sum}`,
  to: (day: string) => `Новый срок: ${day}`,
  same: `Это через ${SHIFT_DAYS} дней, а если день нерабочий — следующий рабочий. Сумма и другие сроки не меняются, за эти дни ничего не начислят.`,
  action: (day: string) => `Перенести на ${day}`,
  signTitle: 'Перенести платёж',
  what: (no: number, sum: string, from: string, to: string) => `Платёж № ${no}, ${sum}: с ${from} на ${to}`,
  after: (every: string) => `Кредитор узнает сразу. Следующий перенос — не раньше чем через ${every} графика.`,
  sign: 'Подписать и перенести',
  done: 'Платёж перенесён',
};
