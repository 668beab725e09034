import { button, defineLetter } from '#server/platform/jobs/letters.ts';

interface About extends Record<string, unknown> {
  /** «Справка об отсутствии задолженности» */
  paper: string;
  /** Of the settlement; sums and names are behind the link, for a letter may come into wrong hands. */
  settlement: string;
  link: string;
}

/** The letters of certificates. */
export const certificateLetters = {
  certificateIssued: defineLetter<About & { number: string; code: string }>({
    subject: ({ paper, settlement }) => `${paper} по ${settlement}`,
    text: ({ paper, number, settlement, code, link }) =>
      `Здравствуйте!\n\n${paper} № ${number} по соглашению ${settlement} подписана и выдана. Код проверки: ${code}. Справка лежит в кабинете, её можно скачать.\n\n${button('Открыть справку', link)}`,
  }),
  certificateDue: defineLetter<About & { dueOn: string }>({
    subject: ({ paper, settlement }) => `Подпишите: ${paper.toLowerCase()} по ${settlement}`,
    text: ({ paper, settlement, dueOn, link }) =>
      `Здравствуйте!\n\n${paper} по соглашению ${settlement} ещё не подписана. Срок: ${dueOn} включительно.\n\n${button('Подписать справку', link)}\n\nЧтобы справки подписывались сами, руководитель может подписать правило в карточке компании, в условиях.`,
  }),
  certificateMissed: defineLetter<About & { dueOn: string }>({
    subject: ({ settlement }) => `Кредитор не выдал справку в срок по ${settlement}`,
    text: ({ paper, settlement, dueOn, link }) =>
      `Здравствуйте!\n\n${paper} по соглашению ${settlement} должна была быть выдана по ${dueOn} включительно, но кредитор её не подписал. Мы сообщили об этом кредитору и операторам площадки. Справка появится в кабинете, когда кредитор её подпишет; тогда придёт письмо.\n\n${button('Открыть соглашение', link)}`,
  }),
  ruleCode: defineLetter<{ name: string; code: string }>({
    subject: () => 'Код подписи правила о справках',
    text: ({ name, code }) =>
      `Здравствуйте!\n\nКод, чтобы подписать правило о справках ${name}: ${code}\n\nКод — для того текста, который вы прочитали: к другому он не подойдёт. Он действует 10 минут и один раз. Введя его, вы подписываете правило простой электронной подписью: справки об отсутствии задолженности и о состоянии долга будут выдаваться и подписываться от имени компании без участия человека. Никому не сообщайте код.`,
  }),
  certificateCode: defineLetter<{ paper: string; settlement: string; code: string }>({
    subject: ({ settlement }) => `Код подписи справки по ${settlement}`,
    text: ({ paper, settlement, code }) =>
      `Здравствуйте!\n\nКод, чтобы подписать и выдать документ «${paper}» по соглашению ${settlement}: ${code}\n\nКод — для того текста, который вы прочитали: к другому он не подойдёт. Он действует 10 минут и один раз. Введя его, вы подписываете справку простой электронной подписью от имени компании. Никому не сообщайте код.`,
  }),
};
