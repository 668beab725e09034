/** The words of codes from letters. */
export const codeTexts = {
  sent: (to: string) => `Мы отправили код на ${to}. Он действует 10 минут.`,
  code: 'Код из письма',
  codeHint: '6 цифр',
  getCode: 'Получить код',
  noCode: 'Сначала получите код и введите его',
  again: 'Отправить код ещё раз',
  mailbox: 'Открыть почтовый ящик демонстрации',
  mailboxWithSms: 'Открыть письма и СМС демонстрации',
  failed: 'Код не отправлен',
};
