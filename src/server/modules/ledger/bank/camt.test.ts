import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BankStatement } from '#domain/money/bank-statement.ts';
import { toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { readCamt } from './camt.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const roubles = (amount: number): string => (Math.abs(amount) / 100).toFixed(2);
const side = (amount: number): string => (amount < 0 ? 'DBIT' : 'CRDT');
const balance = (code: string, amount: number, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="RUB">${roubles(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

/** The statement as a bank writes it. */
function written({ account, from, to, opening, closing, movements }: BankStatement): string {
  const entries = movements.map(
    ({ day, amount, number, counterparty, purpose }) =>
      `<Ntry><NtryRef>${number}</NtryRef><Amt Ccy="RUB">${roubles(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd><Sts>BOOK</Sts>
       <BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${number}</EndToEndId></Refs>
       <RltdPties><${amount < 0 ? 'Cdtr' : 'Dbtr'}><Nm>${escaped(counterparty)}</Nm></${amount < 0 ? 'Cdtr' : 'Dbtr'}></RltdPties>
       <RmtInf><Ustrd>${escaped(purpose)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
    <GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>
    <Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>RUB</Ccy></Acct>${balance('OPBD', opening, from)}${balance('CLBD', closing, to)}
    ${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
}

const amount = fc
  .integer({ min: -10_000_000, max: 10_000_000 })
  .filter((sum) => sum !== 0)
  .map(kopecks);
const words = fc.stringMatching(/^[а-яА-Я№<>&"' 0-9]{1,30}$/).map((text) => text.trim() || 'Счёт');
const statement: fc.Arbitrary<BankStatement> = fc.record({
  account: fc.constant('40702810900000000001'),
  from: fc.constant(toDay('2026-10-01')),
  to: fc.constant(toDay('2026-10-31')),
  opening: amount,
  closing: amount,
  movements: fc.array(
    fc.record({
      day: fc.constant(toDay('2026-10-10')),
      amount,
      number: fc.integer({ min: 1 }).map(String),
      counterparty: words,
      purpose: words,
    }),
    { maxLength: 8 },
  ),
});

describe('a statement in the form camt.053', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(statement, (told) => {
        expect(readCamt(Buffer.from(written(told)))).toEqual(told);
      }),
    );
  });

  test('that is cut anywhere is refused with a reason', () => {
    fc.assert(
      fc.property(statement, fc.double({ min: 0, max: 0.99, noNaN: true }), (told, part) => {
        const bytes = Buffer.from(written(told));
        expect(readCamt(bytes.subarray(0, Math.floor(bytes.length * part)))).toEqual({
          refused: expect.stringMatching(/[а-яё]/),
        });
      }),
    );
  });

  test('whatever else bytes are, nothing is thrown', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(readCamt(Buffer.from(bytes))).toHaveProperty('refused');
      }),
    );
  });

  const told: BankStatement = {
    account: '40702810900000000001',
    from: toDay('2026-10-01'),
    to: toDay('2026-10-02'),
    opening: kopecks(100),
    closing: kopecks(250),
    movements: [
      { day: toDay('2026-10-02'), amount: kopecks(150), number: '7', counterparty: 'ООО', purpose: 'Счёт 1' },
    ],
  };
  const changes: [what: string, change: (text: string) => string, reason: RegExp][] = [
    ['no closing balance', (text) => text.replace('CLBD', 'ITBD'), /остатки/],
    [
      'a side that is none',
      (text) => text.replace('<CdtDbtInd>CRDT</CdtDbtInd><Sts>', '<CdtDbtInd>OTHER</CdtDbtInd><Sts>'),
      /операция № 7/,
    ],
    ['an entry without a day', (text) => text.replace('<BookgDt><Dt>2026-10-02</Dt></BookgDt>', ''), /операция № 7/],
    [
      'a sum that is none',
      (text) =>
        text.replace('1.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>', '1,5O</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>'),
      /операция № 7/,
    ],
    ['two statements', (text) => text.replace('</Stmt>', '</Stmt><Stmt></Stmt>'), /несколько выписок/],
    ['another currency', (text) => text.replace('<Ccy>RUB</Ccy>', '<Ccy>USD</Ccy>'), /не в рублях/],
    ['no statement', (text) => text.replaceAll('Stmt>', 'Rpt>'), /ни одной выписки/],
    [
      'entities of its own',
      (text) => text.replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'),
      /повреждён/,
    ],
  ];
  test.each(changes)('is refused with %s', (_what, change, reason) => {
    expect(readCamt(Buffer.from(written(told)))).toEqual(told);
    expect(readCamt(Buffer.from(change(written(told))))).toEqual({ refused: expect.stringMatching(reason) });
  });

  test('knows no movement that is not booked yet', () => {
    const pending = written(told).replace('<Sts>BOOK</Sts>', '<Sts>PDNG</Sts>');
    expect(readCamt(Buffer.from(pending))).toEqual({ ...told, movements: [] });
  });
});
