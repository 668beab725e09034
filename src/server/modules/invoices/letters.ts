import { button, defineLetter } from '#server/platform/jobs/letters.ts';

interface About extends Record<string, unknown> {
  number: string;
  dueOn: string;
  link: string;
}

/** The letters about invoices. Sums are behind the link: a letter may come into wrong hands. */
export const invoiceLetters = {
  invoiceIssued: defineLetter<About>({
    subject: ({ number }) => `Счёт ${number} за вознаграждение платформы`,
    text: ({ number, dueOn, link }) =>
      `Здравствуйте!\n\nВыставлен счёт ${number} за вознаграждение платформы. Вместе с ним — акт и реестр сделок. Оплатите по ${dueOn} включительно и укажите номер счёта в назначении платежа.\n\n${button('Открыть счёт', link)}`,
  }),
  invoiceOverdue: defineLetter<About>({
    subject: ({ number }) => `Счёт ${number} не оплачен`,
    text: ({ number, dueOn, link }) =>
      `Здравствуйте!\n\nСчёт ${number} за вознаграждение платформы не оплачен полностью. Срок был ${dueOn}. Если вы уже заплатили, проверьте, указан ли номер счёта в назначении платежа, и напишите в поддержку.\n\n${button('Открыть счёт', link)}`,
  }),
};
