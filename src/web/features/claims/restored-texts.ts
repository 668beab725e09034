/** The words of a claim of which a terminated agreement has left something: both figures, and why its creditor states more. */
export const restoredTexts = {
  title: 'После расторжения соглашения',
  left: (sum: string, day: string) => `Соглашение расторгнуто ${day}: от долга осталось ${sum}.`,
  more: (sum: string, by: string) => `Сейчас кредитор заявляет ${sum}, это на ${by} больше.`,
  why: (words: string, day: string) => `Объяснение кредитора от ${day}: «${words}».`,
  most: (sum: string) => `Больше ${sum} кредитор здесь не заявит, пока не объяснит, почему долг вырос.`,
  mostAgain: (sum: string) => `Больше ${sum} кредитор здесь не заявит, пока снова не объяснит, почему долг вырос.`,
  action: 'Объяснить рост долга',
  lead: 'Заёмщик получит уведомление и прочитает сумму и объяснение. После этого строки реестра до этой суммы принимаются.',
  total: 'До какой суммы вырос долг,\u00a0₽',
  wrongSum: 'Сумма в рублях, например 12 500,50',
  reason: 'Почему: какие проценты, за какие дни, какое решение суда',
  send: 'Отправить заёмщику',
  done: 'Объяснение отправлено заёмщику',
};
