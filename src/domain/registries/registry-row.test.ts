import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Changes, fullCells, simpleCells } from '#test/helpers/registry/rows.ts';
import { contractCaps } from '../money/overpayment-caps.ts';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import { toDay } from '../values/days.ts';
import type { Cell } from './cell.ts';
import { fullColumns, registryColumns, simpleColumns } from './registry-columns.ts';
import { problemCodes } from './registry-problems.ts';
import { cellsSaying, judgeRow } from './registry-row.ts';

const today = toDay('2026-11-20');
const caps = contractCaps(KNOWN_RATES);
const judge = (changes?: Changes) => judgeRow(fullColumns, fullCells(changes), { today, caps, right: 'acquirer' });
const judgeSimple = (changes?: Changes) =>
  judgeRow(simpleColumns, simpleCells(changes), { today, caps, right: 'lender' });
/** Problems in short: column, code and a question mark for a warning. */
const short = ({ problems }: ReturnType<typeof judge> | ReturnType<typeof judgeSimple>) =>
  problems.map(({ column, code, severity }) => `${column} ${code}${severity === 'warning' ? '?' : ''}`);

describe('a right row', () => {
  test.each([
    ['full', fullColumns, fullCells({ rate: '0,55', minAmount: null, middleName: null, stage: 'Судебная' })],
    ['simple', simpleColumns, simpleCells()],
  ] as const)('of the %s registry can be written again as cells that say the same', (_kind, columns, cells) => {
    const { row, ok } = judgeRow(columns, cells, { today, caps, right: 'lender' });
    expect(ok).toBe(true);
    expect(judgeRow(columns, cellsSaying(columns, row), { today, caps, right: 'lender' })).toEqual({
      ok: true,
      row,
      problems: [],
    });
  });

  test('of the full registry gives every value in the form in which it is kept', () => {
    expect(judge()).toEqual({
      ok: true,
      problems: [],
      row: {
        rowNo: 1,
        debtorInn: '500100732259',
        lastName: 'Иванова',
        firstName: 'Анна',
        middleName: 'Петровна',
        birthDate: '1985-03-14',
        passportSeries: '4510',
        passportNumber: '456123',
        passportIssuedAt: '2005-04-20',
        passportIssuedBy: 'ОВД района Хамовники г. Москвы',
        snils: '11223344595',
        phone: '+79161234567',
        phone2: '+74951234567',
        email: 'anna@example.ru',
        regAddress: 'г. Москва, ул. Льва Толстого, д. 1',
        tz: 'Europe/Moscow',
        contractNumber: 'КД-2025/0007',
        contractDate: '2025-02-01',
        contractKind: 'microloan',
        issuedAmount: 3_000_000,
        rate: 1990,
        contractEnd: '2025-08-01',
        overdueFrom: '2025-08-02',
        principal: 3_000_000,
        interest: 150_050,
        interestOverdue: 70_000,
        penalty: 30_025,
        fee: 0,
        courtCost: 0,
        total: 3_250_075,
        asOf: '2026-11-01',
        minAmount: 1_500_000,
        maxPayments: 12,
        stage: 'court',
        caseNo: '2-1234/2026',
        court: 'Хамовнический районный суд',
        basis: 'cession',
        cedentName: 'ООО МКК «Пример»',
        cedentInn: '7707083893',
        cessionRef: '№ 12 от 05.05.2026',
        cessionNotice: '2026-05-10',
        contactFlag: 'allowed',
        externalId: 'A-77',
        comment: '=не формула, а замечание',
      },
    });
  });

  test('of the simple registry needs an ИНН, a name and a phone', () => {
    const empty = Object.fromEntries(simpleColumns.filter((c) => !c.required).map(({ code }) => [code, null]));
    const judged = judgeSimple(empty);
    expect(judged.problems).toEqual([]);
    expect(judged.row).toMatchObject({ debtorInn: '500100732259', phone: '+79161234567', birthDate: null, tz: null });
  });

  test('without any cell names every required column', () => {
    const { ok, problems } = judgeRow(fullColumns, [], { today, caps, right: 'lender' });
    const required = fullColumns.filter((column) => column.required).map(({ code }) => code);
    expect(ok).toBe(false);
    expect(problems.filter(({ code }) => code === 'REQ').map(({ column }) => column)).toEqual(
      expect.arrayContaining(required),
    );
  });
});

