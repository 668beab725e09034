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

/** What a debtor states himself with a document. A death, an incapacity others state. */
export const OWN_KINDS = ['bankruptcy', 'bankruptcy_out_of_court', 'service'] as const satisfies readonly EnteredKind[];

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
export const ALL_EFFECTS = Object.keys(LIFE_EFFECTS) as LifeEffect[];

/**
 * Whether an event stops something. `by` is read on screens: the law by its name, or that it is the platform's own rule;
 * `source` is for whoever keeps the table: the article with its mark, or the decision.
 */
type LifeRule = { readonly stops: boolean; readonly by: string; readonly source: string };

const stops = (by: string, source: string): LifeRule => ({ stops: true, by, source });
const goes = (by: string, source: string): LifeRule => ({ stops: false, by, source });
/** What the law leaves open, decided for the weaker side. */
const ours = (why?: string, source?: string): LifeRule =>
  stops(why ? `правило площадки: ${why}` : 'правило площадки', source ? `0101; ${source}` : '0101');

const BANKRUPTCY_LAW = 'Закона о банкротстве';
const ENFORCEMENT_LAW = 'Закона об исполнительном производстве';
const CREDIT_LAW = 'Закона о потребительском кредите';
const untouched = goes('закон этого не запрещает', 'no prohibition is known');
const noContact = stops('статья 7 Закона о взыскании долгов', '230-ФЗ, ст. 7 [C]');
const courtMoratorium = stops(`статья 213.11 ${BANKRUPTCY_LAW}`, '127-ФЗ, ст. 213.11, п. 2 [K]');
const moratorium = stops(`статья 223.4 ${BANKRUPTCY_LAW}`, '127-ФЗ, ст. 223.4, п. 1 [K]');
const executionEnds = stops(`статья 69.1 ${ENFORCEMENT_LAW}`, '229-ФЗ, ст. 69.1 [K]');
const executionRests = stops(`статья 40 ${ENFORCEMENT_LAW}`, '229-ФЗ, ст. 40 [K]');
const serviceLaw = 'Закон № 377-ФЗ об отсрочке для военнослужащих, статья 1';
const heirsUnknown = ours('пока наследники не известны');
const guardianUnknown = ours('пока опекун не известен');
const goodwill = {
  contact: ours(),
  messages: untouched,
  penalty: ours(),
  interest: goes('проценты идут по соглашению сторон', '0101'),
  breach: ours(),
  payments: stops('дополнительное соглашение сторон', 'ГК РФ, ст. 450'),
  bargaining: untouched,
  enforcement: goes(
    `соглашение без суда взыскания не останавливает: статья 50 ${ENFORCEMENT_LAW}`,
    '229-ФЗ, ст. 50 [K]',
  ),
} as const;
const creditRule = `статья 6.1-2 ${CREDIT_LAW}`;
const mortgageRule = `статья 6.1-1 ${CREDIT_LAW}`;
const credit = {
  contact: untouched,
  messages: untouched,
  penalty: stops(creditRule, '353-ФЗ, ст. 6.1-2 [C]'),
  interest: goes(creditRule, '353-ФЗ, ст. 6.1-2 [C]'),
  breach: stops(creditRule, '353-ФЗ, ст. 6.1-2 [K]'),
  payments: stops(creditRule, '353-ФЗ, ст. 6.1-2 [C]'),
  bargaining: untouched,
  enforcement: goes(`после решения суда каникул нет: ${creditRule}`, '353-ФЗ, ст. 6.1-2 [C]'),
} as const;

