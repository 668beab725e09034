import { expect, test } from 'vitest';
import { registryColumns } from '#domain/registries/registry-columns.ts';
import { formatDayOf } from '#web/ui/format.ts';
import { columnTexts } from './column-texts.ts';

const { headingOf, valueText } = columnTexts(registryColumns.full);

test.each([
  ['total', '3250075', '32\u00A0500,75\u00A0₽'],
  ['principal', '0', '0,00\u00A0₽'],
  ['rate', '1990', '19,9\u00A0%'],
  ['contractDate', '2025-02-01', '01.02.2025'],
  ['contractKind', 'microloan', 'Микрозайм'],
  ['stage', 'pretrial', 'Досудебная'],
  ['contractNumber', 'КД-1', 'КД-1'],
  ['comment', null, '—'],
  // A column or a choice that a later version no longer has is still readable.
  ['gone', 'как было', 'как было'],
  ['stage', 'gone', 'gone'],
])('%s: %s reads %s', (code, value, text) => expect(valueText(code, value)).toBe(text));

test('columns are called as in the template', () => {
  expect(headingOf('debtorInn')).toBe('ИНН заёмщика');
  expect(headingOf('gone')).toBe('gone');
});

test('a day that is not known is a dash', () => expect(formatDayOf(null)).toBe('—'));
