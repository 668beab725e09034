import { describe, expect, test } from 'vitest';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { keysOf, RATE_KINDS, type RateKind } from '#domain/rates/rate-kinds.ts';
import { toDay } from '#domain/values/days.ts';
import { daysToBegin, draftOf, type RateDraft, readDraft } from './draft.ts';

const today = toDay('2026-11-26');
const sourced = { law: 'Постановление', link: 'https://example.org/1' };
const filled = (kind: RateKind, cells: RateDraft['cells'], from: string, key = '') =>
  readDraft(kind, key, { ...draftOf(KNOWN_RATES, kind, key, today), ...sourced, from, cells }, today);

test('the calendar of a year comes from the words of its decree', () => {
  const { form, problems } = filled(
    'calendar',
    [{ moved: 'с субботы 2 января на пятницу 5 ноября;\nс воскресенья 3 января на пятницу 31 декабря' }],
    '01.01.2027',
  );
  expect(problems).toEqual({});
  expect(form).toMatchObject({ from: '2027-01-01', source: 'Постановление, https://example.org/1' });
  expect(form.rows['']!['moved']).toHaveLength(2);
});

describe('a table', () => {
  const keys = Object.keys(keysOf('fullCostAverage'));
  const cells = (texts: Readonly<Record<string, string>>) => keys.map((key) => ({ rateBps: texts[key] ?? '' }));

  test('sends the rows that are filled, and tells what is wrong at the cell of its row', () => {
    const good = filled('fullCostAverage', cells({ card: '31,2', microloanTo60: '290' }), '01.01.2027');
    expect(good.problems).toEqual({});
    expect(good.form.rows).toEqual({ microloanTo60: { rateBps: 29_000 }, card: { rateBps: 3_120 } });
    const wrong = filled('fullCostAverage', cells({ card: 'много', microloanTo60: '2000' }), '01.01.2027');
    expect(Object.keys(wrong.problems)).toEqual(['cells.7.rateBps', 'cells.1.rateBps']);
  });

  test('that is empty is told so', () => {
    expect(filled('vat', [{}, {}, {}, {}], '01.01.2027').problems).toEqual({
      'cells.0.rateBps': 'Заполните хотя бы одну строку',
    });
  });
});

test('a row of several values begins with those of the last one', () => {
  const { cells } = draftOf(KNOWN_RATES, 'utilityPenaltyCap', 'utilities', today);
  expect(cells).toEqual([
    { freeDays: '30', firstPart: '1/300', secondFrom: '91', secondPart: '1/130', rateCeilingBps: '100' },
  ]);
});

test('law, link and day are demanded', () => {
  const empty = readDraft('keyRate', '', { from: '', law: '', link: 'example.org', cells: [{ rateBps: '15' }] }, today);
  expect(Object.keys(empty.problems).toSorted()).toEqual(['from', 'law', 'link']);
});

test('quarters and years are offered where the law knows only those', () => {
  expect(daysToBegin('fullCostAverage', today)).toEqual([
    '2026-10-01',
    '2027-01-01',
    '2027-04-01',
    '2027-07-01',
    '2027-10-01',
  ]);
  expect(daysToBegin('calendar', today)).toEqual(['2026-01-01', '2027-01-01', '2028-01-01', '2029-01-01']);
});

test('every kind has a form', () => {
  for (const kind of Object.keys(RATE_KINDS) as RateKind[]) {
    const [key] = Object.keys(keysOf(kind));
    expect(draftOf(KNOWN_RATES, kind, key!, today).cells.length, kind).toBeGreaterThan(0);
  }
});
