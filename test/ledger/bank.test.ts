import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, formatDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import type { Client } from '../helpers/client.ts';
import { countLying } from '../helpers/files/storage.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';
import { clientBank } from './helpers/client-bank.ts';
import { today } from './helpers/months.ts';

const path = '/internal/ledger/bank-statement';
const account = '40702810900000000001';
const from = addDays(today(), -10);
const on = addDays(today(), -4);

const nothing = { count: 0, sum: 0, items: [] };

let scenario: Scenario;
let accountant: Client;
beforeAll(async () => {
  scenario = await makeScenario();
  accountant = (await scenario.testApp.operator('accountant')).client;
  const paid = (amount: number, valueDate = on) =>
    scenario.write((tx) =>
      bookEvent(
        tx,
        { kind: 'invoice_paid', legalEntityId: scenario.company, to: 'bank', amount: kopecks(amount) },
        { valueDate },
      ),
    );
  await paid(1_000, addDays(from, -1));
  await paid(5_000);
  await paid(700);
});
afterAll(() => scenario.testApp.stop());

const statement = (sums: readonly number[], closing: number): string =>
  clientBank({ account, from, to: today(), on, opening: 1_000, closing, sums });

const send = (content: string | Uint8Array<ArrayBuffer>, name = 'kl_to_1c.txt') => {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  return accountant.post(path, form);
};

test('a statement that agrees with the account says so, in either encoding of Russian texts', async () => {
  const text = statement([5_000, 700], 6_700);
  // Russian Windows writes a letter in one byte: А is 0xC0, Ё and № stand apart.
  const windows = Uint8Array.from(text, (sign) => {
    const code = sign.charCodeAt(0);
    if (code < 128) return code;
    return { ё: 0xb8, '«': 0xab, '»': 0xbb }[sign] ?? code - 0x410 + 0xc0;
  });
  for (const content of [text, windows]) {
    const { status, body } = await send(content);
    expect([status, body]).toEqual([
      200,
      {
        account,
        from,
        to: today(),
        bank: { opening: 1_000, closing: 6_700 },
        ledger: { opening: 1_000, closing: 6_700 },
        missing: null,
        matched: 2,
        apart: nothing,
        came: nothing,
        went: nothing,
        onlyInLedger: nothing,
      },
    ]);
  }
});

test('what only one of both has is told, and so is a statement that does not add up', async () => {
  const { body } = await send(statement([5_000, 42, -30], 6_770));
  expect(body).toMatchObject({ matched: 1, missing: 758, ledger: { closing: 6_700 } });
  const told = { day: on, purpose: 'Оплата по счёту' };
  const came = { ...told, amount: 42, number: '2', counterparty: 'ООО «Альфа»' };
  expect(body.came).toEqual({ count: 1, sum: 42, items: [came] });
  const went = { ...told, amount: -30, number: '3', counterparty: 'ООО «Бета»' };
  expect(body.went).toEqual({ count: 1, sum: -30, items: [went] });
  expect(body.onlyInLedger).toMatchObject({ count: 1, sum: 700, items: [{ kind: 'invoice_paid', day: on }] });
});

test('what the ledger has a day before the statement may be what the bank has within', async () => {
  const { body } = await send(statement([1_000, 5_000, 700], 7_700).replaceAll(formatDay(on), formatDay(from)));
  expect(body).toMatchObject({ matched: 1, came: { count: 2, sum: 5_700 }, onlyInLedger: { count: 2, sum: 5_700 } });
  // The statement of the day before would take the same line once more: it is told apart, and agrees with nobody by itself.
  const [line] = body.apart.items;
  expect(body.apart).toMatchObject({ count: 1, sum: 1_000 });
  expect(line).toMatchObject({ amount: 1_000, bankDay: from, day: expect.any(String) });
  expect(line.day < from).toBe(true);
});

test('of a great many movements all are counted and the first are shown', async () => {
  const { body } = await send(
    statement(
      Array.from({ length: 1_200 }, () => 1),
      2_200,
    ),
  );
  expect([body.missing, body.came.count, body.came.sum, body.came.items.length]).toEqual([null, 1_200, 1_200, 500]);
});

test('what is no statement is refused at the file, and nothing of it is kept', async () => {
  for (const [content, reason] of [
    ['Привет', /1С/],
    [statement([1], 1).replace('КонецФайла', ''), /КонецФайла/],
    [statement([1], 1).replaceAll(formatDay(on), formatDay(addDays(from, -1))), /вне дней выписки/],
    [statement([1], 1).replace(`ПолучательСчет=${account}`, 'ПолучательСчет=2'), /не по счёту/],
    ['<Document></Document>', /camt/],
    ['<Document>', /XML/],
  ] as const) {
    const { status, body } = await send(content);
    expect([status, body.code, body.fields.file]).toEqual([400, 'input.invalid', expect.stringMatching(reason)]);
  }
  const long = await send('1CClientBankExchange\n'.padEnd(5 * 1024 * 1024 + 1, 'А'));
  expect([long.status, long.body.code]).toEqual([413, 'body.too_large']);
  expect((await scenario.head.post(path, new FormData())).status).toBe(403);
  expect(await countLying(scenario.testApp.app.config, 'files')).toBe(0);
});
