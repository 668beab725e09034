import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LedgerEvent } from '#domain/money/ledger.ts';
import { type AccountCode, growsByDebit } from '#domain/money/ledger-accounts.ts';
import { addDays, type Day } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { monthEnd } from '#domain/values/months.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import type { Client } from '../helpers/client.ts';
import { readWorkbook, valuesOf } from '../helpers/files/workbook.ts';
import { cookiesOf } from '../lists/helpers/downloads.ts';
import { agree } from '../payments/helpers/scenario.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';
import { closeMonth, monthAgo, sealSince, today } from './helpers/months.ts';

const patience = { timeout: 120_000 };
const [first, second, current] = [monthAgo(2), monthAgo(1), monthAgo(0)];
const base = '/internal/ledger';

let scenario: Scenario;
let accountant: Client;
/** An agreement, about which the ledger is told what it never was: its schedule is not asked here. */
let settlementId: number;
beforeAll(async () => {
  scenario = await makeScenario({}, { byClock: false });
  accountant = (await scenario.testApp.operator('accountant')).client;
  await sealSince(scenario, first);
  settlementId = await agree(scenario);
  const parties = { settlementId, legalEntityId: scenario.company, individualId: scenario.debtorId };
  const book = (event: LedgerEvent, valueDate: Day) => scenario.write((tx) => bookEvent(tx, event, { valueDate }));
  const paid = (taken: number, overpaid: number) =>
    ({ kind: 'paid', ...parties, taken: kopecks(taken), overpaid: kopecks(overpaid) }) as const;
  const charged = (amount: number) =>
    ({ kind: 'fee', ...parties, way: 'invoiced', fee: { amount: kopecks(amount), vat: kopecks(0) } }) as const;
  await book(paid(1_000, 30), addDays(first, -5));
  await book(paid(2_000, 0), addDays(first, 3));
  await book(charged(60), addDays(first, 3));
  await book(paid(400, 7), monthEnd(first));
  await book({ kind: 'paid_out', legalEntityId: scenario.company, payoutId: 17, amount: kopecks(900) }, second);
  await closeMonth(scenario, accountant, first);
  await book(paid(50, 0), addDays(first, 3));
  await book(paid(8, 0), monthEnd(second));
  await closeMonth(scenario, accountant, second);
  await book(charged(40), monthEnd(second));
  await book(paid(3, 1), today());
}, 180_000);
afterAll(() => scenario.testApp.stop());

/** Debit less credit of an account, or of one of its holders, up to the end of a day, by every line there is. */
async function summed(day: Day, account: AccountCode, holderId?: number): Promise<number> {
  const [row] = await scenario.run(
    `select coalesce(sum(case l.side when 'debit' then l.amount else -l.amount end), 0)::int as net
     from ledger_lines l join ledger_entries e on e.id = l.entry_id left join ledger_late_entries c on c.entry_id = e.id
     where l.account = $1 and coalesce(c.booked_on, e.value_date) <= $2 and ($3::bigint is null or l.holder_id = $3)`,
    [account, day, holderId ?? null],
  );
  const net = row!['net'] as number;
  return growsByDebit(account) || net === 0 ? net : -net;
}

const days = (): Day[] => [
  addDays(first, -6),
  addDays(first, -1),
  first,
  addDays(first, 3),
  monthEnd(first),
  second,
  addDays(second, 10),
  monthEnd(second),
  current,
  today(),
];

test('balances on any day are the sums of all lines up to it, whatever was closed', patience, async () => {
  for (const day of days()) {
    const { rows } = (await accountant.get(`${base}/trial-balance?from=${day}&to=${day}`)).body;
    for (const { account, opening, closing } of rows as { account: AccountCode; opening: number; closing: number }[]) {
      expect([day, account, closing]).toEqual([day, account, await summed(day, account)]);
      expect([day, account, opening]).toEqual([day, account, await summed(addDays(day, -1), account)]);
    }
    const { items: creditors } = (await accountant.get(`${base}/creditors?filter[day]=${day}`)).body;
    const found = creditors.find(({ id }: { id: number }) => id === scenario.company) ?? { owed: 0, feeDebt: 0 };
    const held = async (account: AccountCode) => summed(day, account, scenario.company);
    expect([day, found.owed, found.feeDebt]).toEqual([day, await held('2010'), await held('1200')]);
    const { items: debtors } = (await accountant.get(`${base}/debtors?filter[day]=${day}`)).body;
    expect(debtors).toHaveLength(1);
    expect([day, debtors[0].overpaid, debtors[0].claims, debtors[0].forgivable]).toEqual([
      day,
      await summed(day, '2020', scenario.debtorId),
      await summed(day, 'M10', settlementId),
      await summed(day, 'M20', settlementId),
    ]);
  }
});

test('the card of an account goes from its opening balance to its closing one line by line', patience, async () => {
  for (const [account, holderId] of [['1010'], ['2010', scenario.company], ['2010'], ['2020', scenario.debtorId]] as [
    AccountCode,
    number?,
  ][]) {
    for (const from of days()) {
      const asked = `from=${from}&to=${today()}${holderId === undefined ? '' : `&holderId=${holderId}`}`;
      const card = (await accountant.get(`${base}/account?account=${account}&${asked}`)).body;
      const filter = asked.replace(/(\w+)=/g, 'filter[$1]=');
      const { items } = (await accountant.get(`${base}/account/lines?limit=100&filter[account]=${account}&${filter}`))
        .body;
      expect([card.opening, card.closing]).toEqual([
        await summed(addDays(from, -1), account, holderId),
        await summed(today(), account, holderId),
      ]);
      let balance = card.opening;
      for (const line of items) {
        balance += (line.side === 'debit') === growsByDebit(account) ? line.amount : -line.amount;
        expect(line.balance).toBe(balance);
      }
      expect(balance).toBe(card.closing);
    }
  }
});

