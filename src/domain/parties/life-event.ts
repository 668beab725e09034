import { addDays, type Day, formatDay } from '../values/days.ts';
import { machine, type StatusOf } from '../values/machine.ts';
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
  holidays: 'Кредитные каникулы',
  mortgage_holidays: 'Ипотечные каникулы',
  illness: 'Пауза по болезни',
  job_loss: 'Пауза из-за потери работы',
} as const;
export type LifeEventKind = keyof typeof LIFE_EVENTS;

/** What somebody enters about a person with a document, for all his debts, and a second person confirms. */
export const ENTERED_KINDS = ['bankruptcy', 'bankruptcy_out_of_court', 'death', 'incapacity', 'service'] as const;
export type EnteredKind = (typeof ENTERED_KINDS)[number];

/** From which day each of them acts, as its form asks. */
export const SINCE_WORDS: Readonly<Record<EnteredKind, string>> = {
  bankruptcy: 'День определения суда о признании заявления обоснованным',
  bankruptcy_out_of_court: 'День включения сведений в ЕФРСБ',
  death: 'День смерти',
  incapacity: 'День, с которого решение суда в силе',
  service: 'День призыва или начала службы',
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

/** Whether an event stops something, and by what: a law with its mark, or what we have decided for the weaker side. */
type LifeRule = { readonly stops: boolean; readonly by: string };

const stops = (by: string): LifeRule => ({ stops: true, by });
const goes = (by: string): LifeRule => ({ stops: false, by });
const OURS = 'решение площадки за слабую сторону (0101)';
const UNTOUCHED = 'закон не запрещает';

const courtMoratorium = stops('127-ФЗ, ст. 213.11, п. 2 [K]');
const moratorium = stops('127-ФЗ, ст. 223.4, п. 1 [K]');
const goodwill = {
  contact: stops(OURS),
  messages: goes(UNTOUCHED),
  penalty: stops(OURS),
  interest: goes('проценты графика; дни паузы: по соглашению сторон'),
  breach: stops(OURS),
  payments: stops('дополнительное соглашение сторон'),
  bargaining: goes(UNTOUCHED),
  enforcement: goes('соглашение без суда не останавливает исполнение (229-ФЗ, ст. 50) [K]'),
} as const;
const credit = {
  contact: goes(UNTOUCHED),
  messages: goes(UNTOUCHED),
  penalty: stops('353-ФЗ, ст. 6.1-2 [C]'),
  interest: goes('353-ФЗ, ст. 6.1-2 [C]'),
  breach: stops('353-ФЗ, ст. 6.1-2 [K]'),
  payments: stops('353-ФЗ, ст. 6.1-2 [C]'),
  bargaining: goes(UNTOUCHED),
  enforcement: goes('при решении суда в силе каникул нет (353-ФЗ, ст. 6.1-2) [C]'),
} as const;

/** The one table: kind by effect. Whoever asks what an event stops asks it here. */
export const LIFE_TABLE: Readonly<Record<LifeEventKind, Readonly<Record<LifeEffect, LifeRule>>>> = {
  bankruptcy: {
    contact: stops('230-ФЗ, ст. 7 [C]'),
    messages: stops(OURS),
    penalty: courtMoratorium,
    interest: courtMoratorium,
    breach: stops('требования предъявляют в деле о банкротстве: 127-ФЗ, ст. 213.11, п. 2 [K]'),
    payments: courtMoratorium,
    bargaining: stops('127-ФЗ, ст. 213.11, п. 5 [K]'),
    enforcement: stops('229-ФЗ, ст. 69.1 [K]'),
  },
  bankruptcy_out_of_court: {
    contact: stops('230-ФЗ, ст. 7 [C]; для внесудебного [K]'),
    messages: stops(OURS),
    penalty: moratorium,
    interest: moratorium,
    breach: stops(OURS),
    payments: moratorium,
    bargaining: stops('127-ФЗ, ст. 223.4, п. 6 [K]'),
    enforcement: stops('229-ФЗ, ст. 69.1 [K]'),
  },
  death: {
    contact: stops(`${OURS}: пока наследники не известны`),
    messages: stops(`${OURS}: пока наследники не известны`),
    penalty: stops(`${OURS}; ср. п. 61 пост. Пленума ВС РФ от 29.05.2012 № 9 [K]`),
    interest: goes('долг переходит к наследникам: ГК РФ, ст. 1175 [K]'),
    breach: stops(`${OURS}: пока наследники не известны`),
    payments: stops(`${OURS}: наследники отвечают в пределах наследства, ГК РФ, ст. 1175 [K]`),
    bargaining: stops(`${OURS}: сторона соглашения ещё не известна`),
    enforcement: stops('229-ФЗ, ст. 40 [K]'),
  },
  incapacity: {
    contact: stops('230-ФЗ, ст. 7 [C]'),
    messages: stops(OURS),
    penalty: stops(OURS),
    interest: goes('договор действует, за гражданина его исполняет опекун: ГК РФ, ст. 29 [K]'),
    breach: stops(OURS),
    payments: stops(`${OURS}: пока опекун не известен`),
    bargaining: stops('ГК РФ, ст. 29, 171 [K]'),
    enforcement: stops('229-ФЗ, ст. 40 [K]'),
  },
  service: {
    contact: stops(OURS),
    messages: goes(UNTOUCHED),
    penalty: stops('377-ФЗ, ст. 1; для долгов не из займа решение площадки (0101) [K]'),
    interest: goes('377-ФЗ, ст. 1 [K]'),
    breach: stops('377-ФЗ, ст. 1 [K]'),
    payments: stops('377-ФЗ, ст. 1 [K]'),
    bargaining: goes(UNTOUCHED),
    enforcement: stops('229-ФЗ, ст. 40 [K]'),
  },
  holidays: credit,
  mortgage_holidays: {
    ...credit,
    penalty: stops('353-ФЗ, ст. 6.1-1 [K]'),
    interest: goes('353-ФЗ, ст. 6.1-1 [K]'),
    breach: stops('353-ФЗ, ст. 6.1-1 [K]'),
    payments: stops('353-ФЗ, ст. 6.1-1 [K]'),
  },
  illness: { ...goodwill, contact: stops('230-ФЗ, ст. 7: лечение в стационаре [C]; вне его решение площадки (0101)') },
  job_loss: goodwill,
};

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
      by: ['operator:manager', 'administrator'],
      label: 'Завершить',
    },
  },
});
export type LifeEventStatus = StatusOf<typeof lifeEventMachine>;

