import { describe, expect, expectTypeOf, test } from 'vitest';
import { timeZones } from '../places/time-zones.ts';
import type { Choice } from '../values/choice.ts';
import type { Day } from '../values/days.ts';
import type { Kopecks } from '../values/money.ts';
import { type FullRow, fullColumns, registryColumns, type SimpleRow, simpleColumns } from './registry-columns.ts';
import { bases, contactFlags, contractKinds, stages } from './registry-lists.ts';
import type { Column } from './registry-rules.ts';

const kinds: [string, readonly Column[], number][] = [
  ['full', fullColumns, 44],
  ['simple', simpleColumns, 16],
];

describe.each(kinds)('the columns of the %s registry', (_kind, columns, count) => {
  test('are all there', () => expect(columns).toHaveLength(count));

  test('have each a code of their own', () => {
    expect(new Set(columns.map(({ code }) => code)).size).toBe(count);
  });

  test('are told apart by every heading and alias', () => {
    const names = columns.flatMap(({ header, aliases }) => [header, ...aliases]);
    const plain = names.map((name) => name.toLowerCase().replaceAll('ё', 'е'));
    expect(plain.filter((name, index) => plain.indexOf(name) !== index)).toEqual([]);
  });

  test('say what to write', () => {
    for (const { hint, width } of columns) expect([hint.length > 0, width >= 5]).toEqual([true, true]);
    expect(columns.map(({ hint }) => hint).filter((hint) => /(^|\D)[234] цифр( |$)/.test(hint))).toEqual([]);
  });
});

test('the required columns are those of the page of the domain', () => {
  const required = (columns: readonly Column[]) => columns.filter((c) => c.required).map(({ header }) => header);
  expect(required(registryColumns.full)).toEqual([
    'ИНН заёмщика',
    'Фамилия',
    'Имя',
    'Дата рождения',
    'Телефон',
    '№ договора',
    'Дата договора',
    'Вид договора',
    'Дата выхода на просрочку',
    'Основной долг',
    'Итого задолженность',
    'Дата расчёта долга',
    'Стадия',
    'Основание требования',
  ]);
  expect(required(registryColumns.simple)).toEqual(['ИНН заёмщика', 'Фамилия', 'Имя', 'Телефон']);
});

test.each<[string, readonly Choice[]]>([
  ['contractKinds', contractKinds],
  ['stages', stages],
  ['bases', bases],
  ['contactFlags', contactFlags],
  ['timeZones', timeZones],
])('the choices of %s are told apart by code, label and alias', (_name, list) => {
  const names = list.flatMap(({ code, label, aliases }) => [code, label, ...aliases]).map((name) => name.toLowerCase());
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('a row has the types of its columns', () => {
  expectTypeOf<FullRow['debtorInn']>().toEqualTypeOf<string>();
  expectTypeOf<FullRow['middleName']>().toEqualTypeOf<string | null>();
  expectTypeOf<FullRow['principal']>().toEqualTypeOf<Kopecks>();
  expectTypeOf<FullRow['fee']>().toEqualTypeOf<Kopecks>();
  expectTypeOf<FullRow['issuedAmount']>().toEqualTypeOf<Kopecks | null>();
  expectTypeOf<FullRow['asOf']>().toEqualTypeOf<Day>();
  expectTypeOf<FullRow['rate']>().toEqualTypeOf<number | null>();
  expectTypeOf<FullRow['stage']>().toEqualTypeOf<'pretrial' | 'court' | 'enforcement'>();
  expectTypeOf<SimpleRow['birthDate']>().toEqualTypeOf<Day | null>();
  expectTypeOf<keyof SimpleRow & ('total' | 'approxAmount')>().toEqualTypeOf<'approxAmount'>();
});
