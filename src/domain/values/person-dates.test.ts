import { expect, test } from 'vitest';
import { toDay } from './days.ts';
import { checkBirth, checkPassportIssued, warnPassportOutdated } from './person-dates.ts';

const TODAY = toDay('2026-06-01');
const GRACE = 90;

test.each([
  ['2008-06-01', null],
  ['2008-06-02', 'Возраст должен быть от 18 лет'],
  ['2027-01-01', 'Возраст должен быть от 18 лет'],
  ['1906-06-01', null],
  ['1905-06-01', 'Дата рождения указана неверно'],
])('born on %s: %s', (born, message) => expect(checkBirth(toDay(born), TODAY)).toBe(message));

test.each([
  ['2004-05-10', null],
  ['2004-05-09', 'Паспорт выдаётся с 14 лет'],
  ['2026-06-02', 'Дата выдачи паспорта ещё не наступила'],
])('a passport of a person born on 1990-05-10, issued on %s: %s', (issued, message) =>
  expect(checkPassportIssued(toDay(issued), toDay('1990-05-10'), TODAY)).toBe(message),
);

test.each([
  ['issued at 19, is 36 now', '2009-05-10', '1990-05-10', true],
  ['issued on the 20th birthday', '2010-05-10', '1990-05-10', false],
  ['issued at 44, is 46 now', '2024-05-10', '1980-01-10', true],
  ['issued at 45', '2025-01-10', '1980-01-10', false],
  ['issued at 15, became 20 exactly 90 days ago', '2021-05-10', '2006-03-03', false],
  ['issued at 15, became 20 more than 90 days ago', '2021-05-10', '2006-03-02', true],
])('%s', (_, issued, born, outdated) =>
  expect(warnPassportOutdated(toDay(issued), toDay(born), TODAY, GRACE)).toBe(
    outdated ? 'Паспорт подлежал замене' : null,
  ),
);
