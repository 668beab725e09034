import { SIGNING_ACTS, type SigningAct } from '#domain/parties/signing-right.ts';

/** The words of powers of attorney. */
export const powerTexts = {
  title: 'Доверенности',
  open: 'Доверенности',
  openOf: (name: string) => `Доверенности: ${name}`,
  none: 'Доверенностей нет. Без доверенности подписывает только представитель из карточки компании.',
  ownTitle: 'Право подписи',
  ownLead: 'По доверенности вы подписываете от имени компании. Её заносит и отзывает руководитель.',
  ownNone:
    'Доверенностей у вас нет. Без доверенности подписывает только руководитель, который назван представителем в карточке компании.',
  number: (number: string) => `Доверенность № ${number}`,
  days: (from: string, until: string) => `С ${from} по ${until}`,
  acts: (scope: readonly SigningAct[]) => `Право ${scope.map((act) => SIGNING_ACTS[act]).join('; ')}`,
  inForce: 'Действует',
  notYet: 'Ещё не действует',
  over: 'Срок прошёл',
  revoked: 'Отозвана',
  entered: (by: string | null, at: string) => (by === null ? `Занесена ${at}` : `Занесена ${at}, ${by}`),
  revokedAt: (by: string | null, at: string, reason: string) =>
    by === null ? `Отозвана ${at}. Причина: ${reason}` : `Отозвана ${at}, ${by}. Причина: ${reason}`,
  add: 'Занести доверенность',
  added: 'Доверенность занесена',
  fields: {
    number: 'Номер',
    issuedOn: 'Дата выдачи',
    validUntil: 'Действует по',
    scope: 'Что может подписывать',
  },
  acting: {
    conclude: 'Заключать соглашения: предлагать и принимать условия',
    change: 'Изменять и прекращать соглашения: новый график, отмена, расторжение с уведомлениями о нём',
    certify: 'Выдавать справки об исполнении',
  } satisfies Record<SigningAct, string>,
  scan: 'Скан доверенности',
  noScan: 'Скан не приложен.',
  attach: 'Приложить скан',
  replace: 'Заменить скан',
  look: 'Посмотреть',
  held: 'Скан проверяется на вирусы',
  infected: 'В скане найден вирус: приложите другой',
  revoke: 'Отозвать',
  revokeOf: (number: string) => `Отозвать доверенность № ${number}`,
  revokeLead: 'Подписывать по ней будет нельзя сразу. То, что подписано раньше, остаётся в силе.',
  reason: 'Причина',
  done: 'Доверенность отозвана',
};
