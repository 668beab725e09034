import { button, defineLetter } from '#server/platform/jobs/letters.ts';

interface Answered extends Record<string, unknown> {
  payment: string;
  /** The sum as a person reads it. */
  sum: string;
  link: string;
}

/** The letters of payments: what a payer who has asked for his money back is answered. */
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
};
