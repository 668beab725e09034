import { button, defineLetter } from '#server/platform/jobs/letters.ts';

/** What a code is for, as its letter says: whoever confirms what somebody else has written is told so. */
const acts = {
  add: {
    subject: 'Код для новых реквизитов',
    what: 'добавить реквизиты',
    note: '',
  },
  change: { subject: 'Код для изменения реквизитов', what: 'изменить реквизиты', note: '' },
  choose: {
    subject: 'Код для выбора основных реквизитов',
    what: 'сделать реквизиты основными',
    note: 'Деньги пойдут на этот счёт. ',
  },
  confirm: {
    subject: 'Код для подтверждения реквизитов',
    what: 'подтвердить реквизиты, которые ввёл или изменил другой человек',
    note: 'После этого деньги пойдут на этот счёт: сверьте его номер с договором с банком. ',
  },
} as const;

interface CodeData extends Record<string, unknown> {
  code: string;
  number?: string;
  /** None in letters of before. */
  act?: keyof typeof acts;
}

/** The letters of payment details. */
export const paymentDetailLetters = {
  changeCode: defineLetter<CodeData>({
    subject: ({ act = 'change' }) => acts[act].subject,
    text: ({ code, number, act = 'change' }) =>
      `Здравствуйте!\n\nКод, чтобы ${acts[act].what}: ${code}\n\n${acts[act].note}${number === undefined ? '' : `Код — для реквизитов ${number}: к другим он не подойдёт. `}Он действует 10 минут и один раз. Никому не сообщайте код. Если вы не меняете реквизиты, смените пароль: кто-то вошёл под вашей учётной записью.`,
  }),
  accountChanged: defineLetter<{ company: string; account: string; link: string }>({
    subject: () => 'Изменился счёт, на который приходят деньги компании',
    text: ({ company, account, link }) =>
      `Здравствуйте!\n\nДеньги компании ${company} теперь приходят на счёт: ${account}. На новый счёт выплаты ближайшие сутки не уходят сами, а первую проверят два оператора; столько же новые соглашения и уведомления называют прежний счёт, если он был.\n\nЕсли счёт назвали не вы и не ваши коллеги, сразу смените пароль, удалите эти реквизиты и напишите нам.\n\n${button('Посмотреть реквизиты', link)}`,
  }),
  accountAdded: defineLetter<{ company: string; account: string; next: string; link: string }>({
    subject: () => 'У компании новый счёт',
    text: ({ company, account, next, link }) =>
      `Здравствуйте!\n\nВ реквизитах компании ${company} появился счёт: ${account}. Деньги на него пока не идут. ${next}.\n\nЕсли его внесли не вы и не ваши коллеги, смените пароль, удалите эти реквизиты и напишите нам.\n\n${button('Посмотреть реквизиты', link)}`,
  }),
  changedByOperator: defineLetter<{ what: string; link: string }>({
    subject: () => 'Оператор изменил ваши реквизиты',
    text: ({ what, link }) =>
      `Здравствуйте!\n\nОператор площадки изменил реквизиты: ${what}. Деньги туда не идут, пока вы не подтвердите их кодом.\n\nЕсли вы об этом не просили, не подтверждайте их и напишите нам.\n\n${button('Посмотреть реквизиты', link)}`,
  }),
};
