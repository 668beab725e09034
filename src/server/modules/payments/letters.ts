import { button, defineLetter } from '#server/platform/jobs/letters.ts';

interface Answered extends Record<string, unknown> {
  payment: string;
  /** The sum as a person reads it. */
  sum: string;
  link: string;
}

/** The letters of payments: what a payer who has asked for his money back is answered, and what is taken of him by his order. */
export const paymentLetters = {
  refundGranted: defineLetter<Answered>({
    subject: ({ payment }) => `Возврат по платежу ${payment} одобрен`,
    text: ({ payment, sum, link }) =>
      `Здравствуйте!\n\nВы просили вернуть деньги по платежу ${payment}. Возврат ${sum} одобрен и передан платёжному партнёру: деньги придут туда, откуда были уплачены.\n\n${button('Открыть платёж', link)}`,
  }),
  refundRefused: defineLetter<Answered & { answer: string }>({
    subject: ({ payment }) => `В возврате по платежу ${payment} отказано`,
    text: ({ payment, sum, answer, link }) =>
      `Здравствуйте!\n\nВы просили вернуть ${sum} по платежу ${payment}. В возврате отказано. Ответ: ${answer}\n\nЕсли вы не согласны, попросите ещё раз и напишите, что изменилось.\n\n${button('Открыть платёж', link)}`,
  }),
  autopayment: defineLetter<{ number: string; title: string; detail: string; link: string }>({
    subject: ({ number }) => `Автоплатёж по соглашению ${number}`,
    text: ({ number, title, detail, link }) =>
      `Здравствуйте!\n\n${title}. Соглашение ${number}.\n\n${detail}\n\nВы получили это письмо, потому что включали автоплатёж. Включить и выключить его можно на странице соглашения.\n\n${button('Открыть соглашение', link)}`,
  }),
};
