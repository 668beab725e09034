import { addDays, type Day } from '../values/days.ts';
import {
  ALL_EFFECTS,
  LIFE_EFFECTS,
  type LifeEffect,
  type LifeEventKind,
  type LifeSpan,
  type StillDays,
} from './life-event.ts';

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
/** Obligations of a credit contract end (docs/decisions/0130); of other debts it is ours. */
const obligationEnds = stops(
  'обязательства по кредиту прекращены: Закон № 377-ФЗ, статья 2; для долгов не из займа правило площадки',
  '377-ФЗ, ст. 2 [K]; 0130',
);
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

/** What ends with a loan, whoever served is dead or disabled. */
const loanEnds = {
  messages: obligationEnds,
  penalty: obligationEnds,
  interest: obligationEnds,
  breach: obligationEnds,
  payments: obligationEnds,
  bargaining: obligationEnds,
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
  // The right is the family's own; its member serves, and he who owes is called as anybody (docs/decisions/0212).
  family_service: {
    contact: untouched,
    messages: untouched,
    penalty: stops(serviceLaw, '377-ФЗ, ст. 1 [K]'),
    interest: goes(serviceLaw, '377-ФЗ, ст. 1 [K]'),
    breach: stops(serviceLaw, '377-ФЗ, ст. 1 [K]'),
    payments: stops(serviceLaw, '377-ФЗ, ст. 1 [K]'),
    bargaining: untouched,
    enforcement: untouched,
  },
  service_death: { ...loanEnds, contact: obligationEnds, enforcement: executionRests },
  service_disability: {
    ...loanEnds,
    contact: noContact,
    enforcement: ours('обязательства по кредиту прекращены', '377-ФЗ, ст. 2 [K]'),
  },
  contact_ban: {
    contact: noContact,
    messages: untouched,
    penalty: untouched,
    interest: untouched,
    breach: untouched,
    payments: untouched,
    bargaining: untouched,
    enforcement: untouched,
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
 * What the mere word of a debtor stops, of what the event itself would stop, until operators have looked at its document
 * (docs/decisions/0108): what cannot be undone. Money goes on, and is counted anew from the day of the event once it is confirmed.
 */
const STATED_EFFECTS: readonly LifeEffect[] = ['contact', 'messages', 'breach'];
const holdsOn = ({ since, until }: LifeSpan, day: Day): boolean => since <= day && (until === null || day <= until);

/** Whether a kind stops something. */
export const kindStops = (kind: LifeEventKind, effect: LifeEffect): boolean => LIFE_TABLE[kind][effect].stops;

/** The kinds that stop something. */
export const kindsThatStop = (effect: LifeEffect): LifeEventKind[] =>
  (Object.keys(LIFE_TABLE) as LifeEventKind[]).filter((kind) => kindStops(kind, effect));

/** Whether an event stops something as it is now. */
const spanStops = ({ kind, isStated }: LifeSpan, effect: LifeEffect): boolean =>
  kindStops(kind, effect) && (!isStated || STATED_EFFECTS.includes(effect));

/** The event that stops something on a day, the oldest of several; null when it goes on. */
export function stoppingEvent<Span extends LifeSpan>(
  events: readonly Span[],
  effect: LifeEffect,
  day: Day,
): Span | null {
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

/**
 * What stops and what goes on while all these hold at once, in words: what any of them stops is stopped.
 * @param effects those that concern the debt at all: an agreement without interest is told of none
 */
export function lifeWords(
  kinds: readonly LifeEventKind[],
  effects: readonly LifeEffect[] = ALL_EFFECTS,
): { stops: string[]; goes: string[] } {
  const isStopped = (effect: LifeEffect) => kinds.some((kind) => kindStops(kind, effect));
  return {
    stops: effects.filter(isStopped).map((effect) => LIFE_EFFECTS[effect].stops),
    goes: effects.filter((effect) => !isStopped(effect)).map((effect) => LIFE_EFFECTS[effect].goes),
  };
}
