/** What a creditor's letter tells a debtor who is on the platform. */
export const LETTER_SUBJECTS = {
  claim: 'требование о просроченной задолженности появилось в вашем кабинете',
  offer: 'по вашей просроченной задолженности предложены условия: ответьте, пока предложение действует',
  concluded: 'соглашение о погашении вашей задолженности заключено, документы лежат в кабинете',
  due: 'приближается срок платежа по соглашению о погашении вашей задолженности',
  overdue: 'платёж по соглашению о погашении вашей задолженности просрочен',
  cure: 'соглашение о погашении вашей задолженности может быть расторгнуто, если не внести просроченное в срок, который называет уведомление',
  breached: 'соглашение о погашении вашей задолженности расторгнуто: прощение долга больше не действует',
  requisites: 'изменились реквизиты, по которым он получает деньги; новые названы в уведомлении',
} as const;
/** What it says on the very day of the payment. */
export const DUE_TODAY = 'сегодня срок платежа по соглашению о погашении вашей задолженности';
/** What it says instead of the claim when it brings the notice of an assignment, the first or one in place of another. */
export const ASSIGNED =
  'в вашем кабинете лежит уведомление об уступке ему права требовать вашу просроченную задолженность';

export type LetterSubject = keyof typeof LETTER_SUBJECTS;

/** Letters that bring notices, which are documents: they wait for an address rather than being given up (docs/decisions/0098). */
export const NOTICE_SUBJECTS: readonly LetterSubject[] = ['cure', 'breached', 'requisites'];