describe('a cell', () => {
  test.each<[string, Cell, unknown]>([
    ['debtorInn', '5001 0073 2259', '500100732259'],
    ['debtorInn', 500_100_732_259, '500100732259'],
    ['debtorInn', '\u00a0500100732259\u200b', '500100732259'],
    ['lastName', '  Мамин  -Сибиряк ', 'Мамин -Сибиряк'],
    ['birthDate', '4.3.1985', '1985-03-04'],
    ['birthDate', '1985-03-14', '1985-03-14'],
    ['birthDate', '1985-03-14T00:00:00.000Z', '1985-03-14'],
    ['birthDate', '14.03.1985 00:00:00', '1985-03-14'],
    ['birthDate', '14.03.1985 г.', '1985-03-14'],
    ['birthDate', 31_120, '1985-03-14'],
    ['birthDate', 31_120.75, '1985-03-14'],
    ['birthDate', '31120', '1985-03-14'],
    ['passportSeries', '45 10', '4510'],
    ['passportSeries', 4510, '4510'],
    ['passportNumber', '—', null],
    ['snils', '112 233 445 95', '11223344595'],
    ['snils', 11_223_344_595, '11223344595'],
    ['phone', 79_161_234_567, '+79161234567'],
    ['phone', '8(916)1234567', '+79161234567'],
    ['email', 'Anna@Example.RU', 'anna@example.ru'],
    ['tz', 'мск+5', 'Asia/Irkutsk'],
    ['tz', 'Asia/Novosibirsk', 'Asia/Krasnoyarsk'],
    ['tz', 'МСК-1', 'Europe/Kaliningrad'],
    ['contractNumber', 20_250_007, '20250007'],
    ['contractNumber', '=ДОГ-1', '=ДОГ-1'],
    ['contractKind', 'МИКРОЗАЁМ', 'microloan'],
    ['contractKind', ' жку ', 'utilities'],
    ['rate', '19,9 %', 1990],
    ['rate', 19.9, 1990],
    ['rate', '0', 0],
    ['issuedAmount', 30_000.000_000_004, 3_000_000],
    ['issuedAmount', '30 000,00 руб.', 3_000_000],
    ['fee', '-', 0],
    ['maxPayments', '12,0', 12],
    ['maxPayments', 60, 60],
    ['contactFlag', 'инвалид i группы', 'disabled_1'],
    ['contactFlag', '', null],
    ['comment', 'две\nстроки', 'две строки'],
    ['comment', 'а\0б', 'аб'],
    ['comment', 'а\ud800', 'а\ufffd'],
    ['comment', true, 'да'],
  ])('of %s holding %j is read as %j', (code, cell, value) => {
    const judged = judge({ [code]: cell });
    expect((judged.row as Record<string, unknown>)[code]).toBe(value);
    expect(judged.problems.filter(({ column, severity }) => column === code && severity === 'error')).toEqual([]);
  });

  test.each<[string, Cell, string]>([
    ['debtorInn', '', 'REQ'],
    ['debtorInn', '   ', 'REQ'],
    ['debtorInn', '—', 'REQ'],
    ['debtorInn', '500100732258', 'INN_CHECK'],
    ['debtorInn', 50_010_073_225, 'INN_CHECK'],
    ['debtorInn', '7707083893', 'INN_CHECK'],
    ['debtorInn', 'нет данных', 'INN_CHECK'],
    ['debtorInn', '000000000000', 'INN_CHECK'],
    ['lastName', 'Ivanov', 'FORMAT'],
    ['lastName', 'Иванов2', 'FORMAT'],
    ['lastName', 'я'.repeat(101), 'FORMAT'],
    ['birthDate', '30.02.1985', 'FORMAT'],
    ['birthDate', '03/14/1985', 'FORMAT'],
    ['birthDate', '14.03.85', 'FORMAT'],
    ['birthDate', '01.01.0085', 'FORMAT'],
    ['birthDate', 60, 'FORMAT'],
    ['birthDate', -1, 'FORMAT'],
    ['birthDate', 1e300, 'FORMAT'],
    ['birthDate', 20_250_101, 'FORMAT'],
    ['birthDate', true, 'FORMAT'],
    ['birthDate', '14.03.1901', 'AGE'],
    ['birthDate', '14.03.2027', 'DATE_ORDER'],
    ['passportSeries', '451', 'FORMAT'],
    ['passportNumber', 12_345, 'FORMAT'],
    ['passportIssuedAt', '20.04.1995', 'DATE_ORDER'],
    ['passportIssuedAt', '20.04.2027', 'DATE_ORDER'],
    ['snils', '112-233-445 96', 'FORMAT'],
    ['phone', '+7 916 123-45', 'FORMAT'],
    ['phone', '89161234567, 89161234568', 'FORMAT'],
    ['email', 'anna@', 'FORMAT'],
    ['email', 'anna @example.ru', 'FORMAT'],
    ['tz', 'МСК+12', 'DICT'],
    ['contractNumber', 'я'.repeat(65), 'FORMAT'],
    ['contractNumber', 4.081_781_050_000_001e19, 'FORMAT'],
    ['contractDate', '21.11.2026', 'DATE_ORDER'],
    ['contractKind', 'ипотека', 'DICT'],
    ['issuedAmount', '0', 'RANGE'],
    ['issuedAmount', '-5', 'RANGE'],
    ['issuedAmount', '1,234', 'FORMAT'],
    ['issuedAmount', '100 000 000 000', 'RANGE'],
    ['issuedAmount', { fault: '#N/A' }, 'FORMAT'],
    ['rate', '-1', 'RANGE'],
    ['rate', 'по тарифу', 'FORMAT'],
    ['contractEnd', '01.01.2025', 'DATE_ORDER'],
    ['overdueFrom', '31.01.2025', 'DATE_ORDER'],
    ['overdueFrom', '21.11.2026', 'DATE_ORDER'],
    ['principal', '', 'REQ'],
    ['interest', '(5)', 'RANGE'],
    ['penalty', { fault: '' }, 'FORMAT'],
    ['penalty', true, 'FORMAT'],
    ['total', '32 500,76', 'SUM_MISMATCH'],
    ['total', '0', 'RANGE'],
    ['asOf', '21.11.2026', 'DATE_ORDER'],
    ['minAmount', '32 500,76', 'RANGE'],
    ['maxPayments', '0', 'RANGE'],
    ['maxPayments', '61', 'RANGE'],
    ['maxPayments', 12.5, 'FORMAT'],
    ['stage', 'неизвестно', 'DICT'],
    ['caseNo', '', 'REQ'],
    ['court', '', 'REQ'],
    ['cedentName', '', 'REQ'],
    ['cedentInn', '', 'REQ'],
    ['cedentInn', '500100732259', 'INN_CHECK'],
    ['cessionRef', '', 'REQ'],
    ['comment', 'я'.repeat(1001), 'FORMAT'],
  ])('of %s holding %j keeps the row out with %s', (code, cell, expected) => {
    const judged = judge({ [code]: cell });
    expect(judged.ok).toBe(false);
    expect(short(judged)).toEqual([`${code} ${expected}`]);
    expect(judged.problems[0]!.message).toMatch(/^[А-Я].*[^.]$/);
  });

  test.each<[Changes, string]>([
    [{ rowNo: '1а' }, 'rowNo FORMAT?'],
    [{ lastName: 'Ивaнова' }, 'lastName LOOKALIKE?'],
    [{ lastName: 'POMA' }, 'lastName LOOKALIKE?'],
    [{ rate: '19,999' }, 'rate FORMAT?'],
    [{ rate: 292.01 }, 'rate LIMIT_CAP?'],
    [{ passportIssuedBy: '' }, 'passportIssuedBy REQ?'],
    [{ passportIssuedAt: '20.04.2004' }, 'passportIssuedAt STALE?'],
    [{ cessionNotice: '' }, 'cessionNotice REQ?'],
    [{ asOf: '20.10.2026' }, 'asOf STALE?'],
    [{ penalty: '37 000,00', total: '69 200,50' }, 'total LIMIT_CAP?'],
    [{ contractKind: 'Прочее', penalty: '37 000,00', total: '69 200,50' }, 'total LIMIT_CAP?'],
    [{ principal: '99 999 997 499,24', total: '99 999 999 999,99' }, 'total RANGE?'],
  ])('%j lets the row in with a warning', (changes, expected) => {
    const judged = judge(changes);
    expect(judged.ok).toBe(true);
    expect(short(judged)).toEqual([expected]);
  });

  test('without a passport is an ordinary one, of passports that nobody has filled in nothing is said', () => {
    const none = { passportSeries: '', passportNumber: '', passportIssuedAt: '', passportIssuedBy: '' };
    expect(short(judge(none))).toEqual([]);
    expect(short(judge({ ...none, passportNumber: '456123' }))).toEqual(['passportSeries REQ?']);
  });

  test('with a debt as large as no person has is let in with a warning, an ordinary large one without', () => {
    expect(short(judgeSimple({ approxAmount: '100 000 000,01' }))).toEqual(['approxAmount RANGE?']);
    expect(short(judgeSimple({ approxAmount: '100 000 000,00' }))).toEqual([]);
  });

  test('with Latin look-alikes is mended', () => {
    expect(judge({ lastName: 'Ивaнoвa', firstName: 'ПЁTР' }).row).toMatchObject({
      lastName: 'Иванова',
      firstName: 'ПЁТР',
    });
  });

  test('that is empty takes the clock from the address, when that tells one', () => {
    const zoneOf = (tz: string, regAddress: string) => (judge({ tz, regAddress }).row as { tz: unknown }).tz;
    expect(zoneOf('', 'Приморский край, г. Владивосток')).toBe('Asia/Vladivostok');
    expect(zoneOf('МСК', 'Приморский край, г. Владивосток')).toBe('Europe/Moscow');
    expect(zoneOf('', 'ул. Ленина, 1')).toBeNull();
  });

  test('that is needed only sometimes is not asked for otherwise', () => {
    const other = { stage: 'досудебная', caseNo: '', court: '', basis: 'агент' };
    expect(short(judge({ ...other, cedentName: '', cedentInn: '', cessionRef: '', cessionNotice: '' }))).toEqual([]);
  });

  test('that cannot be read is not judged a second time', () => {
    expect(short(judge({ penalty: 'много' }))).toEqual(['penalty FORMAT']);
    expect(short(judge({ cedentInn: '1' }))).toEqual(['cedentInn INN_CHECK']);
    expect(short(judge({ passportSeries: '1' }))).toEqual(['passportSeries FORMAT']);
    expect(short(judge({ contractDate: 'вчера' }))).toEqual(['contractDate FORMAT']);
  });

  test('of a debtor who was under age on the day of the contract keeps the row out', () => {
    const passport = { passportSeries: '', passportNumber: '', passportIssuedAt: '', passportIssuedBy: '' };
    expect(short(judge({ ...passport, birthDate: '02.02.2007' }))).toContain('birthDate AGE');
    expect(short(judge({ ...passport, birthDate: '01.02.2007' }))).not.toContain('birthDate AGE');
  });

  test('of a debtor under age in a simple list is judged by the day of today', () => {
    expect(short(judgeSimple({ birthDate: '21.11.2008' }))).toEqual(['birthDate AGE']);
    expect(short(judgeSimple({ birthDate: '20.11.2008' }))).toEqual([]);
  });
});

