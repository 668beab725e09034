import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, formatDay, toDay } from '../values/days.ts';
import { type Kopecks, kopecks, MAX_AMOUNT } from '../values/money.ts';
import {
  type BankMovement,
  type BankStatement,
  compareStatement,
  missingSum,
  statementProblem,
} from './bank-statement.ts';
import { isClientBank, readClientBank, sumOf } from './client-bank.ts';

const account = '40702810900000000001';
const other = '40702810500000000002';
const sum = fc.integer({ min: 1, max: 100_000_000 }).map(kopecks);
const day = fc.integer({ min: 0, max: 30 }).map((count) => addDays(toDay('2026-10-01'), count));
/** One line of what people write, without what separates fields and lines. */
const line = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[\r\n]/g, ' ').trim());
const movement: fc.Arbitrary<BankMovement> = fc.record({
  day,
  amount: fc.tuple(sum, fc.boolean()).map(([amount, isOut]) => (isOut ? kopecks(0 - amount) : amount)),
  number: fc.integer({ min: 1, max: 99_999 }).map(String),
  counterparty: line,
  purpose: line,
});
const statement: fc.Arbitrary<BankStatement> = fc
  .record({ opening: sum, movements: fc.array(movement, { maxLength: 12 }) })
  .map(({ opening, movements }) => ({
    account,
    from: toDay('2026-10-01'),
    to: toDay('2026-10-31'),
    opening,
    closing: kopecks(movements.reduce((net, { amount }) => net + amount, opening as number)),
    movements,
  }));

const roubles = (amount: number): string => (amount / 100).toFixed(2);

/** The statement as a bank writes it. */
function written({ opening, closing, from, to, movements }: BankStatement, end = '\r\n'): string {
  const documents = movements.flatMap(({ day: on, amount, number, counterparty, purpose }) => {
    const isOut = amount < 0;
    return [
      'СекцияДокумент=Платежное поручение',
      `Номер=${number}`,
      `Дата=${formatDay(addDays(on, -1))}`,
      `Сумма=${roubles(Math.abs(amount))}`,
      `ПлательщикСчет=${isOut ? account : other}`,
      `${isOut ? 'ДатаСписано' : 'ДатаПоступило'}=${formatDay(on)}`,
      `${isOut ? 'Получатель' : 'Плательщик'}=${counterparty}`,
      `ПолучательСчет=${isOut ? other : account}`,
      `НазначениеПлатежа=${purpose}`,
      'КонецДокумента',
    ];
  });
  return [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    `РасчСчет=${account}`,
    'СекцияРасчСчет',
    `ДатаНачала=${formatDay(from)}`,
    `ДатаКонца=${formatDay(to)}`,
    `РасчСчет=${account}`,
    `НачальныйОстаток=${roubles(opening)}`,
    `КонечныйОстаток=${roubles(closing)}`,
    'КонецРасчСчет',
    ...documents,
    'КонецФайла',
    '',
  ].join(end);
}

describe('a statement in the exchange form of 1С', () => {
  test('is read as it was written, whatever ends its lines', () => {
    fc.assert(
      fc.property(statement, fc.constantFrom('\r\n', '\n', '\r'), (told, end) => {
        const read = readClientBank(written(told, end));
        expect(read).toEqual(told);
        expect(missingSum(told)).toBeNull();
      }),
    );
  });

  test('that is cut anywhere is refused with a reason, and never read in part', () => {
    fc.assert(
      fc.property(statement, fc.double({ min: 0, max: 0.97, noNaN: true }), (told, part) => {
        const text = written(told);
        const cut = text.slice(0, Math.floor((text.length - 12) * part));
        expect(readClientBank(cut)).toEqual({ refused: expect.stringMatching(/[а-яё]/) });
      }),
    );
  });

  test('whatever else a text is, it is refused or read, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(isClientBank(text)).toBe(text.trimStart().startsWith('1CClientBankExchange'));
        expect(readClientBank(`1CClientBankExchange\n${text}\nКонецФайла`)).toHaveProperty('refused');
        if (!isClientBank(text)) expect(readClientBank(text)).toHaveProperty('refused');
      }),
    );
  });

  const told: BankStatement = {
    account,
    from: toDay('2026-10-01'),
    to: toDay('2026-10-02'),
    opening: kopecks(100),
    closing: kopecks(250),
    movements: [
      { day: toDay('2026-10-02'), amount: kopecks(150), number: '7', counterparty: 'ООО', purpose: 'Счёт 1' },
    ],
  };
  const changes: [what: string, change: (text: string) => string, reason: RegExp][] = [
    ['a sum that is none', (text) => text.replace('Сумма=1.50', 'Сумма=1.5O'), /документа № 7/],
    ['a sum below zero', (text) => text.replace('Сумма=1.50', 'Сумма=-1.50'), /документа № 7/],
    [
      'a document of another account',
      (text) => text.replace(`ПолучательСчет=${account}`, 'ПолучательСчет=1'),
      /Документ № 7 не по счёту 4/,
    ],
    ['a day that the calendar has not', (text) => text.replaceAll('02.10.2026', '32.10.2026'), /остатки|документ/],
    [
      'two accounts',
      (text) => text.replace('КонецРасчСчет', `КонецРасчСчет\nСекцияРасчСчет\nРасчСчет=${other}\nКонецРасчСчет`),
      /несколько счетов/,
    ],
    ['no balances', (text) => text.replace('КонечныйОстаток', 'Остаток'), /остатки/],
    ['orders without a statement', (text) => text.replace(/СекцияРасчСчет[\s\S]*?КонецРасчСчет/, ''), /остатков счёта/],
  ];
  test.each(changes)('is refused with %s', (_what, change, reason) => {
    expect(readClientBank(written(told))).toEqual(told);
    expect(readClientBank(change(written(told)))).toEqual({ refused: expect.stringMatching(reason) });
  });

  test('is none with days or sums that cannot be', () => {
    const [before, after] = [addDays(told.from, -1), addDays(told.to, 1)];
    const moved = (on: Day) => ({ ...told, movements: told.movements.map((one) => ({ ...one, day: on })) });
    expect([told, moved(told.from)].map(statementProblem)).toEqual([null, null]);
    expect(statementProblem(moved(before))).toBe(
      'Документ № 7 от 30.09.2026 — вне дней выписки: она с 01.10.2026 по 02.10.2026',
    );
    expect(statementProblem(moved(after))).toMatch(/вне дней/);
    expect(statementProblem({ ...told, to: before })).toMatch(/раньше первого/);
    expect(statementProblem({ ...told, to: addDays(told.from, 366) })).toMatch(/длиннее года/);
    expect(statementProblem({ ...told, opening: MAX_AMOUNT, closing: MAX_AMOUNT })).toMatch(/велики/);
  });

  test('a movement that is missing leaves its sum', () => {
    expect(missingSum({ ...told, movements: [] })).toBe(150);
    expect(missingSum({ ...told, closing: kopecks(240) })).toBe(-10);
  });
});

