import { afterAll, describe, expect, test } from 'vitest';
import { addDays } from '#domain/values/days.ts';
import { issuePapers } from '#server/modules/invoices/issue.commands.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { issuerDetails } from '../helpers/invoice-facts.ts';
import { balanceOf } from '../payments/helpers/scenario.ts';
import { makeScenario } from '../settlements/helpers/scenario.ts';
import { invoicedTariff, invoicing, monthAgo, tenthAgo, today } from './helpers/invoicing.ts';

const scenario = await makeScenario();
afterAll(() => scenario.testApp.stop());
const accountant = (await scenario.testApp.operator('accountant')).client;
const { tellIssuer, charge, issue, card, decide, expectTotals } = invoicing(scenario, accountant);
await invoicedTariff(scenario);

const year = today.slice(0, 4);
const reason = 'Указан не тот договор';

test('nothing is issued before two persons have told who issues, and nothing of a month that goes on', async () => {
  await charge(1_000_000, tenthAgo(3));
  expect((await issue(monthAgo(0))).body.fields).toEqual({ month: 'Этот месяц ещё не закончился' });
  const early = await issue(monthAgo(3));
  expect([early.body.code, early.body.message]).toEqual([
    'move.illegal',
    expect.stringContaining('Не заполнены реквизиты для счетов'),
  ]);
  const wrong = { ...issuerDetails, kpp: '77', account: '40702810138000000006', version: null };
  expect(Object.keys((await accountant.post('/internal/invoices/issuer', wrong)).body.fields).toSorted()).toEqual([
    'account',
    'kpp',
  ]);
  await tellIssuer();
  expect((await accountant.get('/internal/invoices/issuer')).body).toMatchObject({
    details: issuerDetails,
    version: 1,
  });
  const same = await accountant.post('/internal/invoices/issuer', { ...issuerDetails, version: 1 });
  expect(same.body.code).toBe('move.illegal');
});

test('an invoice covers the fees of its month and those told of late, each once, whoever asks at once', async () => {
  await charge(200_000, tenthAgo(2));
  const [one, other] = await Promise.all([issue(monthAgo(3)), issue(monthAgo(3))]);
  expect(new Set([one.status, other.status])).toEqual(new Set([201, 409]));
  const { body } = one.status === 201 ? one : other;
  expect(body).toMatchObject({
    number: `СЧ-${year}-000001`,
    month: monthAgo(3),
    issuedOn: today,
    amount: 50_000,
    vat: 9_016,
    status: 'issued',
    open: 50_000,
    lines: [{ vatBps: 2200, amount: 50_000, vat: 9_016, count: 1 }],
    moves: ['pay', 'correct', 'cancel'],
  });
  expect(body.dueDate > today).toBe(true);
  // A payment of that month of which somebody has told only now comes with the next one.
  await charge(100_000, tenthAgo(3));
  expect((await issue(monthAgo(3))).body.code).toBe('move.illegal');
  const next = (await issue(monthAgo(2))).body;
  expect(next).toMatchObject({ number: `СЧ-${year}-000002`, amount: 15_000, lines: [{ count: 2 }] });
  expect((await issue(monthAgo(2))).body.code).toBe('move.illegal');
  await expectTotals();
});

