import { addDays, type Day, formatDay } from '../values/days.ts';
import { machine, type StatusOf, type Tone } from '../values/machine.ts';
import type { ContactStatus } from './contact-law.ts';

/**
 * What happens in the life of a debtor and what of his debts it stops (docs/decisions/0101). In a source [C] says that a page
 * stating the rule was seen, [K] that it is general knowledge which nobody has confirmed yet.
 */
export const LIFE_EVENTS = {
  bankruptcy: 'Банкротство через суд',
  bankruptcy_out_of_court: 'Внесудебное банкротство',
  death: 'Смерть заёмщика',
  incapacity: 'Недееспособность',
  service: 'Мобилизация или военная служба',
  service_death: 'Гибель на военной службе',
  service_disability: 'Инвалидность I группы из-за военной службы',
  contact_ban: 'Запрет звонков и встреч',
  family_service: 'Служба члена семьи',
  holidays: 'Кредитные каникулы',
  mortgage_holidays: 'Ипотечные каникулы',
  illness: 'Пауза по болезни',
  job_loss: 'Пауза из-за потери работы',
} as const;
export type LifeEventKind = keyof typeof LIFE_EVENTS;

/** What somebody enters about a person with a document, for all his debts, and a second person confirms. */
export const ENTERED_KINDS = [
  'bankruptcy',
  'bankruptcy_out_of_court',
  'death',
  'incapacity',
  'service',
  'service_death',
  'service_disability',
  'contact_ban',
] as const;
export type EnteredKind = (typeof ENTERED_KINDS)[number];

/** What a debtor states himself with a document. A death, an incapacity others state. */
export const OWN_KINDS = [
  'bankruptcy',
  'bankruptcy_out_of_court',
  'service',
  'service_disability',
  'contact_ban',
] as const satisfies readonly EnteredKind[];

/** Papers of these tell of somebody's health: he consents to that in writing before he sends one (152-ФЗ, ст. 10). */
const HEALTH_KINDS: readonly LifeEventKind[] = ['illness', 'incapacity', 'service_disability', 'contact_ban'];
export const isOfHealth = (kind: LifeEventKind): boolean => HEALTH_KINDS.includes(kind);

/** On a paper of these a right of its person stands, so that operators check it on after his consent is taken back (docs/decisions/0164, 0212). */
const RIGHT_KINDS: readonly LifeEventKind[] = ['service_disability', 'contact_ban'];
export const givesRight = (kind: LifeEventKind): boolean => RIGHT_KINDS.includes(kind);

/**
 * What a kind is called where somebody enters it: a ban of calls is read by creditors, who do not learn whether its person is in hospital or disabled
 * (230-ФЗ, ст. 7 [C]; docs/decisions/0212).
 */
export const ENTERING_WORDS: Readonly<Partial<Record<EnteredKind, string>>> = {
  contact_ban: 'Лечение в стационаре или инвалидность I группы',
};

/** Of these nobody tells the debtor: there is nobody left to be told. */
export const isDeath = (kind: LifeEventKind): boolean => kind === 'death' || kind === 'service_death';

/** From which day each of them acts, as its form asks. */
export const SINCE_WORDS: Readonly<Record<EnteredKind, string>> = {
  bankruptcy: 'День определения суда о признании заявления обоснованным',
  bankruptcy_out_of_court: 'День включения сведений в ЕФРСБ',
  death: 'День смерти',
  incapacity: 'День, с которого решение суда в силе',
  service: 'День призыва или начала службы',
  service_death: 'День гибели, как в свидетельстве о смерти или решении суда',
  service_disability: 'День, с которого установлена I группа',
  contact_ban: 'День, когда положили в больницу или с которого установлена I группа',
};

/** The document by which an operator confirms each of them (by service 377-ФЗ, ст. 2 [K]; docs/decisions/0130). */
export const DOCUMENT_WORDS: Readonly<Partial<Record<EnteredKind, string>>> = {
  service_death:
    'Свидетельство о смерти или решение суда, и справка воинской части или военкомата о том, что он погиб на службе',
  service_disability: 'Справка МСЭ об инвалидности I группы, в которой причина связана с военной службой',
  contact_ban: 'Справка из больницы о том, что заёмщик в ней лечится, или справка МСЭ об инвалидности I группы',
};

/** On what an event acts. */
export const LIFE_EFFECTS = {
  contact: { stops: 'Звонки и встречи', goes: 'звонки и встречи по правилам 230-ФЗ' },
  messages: { stops: 'Письма и напоминания кредитора', goes: 'письма и напоминания' },
  penalty: { stops: 'Начисление неустойки', goes: 'неустойка' },
  interest: { stops: 'Начисление процентов', goes: 'проценты по договору' },
  breach: { stops: 'Расторжение соглашения за нарушение', goes: 'расторжение за нарушение' },
  payments: { stops: 'Требование платежей по графику', goes: 'платежи по графику' },
  bargaining: { stops: 'Новые договорённости', goes: 'торги и новые договорённости' },
  enforcement: { stops: 'Взыскание по исполнительному листу', goes: 'взыскание по исполнительному листу' },
} as const;
export type LifeEffect = keyof typeof LIFE_EFFECTS;
export const ALL_EFFECTS = Object.keys(LIFE_EFFECTS) as LifeEffect[];

