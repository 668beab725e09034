import { describe, expect, test } from 'vitest';
import { KNOWN_RATES } from './known-rates.ts';
import { fieldsOf, keysOf, type RateField } from './rate-kinds.ts';
import { readRate, splitPastedRates } from './read-rate.ts';
import { typedRate } from './typed-rate.ts';

const moves: RateField = { label: '', holds: 'moves' };
const percent: RateField = { label: '', holds: 'percent', max: 100_000 };

test('what is typed of every row that the program knows is read back as it was', () => {
  for (const { kind, value, from } of KNOWN_RATES) {
    for (const [name, field] of fieldsOf(kind)) {
      const typed = typedRate(field, value[name]);
      expect(readRate(field, typed, Number(from.slice(0, 4))), `${kind} ${typed}`).toEqual({ value: value[name] });
    }
  }
});

test.each([
  ['15,5', 1550],
  ['0.29 %', 29],
  // What is beyond the second decimal is cut off: a ceiling made of it never rises.
  ['152,457', 15_245],
])('%s is %i basis points', (typed, value) => expect(readRate(percent, typed, 2027)).toEqual({ value }));

test.each(['', 'много', '1 000', '-5'])('«%s» is no percent', (typed) => {
  expect(readRate(percent, typed, 2027)).toHaveProperty('problem');
});

test.each([
  ['Да', { value: 1 }],
  [' нет ', { value: 0 }],
  ['может быть', { problem: 'Напишите «да» или «нет»' }],
])('«%s» is yes, no or neither', (typed, read) =>
  expect(readRate({ label: '', holds: 'yes' }, typed, 2027)).toEqual(read),
);

describe('moved days off', () => {
  test('are read from the words of a decree', () => {
    const decree = `Перенести в 2026 году следующие дни отдыха:
      с субботы 3 января на пятницу 9 января;
      с воскресенья 4 января на четверг 31 декабря.`;
    expect(readRate(moves, decree, 2026)).toEqual({
      value: [
        { from: '2026-01-03', to: '2026-01-09' },
        { from: '2026-01-04', to: '2026-12-31' },
      ],
    });
  });

  test.each([
    ['a day of the week of another year', 'с субботы 3 января на пятницу 9 января'],
    ['one day alone', '02.01.2027'],
    ['a day that no calendar has', '30.02.2027 на 05.11.2027'],
    ['the number of the decree among the lines', 'от 24 сентября 2026 г. № 1466'],
  ])('%s is told', (_, text) => expect(readRate(moves, text, 2027)).toHaveProperty('problem'));
});

test('a column of numbers goes down from where it is put in, a named line to its row', () => {
  const names = Object.values(keysOf('fullCostAverage'));
  expect([...splitPastedRates('292,0\n152,4 %\n', names, 1)]).toEqual([
    [1, '292,0'],
    [2, '152,4'],
  ]);
  expect([...splitPastedRates('Кредитная карта\t31,2\nМикрозаём 31–60 дней\t290', names, 0)]).toEqual([
    [7, '31,2'],
    [1, '290'],
  ]);
});
