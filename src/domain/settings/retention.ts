import type { Settings } from './setting.ts';

/**
 * How long what is known of people is kept (docs/domain.md §12.4). An administrator turns the terms, within what the law
 * wants: what it has us keep is not shortened, what it has us end is not put off.
 */
export const RETENTION = {
  regretDays: {
    label: 'Отмена стирания',
    help: 'Сколько дней человек может передумать, попросив стереть его данные. Закон отводит на стирание тридцать (152-ФЗ, ст. 21).',
    kind: 'days',
    min: 1,
    max: 20,
    defaultValue: 3,
  },
  unmatchedEntryMonths: {
    label: 'Записи, для которых никого не нашлось',
    help: 'Сколько хранятся данные заёмщика из упрощённого реестра, если он не пришёл на площадку.',
    kind: 'months',
    min: 1,
    max: 12,
    defaultValue: 6,
  },
  disownedEntryDays: {
    label: 'Записи «не мой долг»',
    help: 'Когда от записи, которую заёмщик отклонил, остаётся одна отметка ИНН. Не раньше, чем пройдёт время передумать.',
    kind: 'days',
    min: 1,
    max: 90,
    defaultValue: 30,
  },
  removedFileDays: {
    label: 'Удалённые файлы',
    help: 'Сколько хранится файл, который убрал его владелец.',
    kind: 'days',
    min: 30,
    max: 365,
    defaultValue: 90,
  },
  letterDays: {
    label: 'Отправленные письма и уведомления',
    help: 'Сколько хранится отправленное, доставленное или оставленное без доставки.',
    kind: 'days',
    min: 30,
    max: 1_095,
    defaultValue: 180,
  },
  endedConsentYears: {
    label: 'Отозванные согласия',
    help: 'Сколько можно доказать, что согласие было дано. Закон отводит на споры три года (ГК РФ, ст. 196).',
    kind: 'years',
    min: 3,
    max: 10,
    defaultValue: 3,
  },
  contactYears: {
    label: 'Взаимодействие с заёмщиком',
    help: 'Сколько хранится, что сообщали по требованию, которого больше нет, и решённая жалоба. По закону не меньше трёх лет (230-ФЗ).',
    kind: 'years',
    min: 3,
    max: 10,
    defaultValue: 3,
  },
  deadTokenDays: {
    label: 'Истёкшие ссылки и сеансы',
    help: 'Сколько помнится, для кого была ссылка и откуда был сеанс.',
    kind: 'days',
    min: 1,
    max: 90,
    defaultValue: 30,
  },
  securityEventDays: {
    label: 'События безопасности',
    help: 'Сколько помнится, откуда пробовали войти с неверным паролем и где отказывали в доступе.',
    kind: 'days',
    min: 30,
    max: 1_095,
    defaultValue: 180,
  },
} as const satisfies Settings;

/** What keeps a person from being erased, as he is told. */
export const KEEPERS = {
  request: 'заявка у кредитора',
  settlement: 'незакрытое урегулирование',
  claim: 'действующее требование кредитора',
  payment: 'незавершённый платёж',
} as const;
export type Keeper = keyof typeof KEEPERS;
