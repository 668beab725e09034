import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullColumns, registryColumns, simpleColumns } from './registry-columns.ts';
import { headingKey, matchHeader } from './registry-header.ts';

const codesOf = (cells: readonly string[], mapping = {}) =>
  matchHeader(fullColumns, cells, mapping)?.headings.map(({ code }) => code);

describe('a heading', () => {
  test.each([
    'ИНН заёмщика*',
    'инн заемщика',
    'ИНН\nзаёмщика *',
    ' ИНН  заёмщика: ',
    'ИНН\u00a0заёмщика',
    '*ИНН ЗАЁМЩИКА',
    'ИНН должника',
  ])('«%s» is known', (title) =>
    expect(codesOf([title, 'Фамилия', 'Имя'])).toEqual(['debtorInn', 'lastName', 'firstName']),
  );

  test.each([
    ['Ставка,% годовых', 'rate'],
    ['№договора', 'contractNumber'],
    ['Суд / ОСП', 'court'],
    ['№ дела/исп.производства', 'caseNo'],
    ['E-mail', 'email'],
    ['Неустойка(пени,штрафы)', 'penalty'],
    ['Доп телефон', null],
  ])('«%s» is taken for %s', (title, code) =>
    expect(codesOf(['ИНН', 'Фамилия', 'Имя', title])).toEqual(['debtorInn', 'lastName', 'firstName', code]),
  );

  test('of no column is told', () => {
    expect(codesOf(['ИНН', 'Фамилия', 'Имя', 'Цвет глаз'])).toEqual(['debtorInn', 'lastName', 'firstName', null]);
  });

  test('that the company has chosen a column for goes before names', () => {
    const mapping = { [headingKey('Код клиента')]: 'externalId', [headingKey('ИНН')]: null };
    expect(codesOf(['Код клиента', 'ИНН', 'ИНН заёмщика', 'Фамилия', 'ID'], mapping)).toEqual([
      'externalId',
      null,
      'debtorInn',
      'lastName',
      null,
    ]);
  });

  test('chosen for a column that this registry lacks is told as unknown', () => {
    const mapping = { [headingKey('Лишнее')]: 'total' };
    const header = matchHeader(simpleColumns, ['ИНН', 'Фамилия', 'Имя', 'Лишнее', 'constructor', '__proto__'], mapping);
    expect(header!.headings.map(({ code }) => code)).toEqual(['debtorInn', 'lastName', 'firstName', null, null, null]);
  });

  test('by name goes before one by alias, and the left one before the right', () => {
    expect(codesOf(['ИНН', 'ИНН заёмщика', 'Фамилия', 'Имя', 'Имя'])).toEqual([
      null,
      'debtorInn',
      'lastName',
      'firstName',
      null,
    ]);
  });
});

test('a row with fewer than three known headings is no header', () => {
  expect(codesOf(['Реестр должников', null as never, 'на 01.11.2026'])).toBeUndefined();
  expect(codesOf(['ИНН', 'Фамилия', 'Прочие сведения'])).toBeUndefined();
  expect(matchHeader(fullColumns, [1, true, null, { fault: '' }])).toBeNull();
});

test('required columns that are not there are named', () => {
  const header = matchHeader(simpleColumns, ['Фамилия', 'Имя', 'Телефон'])!;
  expect(header.missing).toEqual(['debtorInn']);
  expect(header.positions.slice(0, 4)).toEqual([-1, -1, 0, 1]);
});

test.each(['full', 'simple'] as const)('the columns of the %s registry are found in any order', (kind) => {
  const columns = registryColumns[kind];
  const names = fc.tuple(
    ...columns.map(({ header, aliases }) => fc.constantFrom(header, `${header}*`, header.toUpperCase(), ...aliases)),
  );
  const orders = fc.shuffledSubarray(
    columns.map((_, index) => index),
    { minLength: columns.length },
  );
  fc.assert(
    fc.property(names, orders, (titles, order) => {
      const header = matchHeader(
        columns,
        order.map((index) => titles[index]!),
      )!;
      expect(header.headings.map(({ code }) => code)).toEqual(order.map((index) => columns[index]!.code));
      expect(header.missing).toEqual([]);
      expect(header.positions.map((place) => order[place])).toEqual(columns.map((_, index) => index));
    }),
    { numRuns: 100 },
  );
});

test('whatever is written in a row, it is a header or none', () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: 'binary' })), (cells) => void matchHeader(fullColumns, cells)));
});
