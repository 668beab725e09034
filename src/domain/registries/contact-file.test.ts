import { expect, test } from 'vitest';
import { contactHeader, contactLine } from './contact-file.ts';

const header = contactHeader(['№', 'ИНН должника', '№ договора', 'Вид', 'Дата и время', 'Результат'])!;

test('the columns are found by their headings', () => {
  expect(header).toEqual({ inn: 1, contract: 2, kind: 3, at: 4, note: 5 });
  expect(contactHeader(['ИНН', 'Вид'])).toBeNull();
});

test('a row', () => {
  expect(contactLine(header, [1, '500100732259', 'К-1', 'Звонок', '04.03.2026 14:05:00', 'Обещал'], 2)).toEqual({
    row: 2,
    inn: '500100732259',
    contract: 'К-1',
    kind: 'call',
    day: '2026-03-04',
    time: '14:05',
    note: 'Обещал',
  });
  expect(contactLine(header, [1, '500100732259', null, 'визит', '04.03.2026 9:05', null], 3)).toMatchObject({
    contract: null,
    kind: 'meeting',
    time: '09:05',
    note: null,
  });
});

test.each([
  ['an ИНН of ten digits', [1, '7707083893', '', 'звонок', '04.03.2026 14:05'], 'ИНН должника — 12 цифр'],
  ['another kind', [1, '500100732259', '', 'письмо', '04.03.2026 14:05'], 'Вид: звонок или встреча'],
  ['a day without a time', [1, '500100732259', '', 'звонок', '04.03.2026'], 'Дата и время: ДД.ММ.ГГГГ ЧЧ:ММ'],
  ['no such day', [1, '500100732259', '', 'звонок', '31.02.2026 14:05'], 'Дата и время: ДД.ММ.ГГГГ ЧЧ:ММ'],
  ['no such hour', [1, '500100732259', '', 'звонок', '04.03.2026 24:05'], 'Дата и время: ДД.ММ.ГГГГ ЧЧ:ММ'],
])('%s', (_name, cells, message) => {
  expect(contactLine(header, cells, 7)).toEqual({ row: 7, message });
});
