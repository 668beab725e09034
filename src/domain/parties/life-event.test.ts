import { describe, expect, test } from 'vitest';
import { addDays, toDay } from '../values/days.ts';
import {
  caseNumberIn,
  LIFE_EFFECTS,
  LIFE_EVENTS,
  type LifeEffect,
  type LifeEventKind,
  type LifeSpan,
  lifeEventProblems,
  lifeEventShown,
  lifeTitle,
} from './life-event.ts';
import { LIFE_TABLE, lifeWords, stillDays, stoppingEvent } from './life-table.ts';

const kinds = Object.keys(LIFE_EVENTS) as LifeEventKind[];
const effects = Object.keys(LIFE_EFFECTS) as LifeEffect[];
const span = (kind: LifeEventKind, since: string, until: string | null = null): LifeSpan => ({
  kind,
  since: toDay(since),
  until: until === null ? null : toDay(until),
});

/** What each kind stops, told once more beside the table: + stops, − goes on, in the order of the effects. */
const STOPS: Readonly<Record<LifeEventKind, string>> = {
  //                       contact messages penalty interest breach payments bargaining enforcement
  bankruptcy: '+ + + + + + + +',
  bankruptcy_out_of_court: '+ + + + + + + +',
  death: '+ + + − + + + +',
  incapacity: '+ + + − + + + +',
  service: '+ − + − + + − +',
  service_death: '+ + + + + + + +',
  service_disability: '+ + + + + + + +',
  family_service: '− − + − + + − −',
  contact_ban: '+ − − − − − − −',
  holidays: '− − + − + + − −',
  mortgage_holidays: '− − + − + + − −',
  illness: '+ − + − + + − −',
  job_loss: '+ − + − + + − −',
};

const cells = kinds.flatMap((kind) =>
  effects.map((effect, index) => [kind, effect, STOPS[kind].split(' ')[index] === '+'] as const),
);

test.each(cells)('%s × %s: stops is %s, with its source', (kind, effect, expected) => {
  const { stops, by, source } = LIFE_TABLE[kind][effect];
  expect(stops).toBe(expected);
  expect(by.length).toBeGreaterThan(5);
  expect(source.length).toBeGreaterThan(3);
  // What people read names the law plainly: no marks, numbers of decisions or shorthand of lawyers.
  expect(by).not.toMatch(/\[[CK]\]|\b0\d{3}\b|ст\.|п\.|за слабую сторону/);
  const event = span(kind, '2026-10-12', '2026-10-20');
  expect(stoppingEvent([event], effect, toDay('2026-10-11'))).toBeNull();
  expect(stoppingEvent([event], effect, toDay('2026-10-12'))).toBe(expected ? event : null);
  expect(stoppingEvent([event], effect, toDay('2026-10-20'))).toBe(expected ? event : null);
  expect(stoppingEvent([event], effect, toDay('2026-10-21'))).toBeNull();
});

test('every word of what stops and goes on is said once', () =>
  expect(kinds.map((kind) => lifeWords([kind]).stops.length + lifeWords([kind]).goes.length)).toEqual(
    kinds.map(() => effects.length),
  ));

test('of what holds at once, what any of them stops is stopped and listed nowhere else', () => {
  const { stops, goes } = lifeWords(['illness', 'bankruptcy']);
  expect([stops.length, goes]).toEqual([effects.length, []]);
  expect(lifeWords(['job_loss', 'service']).goes).toEqual([
    LIFE_EFFECTS.messages.goes,
    LIFE_EFFECTS.interest.goes,
    LIFE_EFFECTS.bargaining.goes,
  ]);
});

test.each([
  ['A40-12345/2026', 'А40-12345/2026'],
  ['Определение суда по делу № А56-7/2025 от 01.11.2026', 'А56-7/2025'],
  ['Определение суда', null],
  ['2-3243/2025', null],
  [null, null],
])('the case that «%s» names is %s', (comment, expected) => expect(caseNumberIn(comment)).toBe(expected));

test('what its debtor took back, or nobody has answered, does not read as a refusal', () => {
  const shown = ([null, 'recalled', 'dropped'] as const).map((why) => lifeEventShown('refused', why).label);
  expect(shown).toEqual(['Отказано', 'Отозвано заёмщиком', 'Не началось']);
});

describe('days that stand still', () => {
  test('are joined where they meet and kept apart where they do not', () => {
    const events = [
      span('illness', '2026-03-01', '2026-03-10'),
      span('job_loss', '2026-03-11', '2026-03-20'),
      span('holidays', '2026-05-01', '2026-05-31'),
      span('service', '2026-05-10', '2026-05-12'),
    ];
    expect(stillDays(events, 'penalty')).toEqual([
      { since: '2026-03-01', until: '2026-03-20' },
      { since: '2026-05-01', until: '2026-05-31' },
    ]);
    expect(stillDays(events, 'interest')).toEqual([]);
  });

  test('of an open event have no end', () =>
    expect(
      stillDays([span('holidays', '2026-01-01', '2026-02-01'), span('bankruptcy', '2026-01-15')], 'penalty'),
    ).toEqual([{ since: '2026-01-01', until: null }]));
});

test('an event is not entered before it happens, nor with an end before its beginning', () => {
  const today = toDay('2026-11-25');
  const of = (since: string, until: string | null = null) =>
    lifeEventProblems({ since: toDay(since), until: until === null ? null : toDay(until) }, today);
  expect(of('2026-11-25')).toEqual({});
  expect(of(addDays(today, 1))).toEqual({ since: 'Событие ещё не наступило' });
  expect(of('2015-09-30')).toEqual({ since: 'Не раньше 01.10.2015' });
  expect(of('2026-11-02', '2026-11-01')).toEqual({ until: 'Конец раньше начала' });
  expect(lifeTitle(span('death', '2026-11-02'))).toBe('Смерть заёмщика с 02.11.2026');
});
