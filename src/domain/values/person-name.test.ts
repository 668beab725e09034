import { describe, expect, test } from 'vitest';
import { checkName, fullName, initials, shortName } from './person-name.ts';

describe('a Russian name', () => {
  test.each(['Иванов', 'Ёлкина', 'Мамин-Сибиряк', 'Гасан оглы', "Д'Артаньян", 'О’Нил', 'Я', 'я'.repeat(100)])(
    '«%s» is taken',
    (value) => expect(checkName(value)).toBeNull(),
  );
  test.each(['', 'Ivanov', 'Иванoв', 'Иванов2', '-', ' Иванов', 'Иванов-', 'Иван\nов', 'я'.repeat(101)])(
    '«%s» is refused',
    (value) => expect(checkName(value)).toBe('Только русские буквы'),
  );
  test('hostile input is judged at once', () => {
    expect(checkName(`${"а-' ".repeat(25)}1`)).not.toBeNull();
    expect(checkName('а '.repeat(50_000))).not.toBeNull();
  });
});

test.each([
  [{ lastName: 'Иванов', firstName: 'Иван', middleName: 'Иванович' }, 'Иванов Иван Иванович', 'Иванов И. И.'],
  [{ lastName: 'Ли', firstName: 'Анна', middleName: null }, 'Ли Анна', 'Ли А.'],
  [{ lastName: 'Ли', firstName: '', middleName: '' }, 'Ли', 'Ли'],
])('%j is written whole and in short', (name, full, short) => {
  expect(fullName(name)).toBe(full);
  expect(shortName(name)).toBe(short);
});

test('initials of absent parts are absent', () => {
  expect(initials({ lastName: 'Ли', firstName: 'Анна' })).toEqual(['А.']);
});