test('sums are read to the kopeck, or not at all', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (amount) => {
      expect(sumOf(roubles(amount))).toBe(amount);
    }),
  );
  for (const text of ['', '1.234', '1 000', '1e3', '--1', '٣', undefined]) expect(sumOf(text)).toBeNull();
  expect([sumOf('5'), sumOf('5,5'), sumOf('+0.05')]).toEqual([500, 550, 5]);
});

describe('beside the ledger', () => {
  interface Line {
    id: number;
    day: Day;
    amount: Kopecks;
  }
  const lines = (movements: readonly BankMovement[], apart = 0): Line[] =>
    movements.map(({ day: on, amount }, id) => ({ id, day: addDays(on, apart), amount }));

  test('the same movements agree, in any order and up to three days apart; what is left is left on its side', () => {
    fc.assert(
      fc.property(
        fc.array(movement, { maxLength: 10 }),
        fc.integer({ min: -3, max: 3 }),
        fc.array(movement, { maxLength: 3 }),
        (same, apart, more) => {
          const reversed = compareStatement(same, lines(same).toReversed());
          expect(reversed).toMatchObject({ onlyInBank: [], onlyInLedger: [] });
          expect(reversed.matched).toHaveLength(same.length);
          const { matched, onlyInBank, onlyInLedger } = compareStatement([...same, ...more], lines(same, apart));
          expect(matched.length + onlyInBank.length).toBe(same.length + more.length);
          // Whatever else the bank has, each line finds a movement.
          expect(onlyInLedger).toEqual([]);
        },
      ),
    );
  });

  test('a movement is taken once, by the nearest day', () => {
    const on = (count: number): BankMovement => ({
      day: addDays(toDay('2026-10-10'), count),
      amount: kopecks(5),
      number: '',
      counterparty: '',
      purpose: '',
    });
    const [line] = lines([on(2)]);
    expect(compareStatement([on(0), on(2)], [line!])).toEqual({
      matched: [[on(2), line]],
      onlyInBank: [on(0)],
      onlyInLedger: [],
    });
    expect(compareStatement([on(0)], lines([on(4)])).matched).toEqual([]);
    // Those of one day would leave two that have a partner each.
    const apart = compareStatement([on(0), on(3)], lines([on(3), on(6)]));
    expect(apart).toMatchObject({ onlyInBank: [], onlyInLedger: [] });
    expect(apart.matched.map(([{ day }, { day: other }]) => [day, other])).toEqual([
      [on(0).day, on(3).day],
      [on(3).day, on(6).day],
    ]);
  });

  test('of a great many alike each is taken once, and soon', () => {
    const many: BankMovement[] = Array.from({ length: 50_000 }, (_, count) => ({
      day: addDays(toDay('2026-10-01'), count % 30),
      amount: kopecks(5),
      number: String(count),
      counterparty: '',
      purpose: '',
    }));
    expect(compareStatement(many, lines(many.slice(1)))).toMatchObject({
      onlyInBank: [{ amount: 5 }],
      onlyInLedger: [],
    });
  });
});