/** A confirmed event: from its first day to its last, both within; null is open. */
export type LifeSpan = { readonly kind: LifeEventKind; readonly since: Day; readonly until: Day | null };

/** Days on which something stands still, the first and the last within. */
export type StillDays = { readonly since: Day; readonly until: Day | null };

const holdsOn = ({ since, until }: LifeSpan, day: Day): boolean => since <= day && (until === null || day <= until);

/** Whether a kind stops something. */
export const stopsBy = (kind: LifeEventKind, effect: LifeEffect): boolean => LIFE_TABLE[kind][effect].stops;

/** The event that stops something on a day, the oldest of several; null when it goes on. */
export function stoppedBy<Span extends LifeSpan>(events: readonly Span[], effect: LifeEffect, day: Day): Span | null {
  const found = events.filter((event) => stopsBy(event.kind, effect) && holdsOn(event, day));
  return found.toSorted((one, other) => (one.since < other.since ? -1 : 1))[0] ?? null;
}

/** All days on which something stands still, in order, none counted twice. */
export function stillDays(events: readonly LifeSpan[], effect: LifeEffect): StillDays[] {
  const spans = events
    .filter(({ kind }) => stopsBy(kind, effect))
    .map(({ since, until }) => ({ since, until }))
    .toSorted((one, other) => (one.since < other.since ? -1 : 1));
  return spans.reduce<StillDays[]>((joined, span) => {
    const last = joined.at(-1);
    if (!last || (last.until !== null && addDays(last.until, 1) < span.since)) return [...joined, span];
    const until = last.until === null || span.until === null ? null : latest(last.until, span.until);
    return [...joined.slice(0, -1), { since: last.since, until }];
  }, []);
}

const latest = (one: Day, other: Day): Day => (one > other ? one : other);

/** What the kinds that close every channel are called in the journal of contacts. */
const CONTACT_STATUS: Readonly<Partial<Record<LifeEventKind, ContactStatus>>> = {
  bankruptcy: 'bankrupt',
  bankruptcy_out_of_court: 'bankrupt',
  death: 'deceased',
  incapacity: 'incapacitated',
};

/** The contact statuses by the kinds of which they follow; of the others no channel is closed. */
export const contactStatuses = (): [LifeEventKind, ContactStatus][] =>
  Object.entries(CONTACT_STATUS).map(([kind, status]) => [kind as LifeEventKind, status]);

/** «Банкротство через суд с 12.10.2026» */
export const lifeTitle = ({ kind, since, until }: LifeSpan): string =>
  `${LIFE_EVENTS[kind]} с ${formatDay(since)}${until === null ? '' : ` по ${formatDay(until)}`}`;

/** What stops and what goes on, in words. */
export function lifeWords(kind: LifeEventKind): { stops: string[]; goes: string[] } {
  const effects = Object.keys(LIFE_EFFECTS) as LifeEffect[];
  return {
    stops: effects.filter((effect) => stopsBy(kind, effect)).map((effect) => LIFE_EFFECTS[effect].stops),
    goes: effects.filter((effect) => !stopsBy(kind, effect)).map((effect) => LIFE_EFFECTS[effect].goes),
  };
}

/** So far back an event may lie when it is entered: as long as the law knows bankruptcy of citizens. */
const FIRST_DAY = '2015-10-01';

/** What is wrong with the days of an event as it is entered, by field. */
export function lifeEventProblems({ since, until }: StillDays, today: Day): Partial<Record<'since' | 'until', string>> {
  return {
    ...(since > today && { since: 'Событие ещё не наступило' }),
    ...(since < FIRST_DAY && { since: `Не раньше ${formatDay(FIRST_DAY as Day)}` }),
    ...(until !== null && until < since && { until: 'Конец раньше начала' }),
  };
}