describe('what stood in a cell', () => {
  test.each<[string, Cell, string | null]>([
    ['debtorInn', '500100732258', '50******58'],
    ['debtorInn', 'Иванова Анна', 'Ив***на'],
    ['lastName', 'Ivanov', 'I***'],
    ['phone', '8 916 123', '8 ***23'],
    ['birthDate', '30.02.1985', '30***85'],
    ['contractDate', '30.02.2025', '30.02.2025'],
    ['contractDate', 'Иванова Анна', 'Ив***на'],
    ['issuedAmount', '1,234', '1,234'],
    ['issuedAmount', '500100732259', '50***59'],
    ['contractKind', 'ипотека', 'ипотека'],
    ['contractKind', '4510 456123', '45***23'],
    ['stage', '', null],
  ])('of %s, %j, is shown as %j', (code, cell, masked) => {
    const { problems } = judge({ [code]: cell });
    expect(problems.find(({ column }) => column === code)!.masked).toBe(masked);
  });
});

const anyCell: fc.Arbitrary<Cell> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.record({ fault: fc.string() }),
  fc.constantFrom('01.02.2025', '500100732259', '1 234,56', 'Карта', '—', 45_000, '\ud800', '\0'),
);

test.each(['full', 'simple'] as const)('whatever stands in a row of the %s registry, it is judged', (kind) => {
  const columns = registryColumns[kind];
  fc.assert(
    fc.property(fc.array(anyCell, { maxLength: columns.length }), (cells) => {
      const { ok, row, problems } = judgeRow(columns, cells, { today, caps, right: 'lender' });
      expect(ok).toBe(!problems.some(({ severity }) => severity === 'error'));
      expect(Object.keys(row)).toEqual(columns.map(({ code }) => code));
      for (const { column, code, message } of problems) {
        expect(columns.some((known) => known.code === column)).toBe(true);
        expect(code in problemCodes).toBe(true);
        expect(message.length).toBeGreaterThan(5);
      }
      for (const value of Object.values(row)) {
        if (typeof value === 'string')
          expect(value.isWellFormed() && !value.includes('\0') && value === value.trim()).toBe(true);
      }
      for (const { code, required } of columns) {
        if (ok && required) expect((row as Record<string, unknown>)[code]).not.toBeNull();
      }
    }),
    { numRuns: 300 },
  );
});

test('a row changed in one cell by anything is still judged by its own rules', () => {
  fc.assert(
    fc.property(fc.constantFrom(...fullColumns.map(({ code }) => code)), anyCell, (code, cell) => {
      const { row, problems } = judge({ [code]: cell });
      const value = (row as Record<string, unknown>)[code];
      const failed = problems.some(
        ({ column, severity, code: found }) =>
          column === code && severity === 'error' && ['FORMAT', 'DICT', 'INN_CHECK', 'REQ'].includes(found),
      );
      if (failed) expect(value).toBeNull();
    }),
    { numRuns: 500 },
  );
});

// Decision 0214: a lender's debt for services would lose the shields of a loan by his word.
test.each([
  ['lender', 'ЖКУ', false],
  ['lender', 'Связь', false],
  ['lender', 'Прочее', true],
  ['acquirer', 'ЖКУ', true],
  ['none', 'Связь', true],
] as const)('of a company whose right to interest is %s a row of «%s» is taken: %s', (right, contractKind, taken) => {
  const { ok, problems } = judgeRow(fullColumns, fullCells({ contractKind }), { today, caps, right });
  expect(ok).toBe(taken);
  if (!taken) expect(problems).toMatchObject([{ column: 'contractKind', severity: 'error' }]);
});
