import type { Side } from '#domain/values/machine.ts';

/** The words of offering terms. */
export const offerTexts = {
  title: { individual: 'Ваш план погашения', creditor: 'Условия для заёмщика' } satisfies Record<Side, string>,
  back: 'Назад к торгам',
  comment: { individual: 'Комментарий кредитору', creditor: 'Комментарий заёмщику' } satisfies Record<Side, string>,
  desired: (sum: string) => `В заявке заёмщик написал, что готов заплатить ${sum}. План начинается с этой суммы.`,
  action: 'Предложить эти условия',
  after: 'Подтвердите кодом из письма.',
  binds: (day: string) =>
    `Предложение действует по ${day} включительно: до этого дня другая сторона может его принять.`,
  paidSince: (day: string): Record<Side, string> => ({
    individual: `Платили после ${day}? Скажите кредитору до подписи. Если договоритесь, эти деньги зачтутся: запишите их на странице соглашения.`,
    creditor: `Заёмщик платил после ${day} или с него взыскали? Эти деньги зачтутся в соглашение: запишите их на его странице.`,
  }),
  sign: 'Подписать и отправить',
  signTitle: 'Подпишите предложение',
  what: (sum: string, shape: string, day: string) => `Вы предлагаете: всего ${sum}, ${shape}, первый платёж ${day}.`,
  binding: 'Если другая сторона примет его без изменений, соглашение будет заключено.',
  done: 'Предложение отправлено',
  closed: 'Сейчас предложить условия нельзя: посмотрите, чей ход.',
};
