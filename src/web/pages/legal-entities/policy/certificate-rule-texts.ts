/** The words of the rule by which certificates are signed without a person. */
export const certificateRuleTexts = {
  title: 'Справки подписываются сами',
  on: (signer: string, at: string, code: string) =>
    `Правило действует: подписал ${signer}, ${at}, код операции ${code}.`,
  off: 'Правила нет: каждую справку подписывает руководитель кодом. Срок — 5 рабочих дней.',
  sign: 'Подписать правило',
  action: 'Подписать',
  signTitle: 'Правило о справках',
  signed: 'Правило подписано',
  revoke: 'Отозвать правило',
  revokeAsk: 'Новые справки придётся подписывать кодом. Отозвать правило?',
  revoked: 'Правило отозвано',
};
