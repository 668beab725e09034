import { expect, test } from 'vitest';
import { registryColumns } from '#domain/registries/registry-columns.ts';
import type { DryRow } from '../kind.ts';
import { rowErrors } from './row-errors.ts';

const { simple } = registryColumns;
const right = { debtorInn: '500100732259', lastName: 'Иванова', firstName: 'Анна', phone: '+7 (916) 123-45-67' };
const known = (code: string, severity = 'error'): DryRow['problems'] =>
  [
    { id: 1, rowNo: 2, column: 'debtorInn', severity, code, message: 'Сказал сервер', value: null },
  ] as DryRow['problems'];

test('a row is judged in the grid by the rules of the server, cell by cell', () => {
  expect(rowErrors(simple, right, [])).toEqual({});
  expect(rowErrors(simple, { ...right, phone: '12345' }, [])).toEqual({
    phone: expect.stringContaining('Телефон указан неверно'),
  });
  expect(rowErrors(simple, { ...right, lastName: '' }, [])).toEqual({ lastName: 'Должно быть заполнено' });
});

test('what only the server can know stays until it says otherwise; the rest of what it said is judged anew', () => {
  expect(rowErrors(simple, right, known('DUP_DB'))).toEqual({ debtorInn: 'Сказал сервер' });
  expect(rowErrors(simple, right, known('INN_CHECK'))).toEqual({});
  expect(rowErrors(simple, right, known('IN_DEAL', 'warning'))).toEqual({});
});
