/**
 * What a creditor reads when an agreement changes what he reports of a debtor: he is the source of a credit history and reports
 * himself, within the term of the law (218-ФЗ, ст. 5; docs/decisions/0106).
 */
export const bureauReminder = (what: string): string =>
  `Соглашение ${what}. Если ваша компания передаёт сведения в бюро кредитных историй, сообщите об этом в срок, который даёт закон (218-ФЗ, ст. 5)`;
