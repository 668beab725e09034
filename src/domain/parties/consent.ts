/** What a person agrees to, each by a document of its own (docs/domain.md §11). The texts are the server's. */
export const CONSENT_KINDS = [
  'pep-agreement',
  'personal-data-platform',
  'personal-data-creditor',
  'personal-data-partner',
  'company-data-partner',
  'interaction-channels',
  'marketing',
  'health-data',
  'autopayment',
] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/**
 * The first wording of the rules of signing that binds all participants with one another (63-ФЗ ст. 6 ч. 2, ст. 9): whoever has
 * accepted an older one accepts it before his next signature.
 */
export const SIGNING_RULES_WORDING = 2;

/**
 * The first wording of each consent that lets something be done as it is done now. Who has signed an older one signs this before it goes on:
 * the plan by which money is taken is what he has agreed to (docs/decisions/0180), and a stay in hospital is told since the second wording of the
 * other (docs/decisions/0212).
 */
export const HOLDING_WORDING: Readonly<Partial<Record<ConsentKind, number>>> = { autopayment: 1, 'health-data': 2 };

/** What everybody may read beside the consents, and nobody signs. */
export const PUBLIC_DOCUMENT_KINDS = ['privacy-policy', 'terms-of-use'] as const;
export type PublicDocumentKind = (typeof PUBLIC_DOCUMENT_KINDS)[number];

/** By which way a consent was given. */
export const CONSENT_CHANNELS = { web: 'на сайте' } as const;
export type ConsentChannel = keyof typeof CONSENT_CHANNELS;

/** What follows from taking a consent back; one that cannot be taken back by itself says why. */
interface Withdrawal {
  readonly possible: boolean;
  readonly effect: string;
}

const WITHDRAWALS: Readonly<Record<ConsentKind, Withdrawal>> = {
  'pep-agreement': {
    possible: false,
    effect: 'Действует, пока есть учётная запись: по нему проверяются уже подписанные документы.',
  },
  'personal-data-platform': {
    possible: true,
    effect:
      'Учётная запись будет закрыта, а данные стёрты. Пока идут заявки, соглашения или требования кредиторов, закон обязывает хранить нужные для них данные; документы закрытых сделок хранятся пять лет. До стирания отзыв можно отменить. Вместе с ним отзывается и согласие на данные о здоровье: просьба о паузе из-за болезни, на которую кредитор ещё не ответил или которую вы не подписали, закроется сразу, и вернуть её отменой нельзя. Инвалидность, о которой вы сообщили, оператор проверит: от этого зависит, прекращён ли ваш долг.',
  },
  'personal-data-creditor': {
    possible: true,
    effect: 'Новые заявки и условия не будут передаваться кредиторам. То, что уже передано, остаётся у них.',
  },
  'personal-data-partner': {
    possible: true,
    effect: 'Новые данные в РНКО не уйдут. Пройденную идентификацию РНКО хранит пять лет по закону.',
  },
  'company-data-partner': {
    possible: false,
    effect: 'Это подтверждение прав представителя компании: оно относится к уже переданным данным.',
  },
  'interaction-channels': {
    possible: true,
    effect:
      'Письма и уведомления кредиторов о долге приходить не будут, и первыми в разговоре кредиторы вам не напишут: смогут только ответить. Требования и предложения по-прежнему видны в личном кабинете.',
  },
  marketing: { possible: true, effect: 'Новости платформы приходить не будут.' },
  'health-data': {
    possible: true,
    effect:
      'Приложить документ о здоровье больше не получится. Просьба о паузе из-за болезни, на которую кредитор ещё не ответил или которую вы не подписали, закроется, и её документ никто, кроме вас, не откроет, пока вы не дадите согласие снова. Инвалидность или лечение в стационаре, о которых вы сообщили, оператор проверит и после отзыва: от этого зависит, прекращён ли ваш долг и можно ли вам звонить (152-ФЗ, ст. 9, ч. 2, и ст. 10, ч. 2, п. 6). Чтобы её не проверяли, напишите в поддержку.',
  },
  autopayment: {
    possible: true,
    effect:
      'Все автоплатежи выключатся сразу, привязка карты или СБП будет снята. Списание, которое ещё не передано в РНКО, не состоится. Сроки платежей по графику не изменятся: платить нужно будет самостоятельно.',
  },
};

/** An employee's account belongs to his place in the company: it is closed where he is dismissed. */
const OF_EMPLOYEE: Withdrawal = {
  possible: false,
  effect: 'Доступ сотрудника закрывает руководитель компании: с увольнением обработка данных прекращается.',
};

/** What follows when somebody takes back a document of this kind. */
export const withdrawalOf = (kind: ConsentKind, owner: string): Withdrawal =>
  kind === 'personal-data-platform' && owner !== 'individual' ? OF_EMPLOYEE : WITHDRAWALS[kind];