test('a creditor sees his own, in the list, with its papers; others see nothing', async () => {
  const { items, total } = (await scenario.accountant.get('/api/invoices')).body;
  expect(total).toBe(2);
  const { id } = items.at(-1);
  expect(await card(id, scenario.head)).toMatchObject({ number: `СЧ-${year}-000001`, moves: [] });
  expect((await scenario.manager.get('/api/invoices')).status).toBe(403);
  expect((await scenario.debtor.get('/api/invoices')).status).toBe(403);
  const stranger = await scenario.testApp.company({ inn: '7736050003', verificationStatus: 'verified' });
  const { client } = await scenario.testApp.employee({ legalEntityId: stranger, role: 'accountant' });
  expect((await client.get('/api/invoices')).body.total).toBe(0);
  expect((await client.get(`/api/invoices/${id}`)).status).toBe(404);
  expect((await client.get(`/api/invoices/${id}/paper`)).status).toBe(404);
  for (const kind of ['invoice', 'transfer', 'breakdown']) {
    const paper = await scenario.accountant.get(`/api/invoices/${id}/paper?kind=${kind}`);
    expect([paper.status, paper.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    expect((await scenario.accountant.get(`/api/invoices/${id}/paper?kind=${kind}`)).text).toBe(paper.text);
  }
  for (const path of ['exports/excel', `${id}/exports/breakdown`]) {
    const sheet = await scenario.accountant.get(`/api/invoices/${path}`);
    expect([sheet.status, sheet.text.slice(0, 2)]).toEqual([200, 'PK']);
  }
  const exchange = (await scenario.accountant.get('/api/invoices/exports/exchange')).text;
  expect(exchange.match(/<Документ>/g)).toHaveLength(4);
  expect(exchange).toContain(`<Номер>СЧ-${year}-000001</Номер>`);
  expect((await client.get('/api/invoices/exports/exchange')).text).not.toContain('<Документ>');
  expect((await scenario.accountant.get(`/api/legal-entities/${scenario.company}/invoices-balance`)).body).toEqual({
    open: 65_000,
    advance: 0,
    uncovered: 0,
  });
});

const invoiceOf = async (number: number) =>
  (await accountant.get(`/api/invoices?q=СЧ-${year}-${String(number).padStart(6, '0')}`)).body.items[0];

describe('an invoice that was issued', () => {
  test('is cancelled with a reason and keeps its number; its fees are invoiced anew', async () => {
    const { id } = await invoiceOf(2);
    const { body } = await accountant.post(`/internal/invoices/${id}/cancel`, { reason });
    expect(body).toMatchObject({ status: 'cancelled', cancelReason: reason, open: 0, moves: ['issueAgain'] });
    expect((await accountant.post(`/internal/invoices/${id}/cancel`, { reason })).body.code).toBe('move.illegal');
    expect((await issue(monthAgo(2))).body).toMatchObject({ number: `СЧ-${year}-000003`, amount: 15_000 });
    // Whoever took it into his books before reads that it is none any more.
    const { text } = await scenario.accountant.get('/api/invoices/exports/exchange');
    expect(
      [...text.matchAll(/<ПометкаУдаления>true<\/ПометкаУдаления><Номер>([^<]+)</g)].map(([, one]) => one),
    ).toEqual([`СЧ-${year}-000002`, `СЧ-${year}-000002`]);
    expect(await card(id)).toMatchObject({ number: `СЧ-${year}-000002`, moves: [] });
    await expectTotals();
  });

  test('is never edited, whoever writes', async () => {
    const { id } = await invoiceOf(1);
    for (const change of ['amount = amount + 1', `number = 'СЧ-1'`, `facts = '{}'`, 'due_date = due_date + 1'])
      await expect(scenario.run(`update invoices set ${change} where id = $1`, [id])).rejects.toThrow(
        /does not change/,
      );
    await expect(scenario.run('delete from invoices where id = $1', [id])).rejects.toThrow(/append-only/);
    await expect(scenario.run('delete from invoice_rows')).rejects.toThrow(/append-only/);
  });

  test('takes no number when its transaction fails', async () => {
    await charge(400_000, tenthAgo(1));
    const { app } = scenario.testApp;
    const failing = scenario.write(async (db) => {
      const month = { month: monthAgo(1), day: today, madeOn: today };
      const { invoiceId } = await issuePapers({ app, db, actor: null }, scenario.company, month);
      expect(invoiceId).not.toBeNull();
      throw new Error('no luck');
    });
    await expect(failing).rejects.toThrow('no luck');
    expect((await issue(monthAgo(1))).body.number).toBe(`СЧ-${year}-000004`);
  });
});

describe('payment to the own account of the operator', () => {
  const pay = (id: number, amount: number, reference: string, paidOn: string = today) =>
    accountant.post(`/internal/invoices/${id}/payments`, { amount, paidOn, reference });

  test('is told by one and decided by another; parts add up, what is more pays the next invoice', async () => {
    const first = (await invoiceOf(1)).id;
    expect((await pay(first, 20_000, '17', addDays(today, 1))).body.fields.paidOn).toBeTruthy();
    const proposed = await pay(first, 20_000, '17');
    expect(proposed.body).toMatchObject({ paid: 0, moves: ['cancel'] });
    expect((await decide(accountant)).body.code).toBe('approval.own');
    expect(await balanceOf(scenario, '1020')).toBe(0);
    await decide();
    expect(await balanceOf(scenario, '1020')).toBe(20_000);
    expect(await card(first)).toMatchObject({
      status: 'issued',
      paid: 20_000,
      open: 30_000,
      payments: [{ amount: 20_000, place: 'bank', reference: '17', valueDate: today, correction: null }],
      moves: ['pay', 'correct'],
    });
    expect((await accountant.post(`/internal/invoices/${first}/cancel`, { reason })).body.code).toBe('move.illegal');
    // The entry leads to its invoice, as do those of its fees.
    const lines = async (filter: string) => (await accountant.get(`/internal/ledger/lines?${filter}`)).body.items;
    expect(await lines('filter[account][]=1020')).toMatchObject([{ kind: 'invoice_paid', invoiceId: first }]);
    const own = await lines(`filter[account][]=1200&filter[holderId]=${scenario.company}`);
    const ofFees = own.filter(({ kind }: { kind: string }) => kind === 'fee');
    expect(ofFees.map(({ invoiceId }: { invoiceId: number | null }) => invoiceId)).toContain(first);
    expect((await pay(first, 20_000, '17')).body.fields.reference).toContain('уже учтено');
    await pay(first, 40_000, '18');
    await decide();
    expect(await card(first)).toMatchObject({ status: 'paid', open: 0 });
    expect((await pay(first, 100, '19')).body.code).toBe('move.illegal');
    // Of the rest the next invoice is paid at once: the oldest that is open.
    expect(await card((await invoiceOf(3)).id)).toMatchObject({ status: 'issued', paid: 10_000, open: 5_000 });
    await expectTotals();
  });

  test('of more than is asked for is an advance, which pays what is issued next', async () => {
    const last = (await invoiceOf(4)).id;
    const { open } = await card(last);
    await pay(last, open + 5_000 + 3_000, '20');
    await decide();
    expect((await scenario.head.get(`/api/legal-entities/${scenario.company}/invoices-balance`)).body).toEqual({
      open: 0,
      advance: 3_000,
      uncovered: 0,
    });
    await charge(100_000, tenthAgo(4));
    expect((await issue(monthAgo(4))).body).toMatchObject({ amount: 5_000, paid: 3_000, open: 2_000 });
    await expectTotals();
  });
});

describe('a correction', () => {
  const correct = (id: number, amount: number) =>
    accountant.post(`/internal/invoices/${id}/corrections`, { amount, reason });

  test('by hand is decided by two, lowers the fee in the ledger and what is open', async () => {
    const { id } = await invoiceOf(5);
    expect((await correct(id, 5_001)).body.fields.amount).toContain('50,00');
    await correct(id, 1_000);
    const before = await balanceOf(scenario, '1200');
    await decide();
    expect(await balanceOf(scenario, '1200')).toBe(before - 1_000);
    const { corrections, payments, ...invoice } = await card(id);
    expect(invoice).toMatchObject({ status: 'issued', corrected: 1_000, paid: 4_000, open: 1_000 });
    expect(corrections).toMatchObject([{ number: `КД-${year}-000001`, amount: 1_000, vat: 180, reason }]);
    // It is of another month than its invoice: 1С gets it with either.
    const exchanged = async (query: string): Promise<string> =>
      (await scenario.accountant.get(`/api/invoices/exports/exchange?${query}`)).text;
    const paper = `<Номер>КД-${year}-000001</Номер>`;
    expect(await exchanged(`filter[month]=${today}`)).toContain(paper);
    expect(await exchanged(`filter[month]=${monthAgo(4)}`)).toContain(paper);
    expect(await exchanged(`filter[month]=${monthAgo(8)}`)).not.toContain('<Документ>');
    const { id: first } = await invoiceOf(1);
    expect(await exchanged(`ids=${first}&filter[month]=${today}`)).not.toContain(paper);
    expect(payments.at(-1)).toMatchObject({ amount: 1_000, correction: `КД-${year}-000001`, place: null });
    const path = `/api/invoices/${id}/correction?correction=${corrections[0].id}`;
    expect((await scenario.head.get(path)).text.slice(0, 5)).toBe('%PDF-');
    const other = (await invoiceOf(1)).id;
    const foreign = `/api/invoices/${other}/correction?correction=${corrections[0].id}`;
    expect((await scenario.head.get(foreign)).body.code).toBe('document.absent');
    await expectTotals();
  });

  test('of an invoice that is paid is an advance', async () => {
    const { id } = await invoiceOf(1);
    await correct(id, 1_500);
    await decide();
    expect(await card(id)).toMatchObject({ status: 'paid', corrected: 1_500, open: 0 });
    expect(await card((await invoiceOf(5)).id)).toMatchObject({ status: 'paid', open: 0 });
    expect((await scenario.head.get(`/api/legal-entities/${scenario.company}/invoices-balance`)).body).toEqual({
      open: 0,
      advance: 500,
      uncovered: 0,
    });
    await expectTotals();
  });

  test('may take all that is left and no more', async () => {
    const { id } = await invoiceOf(1);
    await correct(id, 48_500);
    await decide();
    const { corrections, ...invoice } = await card(id);
    expect(invoice).toMatchObject({ amount: 50_000, corrected: 50_000, moves: [] });
    const vat = corrections.reduce((sum: number, one: { vat: number }) => sum + one.vat, 0);
    expect(vat).toBe(9_016);
    expect((await correct(id, 1)).body.code).toBe('move.illegal');
    await expectTotals();
  });
});

test('what was reversed before it was invoiced lessens its line, and where nothing is left there is no invoice', async () => {
  const paymentId = await charge(100_000, tenthAgo(5));
  await scenario.run(
    `with entry as (insert into ledger_entries (kind, event, settlement_id, payment_id, value_date)
        select 'refunded', jsonb_build_object('kind', 'refunded', 'feeWay', 'invoiced', 'fee', event -> 'fee'), settlement_id, payment_id, value_date
        from ledger_entries where payment_id = $1 and kind = 'fee' returning id, payment_id)
      insert into ledger_lines (entry_id, account, holder_id, side, amount)
      select entry.id, l.account, l.holder_id, case l.side when 'debit' then 'credit' else 'debit' end, l.amount
      from entry join ledger_entries f on f.payment_id = entry.payment_id and f.kind = 'fee' join ledger_lines l on l.entry_id = f.id`,
    [paymentId],
  );
  expect((await issue(monthAgo(5))).body.code).toBe('move.illegal');
  await charge(300_000, tenthAgo(5));
  expect((await issue(monthAgo(5))).body).toMatchObject({ amount: 15_000, lines: [{ amount: 15_000, count: 1 }] });
  await expectTotals();
});

test('a breakdown of more payments than a paper takes is printed in parts', async () => {
  const { id } = await invoiceOf(2);
  await scenario.run(
    `insert into invoice_rows (invoice_id, entry_id, payment_id, settlement_id, day, amount, vat, vat_bps, released_at)
      select invoice_id, entry_id, payment_id, settlement_id, day, amount, vat, vat_bps, now()
      from (select * from invoice_rows where invoice_id = $1 limit 1) r, generate_series(1, 2000)`,
    [id],
  );
  expect((await card(id)).breakdownParts).toBe(2);
  const printed = async (kind: string, part: number) =>
    (await scenario.head.get(`/api/invoices/${id}/paper?kind=${kind}&part=${part}`)).text;
  const [first, second] = [await printed('breakdown', 1), await printed('breakdown', 2)];
  expect([first.slice(0, 5), second.slice(0, 5)]).toEqual(['%PDF-', '%PDF-']);
  expect(first.length).toBeGreaterThan(second.length);
  for (const path of ['kind=breakdown&part=3', 'kind=transfer&part=2'])
    expect((await scenario.head.get(`/api/invoices/${id}/paper?${path}`)).body.code).toBe('document.absent');
});

test('after all of it the ledger holds together', async () => {
  expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
});
