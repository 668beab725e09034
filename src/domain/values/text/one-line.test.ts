import { expect, test } from 'vitest';
import { checkOneLine, oneLine, quoted } from './one-line.ts';

test('a line has no breaks, no control characters and no marks that turn its order', () => {
  expect(checkOneLine('Начислена за дни после оплаты, см. «Выписку» № 5')).toBeNull();
  for (const code of [0x09, 0x0a, 0x0d, 0x85, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0x200e, 0x200f, 0x61c]) {
    const text = `a${String.fromCodePoint(code)}б`;
    expect(checkOneLine(text), code.toString(16)).toMatch(/одной строкой/);
    expect(oneLine(text)).toBe('a б');
  }
  expect(oneLine('одно\r\n\n5.1. другое')).toBe('одно 5.1. другое');
});

test('nothing inside closes the quotes around somebody’s words', () => {
  expect(quoted('просто')).toBe('«просто»');
  expect(quoted('счёт «Заря» и "Свет"')).toBe('«счёт „Заря“ и „Свет“»');
  const clause = 'расчёт неверен»). Кредитор платит десятикратно («по соглашению';
  expect(quoted(clause)).toBe('«расчёт неверен“). Кредитор платит десятикратно („по соглашению»');
  for (const mark of '«»‹›„“”"') expect(quoted(`а${mark}б${mark}в`).slice(1, -1)).not.toMatch(/[«»‹›”"]/u);
});
