import { ASSIGNED, DUE_TODAY, LETTER_SUBJECTS, type LetterSubject } from '#domain/parties/debtor-letter.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { button, defineLetter } from '#server/platform/jobs/letters.ts';

const subjectLines: Readonly<Record<LetterSubject, string>> = {
  claim: 'требование в вашем кабинете',
  offer: 'предложение условий',
  concluded: 'соглашение заключено',
  due: 'приближается срок платежа',
  overdue: 'платёж просрочен',
  cure: 'соглашение может быть расторгнуто',
  breached: 'соглашение расторгнуто',
  requisites: 'изменились реквизиты',
};

interface DebtorLetterWords extends Record<string, unknown> {
  about: LetterSubject;
  company: string;
  phone: string;
  link: string;
  /** The day of the payment that it reminds of, and where that is made; null of any other letter. */
  dueDate?: Day | null;
  isDueToday?: boolean;
  payLink?: string | null;
  /** The documents that the letter brings: their texts are in the cabinet, since a letter may come into wrong hands. */
  notices?: readonly { title: string; number: string; code: string }[];
}

const noticeLine = ({ title, number, code }: { title: string; number: string; code: string }): string =>
  `\n\n${title} № ${number}. Код проверки: ${code}. Текст уведомления открывается в кабинете.`;
const byConsent =
  'Вы получили письмо, потому что согласились на письма кредиторов о долге или назвали эту почту в договоре. Отказаться можно в профиле, в разделе «Согласия».';
const byAgreement =
  'Вы получили письмо, потому что соглашение называет эту почту для уведомлений или вы согласились на письма кредиторов о долге. Сменить адрес можно в профиле.';

/** A letter that brings the notice of an assignment names the assignment: the claim may have been in the cabinet for long. */
function sentenceOf(about: LetterSubject, bringsNotice: boolean, isDueToday: boolean): string {
  if (about === 'claim' && bringsNotice) return ASSIGNED;
  return about === 'due' && isDueToday ? DUE_TODAY : LETTER_SUBJECTS[about];
}

/** A day is no sum, and without it six letters would say the same. */
const dayOf = (dueDate: Day | null): string => (dueDate === null ? '' : `. Срок платежа: ${formatDay(dueDate)}`);

/** The letters of registries. */
export const registryLetters = {
  /**
   * To a debtor who is not on the platform. The law wants the creditor, the fact of the debt and a phone named
   * (docs/domain.md §12.2); neither his name nor a sum is here, for a letter may come into wrong hands.
   */
  debtorInvited: defineLetter<{ company: string; phone: string; link: string }>({
    subject: ({ company }) => `${company}: предложение договориться о просроченной задолженности`,
    text: ({ company, phone, link }) =>
      `Здравствуйте!\n\n${company} сообщает о просроченной задолженности по договору, в котором указана эта почта. Кредитор предлагает договориться, как её погасить: обсудить можно и сумму, и платежи частями. Телефон кредитора: ${phone}.\n\nДоговориться можно на площадке «Уговор». Зарегистрируйтесь и пройдите проверку: после неё вы увидите долг, сможете предложить свои условия или ответить, что долг не ваш. Зарегистрироваться и посмотреть долг ничего не стоит и не значит признать его. Ссылка действует 30 дней.\n\n${button('Посмотреть и ответить', link)}\n\nЕсли письмо попало к вам по ошибке или вы не хотите таких писем, сообщите об этом кредитору по телефону ${phone}.`,
  }),
  /** To a debtor who is here: the same is named, and how to have no more of such letters. */
  debtorTold: defineLetter<DebtorLetterWords>({
    subject: ({ about, company, isDueToday = false }) =>
      `${company}: ${about === 'due' && isDueToday ? 'сегодня срок платежа' : subjectLines[about]}`,
    text: ({ about, company, phone, link, payLink = null, dueDate = null, isDueToday = false, notices = [] }) =>
      `Здравствуйте!\n\n${company} сообщает: ${sentenceOf(about, notices.length > 0, isDueToday)}${dayOf(dueDate)}. Телефон кредитора: ${phone}.${notices.map(noticeLine).join('')}${payLink === null ? '' : `\n\n${button('Оплатить', payLink)}`}\n\n${button('Открыть в кабинете', link)}\n\n${notices.length > 0 && about !== 'claim' ? byAgreement : byConsent}`,
  }),
};