test('days that no ledger has are no trouble, and a period that ends before it begins has nothing in it', async () => {
  const [long, far] = ['0001-01-01', '9999-12-31'];
  for (const path of [
    `trial-balance?from=${long}&to=${far}`,
    `account?from=${long}&to=${far}`,
    `account/lines?filter[from]=${long}&filter[to]=${far}`,
    `lines?filter[from]=${long}&filter[to]=${far}`,
    ...[long, far].flatMap((day) => [`creditors?filter[day]=${day}`, `debtors?filter[day]=${day}`]),
  ]) {
    expect([path, (await accountant.get(`${base}/${path}`)).status]).toEqual([path, 200]);
  }
  const { rows } = (await accountant.get(`${base}/trial-balance?from=${long}&to=${far}`)).body;
  const closing = rows.find(({ account }: { account: string }) => account === '2010').closing;
  expect(closing).toBe(await summed(today(), '2010'));
  const card = (await accountant.get(`${base}/account?account=2010&from=${today()}&to=${first}`)).body;
  expect([card.debit, card.credit]).toEqual([0, 0]);
});

test('a line leads to its entry, and a card that nobody holds is not there', async () => {
  const { items } = (
    await accountant.get(
      `${base}/lines?filter[holderId]=${scenario.company}&filter[account][]=2010&filter[account][]=1200&limit=1`,
    )
  ).body;
  const [{ entryId, settlementId: of, holder }] = items;
  expect([of, holder]).toEqual([settlementId, expect.any(String)]);
  const whole = (await accountant.get(`${base}/lines?filter[entryId]=${entryId}`)).body.items;
  expect(whole.map(({ account }: { account: string }) => account).sort()).toEqual(['1010', '2010', '2020']);
  const paidOut = (
    await accountant.get(`${base}/lines?filter[account][]=2010&filter[from]=${second}&filter[to]=${second}`)
  ).body;
  expect(paidOut.items.map(({ payoutId }: { payoutId: number }) => payoutId)).toEqual([17]);
  const statusOf = async (query: string) => (await accountant.get(`${base}/account?${query}`)).status;
  expect(await statusOf('account=2010&holderId=999999')).toBe(404);
  expect(await statusOf('account=1010&holderId=1')).toBe(400);
  // Numbers of holders of different kinds are different things.
  for (const accounts of ['', '&filter[account][]=2010&filter[account][]=2020', '&filter[account][]=1010']) {
    for (const list of ['lines', 'lines/exports/excel']) {
      const { body } = await accountant.get(`${base}/${list}?filter[holderId]=1${accounts}`);
      expect([body.code, body.fields?.holderId]).toEqual(['input.invalid', expect.stringContaining('номера свои')]);
    }
  }
  expect(await statusOf('account=1011')).toBe(400);
  expect((await accountant.get(`${base}/account`)).body).toMatchObject({ account: '1010', from: current, to: today() });
});

test('creditors and debtors are found by name, in the order of what is owed, and go to a workbook with their lines', async () => {
  const listed = async (query: string) =>
    (await accountant.get(`${base}/${query}`)).body.items.map(({ id }: { id: number }) => id);
  expect(await listed('creditors?sort[owed]=-1')).toEqual([scenario.company]);
  expect(await listed('creditors?q=ничего')).toEqual([]);
  expect(await listed('debtors?q=ничего')).toEqual([]);
  const sheet = async (path: string) => {
    const response = await fetch(`${accountant.url}${base}/${path}`, { headers: { cookie: cookiesOf(accountant) } });
    expect(response.status).toBe(200);
    return valuesOf(readWorkbook(Buffer.from(await response.arrayBuffer()))[0]!);
  };
  const day = monthEnd(second);
  const roubles = async (account: AccountCode) => ((await summed(day, account, scenario.company)) / 100).toFixed(2);
  expect((await sheet(`creditors/exports/excel?filter[day]=${day}&columns[]=owed&columns[]=feeDebt`)).slice(1)).toEqual(
    [[await roubles('2010'), await roubles('1200')]],
  );
  expect(await sheet('debtors/exports/excel')).toHaveLength(2);
  const { total } = (await accountant.get(`${base}/lines?limit=1`)).body;
  const lines = await sheet('lines/exports/excel?columns[]=account&columns[]=debit');
  expect(lines).toHaveLength(total + 1);
  expect(lines[1]![0]).toMatch(/^(\d{4}|M\d\d) /);
  // The card of an account has the balance after each of its lines, in whichever order they are asked for.
  const place = `account=2010&holderId=${scenario.company}&from=${second}`;
  const card = (await accountant.get(`${base}/account?${place}`)).body;
  const asked = place.replaceAll(/(account|holderId|from)=/g, 'filter[$1]=');
  const rows = await sheet(`account/lines/exports/excel?${asked}&columns[]=balance&columns[]=debit&sort[bookDay]=-1`);
  const counted = (await accountant.get(`${base}/account/lines?${asked}`)).body.total;
  expect([rows.length - 1, rows[1]![0]]).toEqual([counted, (card.closing / 100).toFixed(2)]);
});