/** The one table: kind by effect. Whoever asks what an event stops asks it here. */
export const LIFE_TABLE: Readonly<Record<LifeEventKind, Readonly<Record<LifeEffect, LifeRule>>>> = {
  bankruptcy: {
    contact: noContact,
    messages: ours(),
    penalty: courtMoratorium,
    interest: courtMoratorium,
    breach: stops(
      `требования заявляют в деле о банкротстве: статья 213.11 ${BANKRUPTCY_LAW}`,
      '127-ФЗ, ст. 213.11, п. 2 [K]',
    ),
    payments: courtMoratorium,
    bargaining: stops(`статья 213.11 ${BANKRUPTCY_LAW}`, '127-ФЗ, ст. 213.11, п. 5 [K]'),
    enforcement: executionEnds,
  },
  bankruptcy_out_of_court: {
    contact: { ...noContact, source: '230-ФЗ, ст. 7 [C]; out of court [K]' },
    messages: ours(),
    penalty: moratorium,
    interest: moratorium,
    breach: ours(),
    payments: moratorium,
    bargaining: stops(`статья 223.4 ${BANKRUPTCY_LAW}`, '127-ФЗ, ст. 223.4, п. 6 [K]'),
    enforcement: executionEnds,
  },
  death: {
    contact: heirsUnknown,
    messages: heirsUnknown,
    penalty: ours(undefined, 'п. 61 пост. Пленума ВС РФ от 29.05.2012 № 9 [K]'),
    interest: goes('долг переходит к наследникам: статья 1175 Гражданского кодекса', 'ГК РФ, ст. 1175 [K]'),
    breach: heirsUnknown,
    payments: ours('наследники отвечают в пределах наследства', 'ГК РФ, ст. 1175 [K]'),
    bargaining: ours('сторона соглашения ещё не известна'),
    enforcement: executionRests,
  },
  incapacity: {
    contact: noContact,
    messages: ours(),
    penalty: ours(),
    interest: goes('договор за гражданина исполняет опекун: статья 29 Гражданского кодекса', 'ГК РФ, ст. 29 [K]'),
    breach: ours(),
    payments: guardianUnknown,
    bargaining: stops('статьи 29 и 171 Гражданского кодекса', 'ГК РФ, ст. 29, 171 [K]'),
    enforcement: executionRests,
  },
  service: {
    contact: ours(),
    messages: untouched,
    penalty: stops(`${serviceLaw}; для долгов не из займа правило площадки`, '377-ФЗ, ст. 1 [K]; 0101'),
    interest: goes(serviceLaw, '377-ФЗ, ст. 1 [K]'),
    breach: stops(serviceLaw, '377-ФЗ, ст. 1 [K]'),
    payments: stops(serviceLaw, '377-ФЗ, ст. 1 [K]'),
    bargaining: untouched,
    enforcement: executionRests,
  },
  holidays: credit,
  mortgage_holidays: {
    ...credit,
    penalty: stops(mortgageRule, '353-ФЗ, ст. 6.1-1 [K]'),
    interest: goes(mortgageRule, '353-ФЗ, ст. 6.1-1 [K]'),
    breach: stops(mortgageRule, '353-ФЗ, ст. 6.1-1 [K]'),
    payments: stops(mortgageRule, '353-ФЗ, ст. 6.1-1 [K]'),
  },
  illness: {
    ...goodwill,
    contact: stops(
      'лечение в стационаре: статья 7 Закона о взыскании долгов; вне его правило площадки',
      '230-ФЗ, ст. 7 [C]; 0101',
    ),
  },
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
      by: ['operator:manager', 'administrator', 'head', 'individual', 'system'],
      label: 'Завершить',
    },
  },
});
export type LifeEventStatus = StatusOf<typeof lifeEventMachine>;

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

/**
 * What the mere word of a debtor stops, of what the event itself would stop, until operators have looked at its document
 * (docs/decisions/0108): what cannot be undone. Money goes on, and is counted anew from the day of the event once it is confirmed.
 */
const STATED_EFFECTS: readonly LifeEffect[] = ['contact', 'messages', 'breach'];
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

const holdsOn = ({ since, until }: LifeSpan, day: Day): boolean => since <= day && (until === null || day <= until);

/** Whether a kind stops something. */
export const stopsBy = (kind: LifeEventKind, effect: LifeEffect): boolean => LIFE_TABLE[kind][effect].stops;

/** Whether an event stops something as it is now. */
const spanStops = ({ kind, isStated }: LifeSpan, effect: LifeEffect): boolean =>
  stopsBy(kind, effect) && (!isStated || STATED_EFFECTS.includes(effect));

/** The event that stops something on a day, the oldest of several; null when it goes on. */
export function stoppedBy<Span extends LifeSpan>(events: readonly Span[], effect: LifeEffect, day: Day): Span | null {
  const found = events.filter((event) => spanStops(event, effect) && holdsOn(event, day));
  return found.toSorted((one, other) => (one.since < other.since ? -1 : 1))[0] ?? null;
}

/** All days on which something stands still, in order, none counted twice. */
export function stillDays(events: readonly LifeSpan[], effect: LifeEffect): StillDays[] {
  const spans = events
    .filter((event) => spanStops(event, effect))
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

/** «Банкротство через суд с 12.10.2026». Of what nobody has confirmed it does not say what it is. */
export const lifeTitle = ({ kind, since, until, isStated = false }: LifeSpan): string =>
  isStated
    ? `Оператор проверяет обстоятельство заёмщика${until === null ? '' : ` по ${formatDay(until)}`}`
    : `${LIFE_EVENTS[kind]} с ${formatDay(since)}${until === null ? '' : ` по ${formatDay(until)}`}`;

/**
 * What stops and what goes on while all these hold at once, in words: what any of them stops is stopped.
 * @param effects those that concern the debt at all: an agreement without interest is told of none
 */
export function lifeWords(
  kinds: readonly LifeEventKind[],
  effects: readonly LifeEffect[] = ALL_EFFECTS,
): { stops: string[]; goes: string[] } {
  const isStopped = (effect: LifeEffect) => kinds.some((kind) => stopsBy(kind, effect));
  return {
    stops: effects.filter(isStopped).map((effect) => LIFE_EFFECTS[effect].stops),
    goes: effects.filter((effect) => !isStopped(effect)).map((effect) => LIFE_EFFECTS[effect].goes),
  };
}

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