/**
 * An event on its way: one person enters it, another confirms it; what is asked of a creditor he answers; a right needs nobody.
 * From the end of it on nothing stops any more; the days before stay as they were.
 */
export const lifeEventMachine = machine('life-event', {
  first: ['waiting', 'in_force'],
  states: {
    waiting: { label: 'Ждёт решения', tone: 'warning' },
    in_force: { label: 'Действует', tone: 'info' },
    refused: { label: 'Отказано', tone: 'neutral' },
    over: { label: 'Завершено', tone: 'neutral' },
  },
  moves: {
    confirm: {
      from: ['waiting'],
      to: 'in_force',
      by: ['operator:manager', 'administrator', 'manager', 'head', 'individual'],
      label: 'Подтвердить',
    },
    refuse: {
      from: ['waiting'],
      to: 'refused',
      by: ['operator:manager', 'administrator', 'manager', 'head', 'individual', 'system'],
      label: 'Отказать',
    },
    end: {
      from: ['in_force'],
      to: 'over',
      by: ['operator:manager', 'administrator', 'head', 'individual', 'system'],
      label: 'Завершить',
    },
  },
});
export type LifeEventStatus = StatusOf<typeof lifeEventMachine>;

/** Why a pause does not begin that nobody has refused: its debtor has taken it back, or something else has ended it. */
export const NOT_BEGUN = { recalled: 'Отозвано заёмщиком', dropped: 'Не началось' } as const;
export type NotBegun = keyof typeof NOT_BEGUN;

/** The word and the tone of an event wherever it is shown. */
export const lifeEventShown = (
  status: LifeEventStatus,
  notBegun: NotBegun | null,
): { readonly label: string; readonly tone: Tone } => ({
  label: notBegun === null ? lifeEventMachine.label(status) : NOT_BEGUN[notBegun],
  tone: lifeEventMachine.tone(status),
});

/**
 * An event that counts: from its first day to its last, both within; null is open. One that `isStated` nobody has confirmed:
 * its debtor has told of it, and it stops a few things for a few days.
 */
export type LifeSpan = {
  readonly kind: LifeEventKind;
  readonly since: Day;
  readonly until: Day | null;
  readonly isStated?: boolean;
};

/** For so many days, the day on which he states it within: operators decide in fewer. */
export const STATED_DAYS = 14;
/** After operators have refused what he has stated, his next word stops nothing for so many days. */
export const REFUSED_WORD_DAYS = 365;

/** What is stated on a day is while nobody has decided about it. */
export const statedSpan = (kind: LifeEventKind, on: Day): LifeSpan => ({
  kind,
  since: on,
  until: addDays(on, STATED_DAYS - 1),
  isStated: true,
});

/** Days on which something stands still, the first and the last within. */
export type StillDays = { readonly since: Day; readonly until: Day | null };

/** What the kinds that close every channel are called in the journal of contacts. */
const CONTACT_STATUS: Readonly<Partial<Record<LifeEventKind, ContactStatus>>> = {
  bankruptcy: 'bankrupt',
  bankruptcy_out_of_court: 'bankrupt',
  death: 'deceased',
  incapacity: 'incapacitated',
  service_death: 'deceased',
  service_disability: 'disabled_1',
};

/** The contact statuses by the kinds of which they follow; of the others no channel is closed. */
export const contactStatuses = (): [LifeEventKind, ContactStatus][] =>
  Object.entries(CONTACT_STATUS).map(([kind, status]) => [kind as LifeEventKind, status]);

/** «Банкротство через суд с 12.10.2026». Of what nobody has confirmed it does not say what it is. */
export const lifeTitle = ({ kind, since, until, isStated = false }: LifeSpan): string =>
  isStated
    ? `Оператор проверяет обстоятельство заёмщика${until === null ? '' : ` по ${formatDay(until)}`}`
    : `${LIFE_EVENTS[kind]} с ${formatDay(since)}${until === null ? '' : ` по ${formatDay(until)}`}`;

/**
 * The number of an arbitration court's case that a comment names, with the letter as courts write it: «А40-12345/2026». It is
 * published (127-ФЗ, ст. 213.7 [K]), so whoever is a side of the debt may read it, though not the comment.
 */
export function caseNumberIn(comment: string | null): string | null {
  const found = /(?<![\p{L}\d])[AАaа](\d{2}-\d{1,7}\/\d{4})(?!\d)/u.exec(comment ?? '');
  return found ? `А${found[1]}` : null;
}

/** So far back an event may be when it is entered: as long as the law knows bankruptcy of citizens. */
const FIRST_DAY = '2015-10-01';

/** What is wrong with the days of an event as it is entered, by field. */
export function lifeEventProblems({ since, until }: StillDays, today: Day): Partial<Record<'since' | 'until', string>> {
  return {
    ...(since > today && { since: 'Событие ещё не наступило' }),
    ...(since < FIRST_DAY && { since: `Не раньше ${formatDay(FIRST_DAY as Day)}` }),
    ...(until !== null && until < since && { until: 'Конец раньше начала' }),
  };
}
