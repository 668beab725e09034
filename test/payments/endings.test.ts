import { describe, expect, test } from 'vitest';
import { settleDay } from '#domain/settlements/settlement-dates.ts';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { keepDeadlines } from '#server/platform/state/deadlines.ts';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { firstDate } from '../settlements/bargaining.ts';
import { agree, keyOf, openPaymentScenario, pay, payFully, seenPayment, seenSettlement } from './scenario.ts';

const scenario = await openPaymentScenario();

const today = moscowDay(new Date());
/** Noon in Moscow, some days from now. */
const noon = (day: Day): Date => new Date(`${day}T09:00:00Z`);
const rate = (id: number, body: object) =>
  scenario.debtor.put(`/api/individuals/${scenario.debtorId}/loans/${id}/rate`, body);
const fulfil = (id: number, who = scenario.accountant) =>
  who.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`);

describe('a settlement that is paid', () => {
  test('is closed by the creditor with a certificate, which both read; its request follows', async () => {
    const id = await agree(scenario);
    expect((await fulfil(id)).body.code).toBe('move.illegal');
    expect((await scenario.debtor.get(`/api/loans/${id}/get-certificate-document`)).body.code).toBe(
      'certificate.absent',
    );
    await payFully(scenario, id, 3_000_000);
    expect((await seenSettlement(scenario, id)).moves).toEqual(['rate']);
    expect((await fulfil(id, scenario.manager)).status).toBe(403);
    const closed = await fulfil(id);
    expect(closed.body).toMatchObject({ status: 'closed', closeReason: 'fulfilled', moves: [] });
    expect((await fulfil(id)).body.code).toBe('move.illegal');
    await expect
      .poll(async () =>
        (await scenario.debtor.get(`/api/loans/${id}/get-certificate-document`)).headers.get('content-type'),
      )
      .toBe('application/pdf');
    expect((await scenario.manager.get(`/api/loans/${id}/get-certificate-document`)).status).toBe(200);
    expect((await scenario.other.get(`/api/loans/${id}/get-certificate-document`)).status).toBe(404);
    const papers = (await scenario.debtor.get(`/api/issued-documents/loan/${id}`)).body.items;
    const { number, verifyCode } = papers.find(({ kind }: { kind: string }) => kind === 'certificate');
    expect(number).toMatch(/^С-\d{4}-\d{6}$/);
    const checked = await scenario.testApp.anonymous().get(`/api/public/documents/${verifyCode}`);
    expect(checked.body).toMatchObject({ kind: 'certificate', number, status: 'issued' });
    const open = await scenario.run(
      `select account, sum(case side when 'debit' then amount else -amount end)::bigint as rest from ledger_lines
       where holder_id = $1 and account like 'M%' group by 1 having sum(case side when 'debit' then amount else -amount end) <> 0`,
      [id],
    );
    expect(open).toEqual([]);
    const [request] = await scenario.run(
      'select r.status, r.close_reason from requests r join settlements s on s.request_id = r.id where s.id = $1',
      [id],
    );
    expect(request).toEqual({ status: 'closed', close_reason: 'fulfilled' });
  });

  test('is closed by itself after three working days without objection, and not a day before', async () => {
    const id = await agree(scenario);
    await payFully(scenario, id, 3_000_000);
    const day = settleDay(today, KNOWN_CALENDAR);
    await keepDeadlines(scenario.testApp.app, noon(addDays(day, -1)));
    expect((await seenSettlement(scenario, id)).status).toBe('paid');
    await Promise.all([1, 2].map(() => keepDeadlines(scenario.testApp.app, noon(day))));
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'closed', closeReason: 'fulfilled' });
    const papers = await scenario.run(
      `select id from issued_documents where settlement_id = $1 and kind = 'certificate'`,
      [id],
    );
    expect(papers).toHaveLength(1);
  });
});

test('a claim that has been paid by its agreement is no debt: nobody asks about it or takes it back', async () => {
  const id = await agree(scenario);
  await payFully(scenario, id, 3_000_000);
  await scenario.head.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`);
  const { registryEntryId } = await seenSettlement(scenario, id);
  expect((await scenario.requestOf(registryEntryId)).body.code).toBe('entry.settled');
  const own = `/api/individuals/${scenario.debtorId}/registry-entries`;
  expect((await scenario.debtor.get(`${own}/${registryEntryId}`)).body).toMatchObject({ frozen: true, settled: true });
  const ids = async (frozen: boolean) =>
    (await scenario.debtor.get(`${own}?limit=100&filter[frozen]=${frozen}`)).body.items.map(
      ({ id }: { id: number }) => id,
    );
  expect(await ids(true)).toContain(registryEntryId);
  expect(await ids(false)).not.toContain(registryEntryId);
  const entry = `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${registryEntryId}`;
  const { version } = (await scenario.manager.get(entry)).body;
  const withdrawn = await scenario.manager.post(`${entry}/withdraw`, { version, reason: 'Загружена по ошибке' });
  expect(withdrawn.body.code).toBe('entry.settled');
});

describe('what a debtor thinks of it', () => {
  test('is kept at once, published when somebody has read it, and judged anew when it changes', async () => {
    const id = await agree(scenario);
    expect((await rate(id, { rating: 5 })).body.code).toBe('move.illegal');
    await payFully(scenario, id, 3_000_000);
    expect((await rate(id, { rating: 6 })).status).toBe(400);
    const rated = await rate(id, { rating: 5, text: 'Всё честно' });
    expect(rated.body.feedback).toEqual({ rating: 5, text: 'Всё честно', status: 'moderation', reason: null });
    const waiting = (await scenario.operator.get('/internal/feedback?filter[status]=moderation')).body.items;
    expect(waiting).toMatchObject([{ id, rating: 5, text: 'Всё честно' }]);
    const judge = (body: object) => scenario.operator.put(`/api/loans/${id}/feedback/moderation`, body);
    expect((await judge({ move: 'reject' })).body.fields.reason).toContain('Назовите причину');
    expect((await judge({ move: 'publish' })).body.status).toBe('published');
    expect((await judge({ move: 'publish' })).body.code).toBe('move.illegal');
    expect((await rate(id, { rating: 4 })).body.feedback).toMatchObject({
      rating: 4,
      text: null,
      status: 'moderation',
    });
    expect((await judge({ move: 'reject', reason: 'Не по делу' })).body).toMatchObject({ status: 'rejected' });
    expect((await seenSettlement(scenario, id)).feedback).toMatchObject({ status: 'rejected', reason: 'Не по делу' });
    await scenario.run(
      `update settlements set status = 'closed', close_reason = 'fulfilled', closed_at = now() - interval '31 days' where id = $1`,
      [id],
    );
    expect((await rate(id, { rating: 3 })).body.code).toBe('move.illegal');
    await scenario.run(`update settlements set status = 'paid', close_reason = null, closed_at = null where id = $1`, [
      id,
    ]);
  });
});

describe('an agreement that is not kept', () => {
  const twoParts = { kind: 'equal', amount: 3_000_000, payments: 2, firstDate, downPayment: 0 };
  const due = (id: number, day: Day) =>
    scenario.run(
      `with late as (update settlements set looked_on = null where id = $1)
      update schedule_items set due_date = $2 where settlement_id = $1 and no = 1`,
      [id, day],
    );

  test('tells in the list which day comes next, and that it has passed', async () => {
    const id = await agree(scenario, twoParts);
    const row = async () =>
      (await scenario.debtor.get('/api/loans')).body.items.find((one: { id: number }) => one.id === id);
    await due(id, addDays(today, -1));
    expect(await row()).toMatchObject({ nextDueDate: addDays(today, -1), isLate: true });
    await payFully(scenario, id, 1_500_000);
    expect(await row()).toMatchObject({ isLate: false });
    await payFully(scenario, id, 1_500_000);
    expect(await row()).toMatchObject({ nextDueDate: null, isLate: false });
  });

  test('is warned of, and ended when the time to cure it is over; the paid part stays, the claim is free', async () => {
    const id = await agree(scenario, twoParts);
    await payFully(scenario, id, 500_000);
    await due(id, today);
    await keepDeadlines(scenario.testApp.app, noon(today));
    expect((await seenSettlement(scenario, id)).schedule[0].status).toBe('due');
    const notice = KNOWN_CALENDAR.addWorkingDays(today, 5);
    await keepDeadlines(scenario.testApp.app, noon(addDays(today, 1)));
    expect(await seenSettlement(scenario, id)).toMatchObject({ cureNoticeOn: null, status: 'waiting_for_payment' });
    await keepDeadlines(scenario.testApp.app, noon(notice));
    expect((await seenSettlement(scenario, id)).cureNoticeOn).toBe(notice);
    const last = KNOWN_CALENDAR.addWorkingDays(notice, 5);
    await keepDeadlines(scenario.testApp.app, noon(last));
    expect((await seenSettlement(scenario, id)).status).toBe('waiting_for_payment');
    const { body: open } = await pay(scenario, id, 1_000);
    await keepDeadlines(scenario.testApp.app, noon(addDays(last, 1)));
    expect((await seenSettlement(scenario, id)).status).toBe('waiting_for_payment');
    await expect.poll(async () => (await seenPayment(scenario, open.id)).payUrl).not.toBeNull();
    await scenario.bank.finish(await keyOf(scenario, open.id), 'failed');
    await expect.poll(async () => (await seenPayment(scenario, open.id)).status).toBe('failed');
    await keepDeadlines(scenario.testApp.app, noon(addDays(last, 2)));
    expect(await seenSettlement(scenario, id)).toMatchObject({
      status: 'closed',
      closeReason: 'breached',
      paidAmount: 500_000,
    });
    const [entry] = await scenario.run(
      'select e.frozen_at from registry_entries e join settlements s on s.registry_entry_id = e.id where s.id = $1',
      [id],
    );
    expect(entry).toEqual({ frozen_at: null });
  });

  test('is ended by the head, when a payment is late and none is on its way', async () => {
    const id = await agree(scenario, twoParts);
    const end = (who = scenario.head) =>
      who.post(`/api/legal-entities/${scenario.company}/loans/${id}/breach`, { reason: 'Платежа нет больше месяца' });
    expect((await end()).body.code).toBe('move.illegal');
    await due(id, addDays(today, -1));
    expect((await end(scenario.manager)).status).toBe(403);
    const { body } = await pay(scenario, id, 1_000);
    expect((await end()).body.code).toBe('payment.open');
    await scenario.debtor.post(`/api/individuals/${scenario.debtorId}/payments/${body.id}/cancel`);
    expect((await end()).body).toMatchObject({ status: 'closed', closeReason: 'breached' });
  });
});

test('the report tells what was closed, of the own company only', async () => {
  const report = async (body: object, who = scenario.accountant) =>
    who.send('POST', '/api/loans/closed-loans-report', body);
  expect((await report({ from: '2020-01-01', closeReason: ['fulfilled'] })).headers.get('content-type')).toContain(
    'spreadsheet',
  );
  expect((await report({ closeReason: [] })).status).toBe(400);
  expect((await scenario.debtor.post('/api/loans/closed-loans-report', {})).status).toBe(403);
});

test('what is told to everybody is told of no fewer than five people', async () => {
  const anonymous = scenario.testApp.anonymous();
  expect((await anonymous.get('/api/loans/anonymous')).body).toEqual({ items: [] });
  for (let i = 0; i < 2; i++) {
    const id = await agree(scenario);
    await payFully(scenario, id, 3_000_000);
    await fulfil(id);
  }
  // Many settlements of one person are still one person.
  expect((await anonymous.get('/api/loans/anonymous')).body).toEqual({ items: [] });
  const settlements = await scenario.run(`select id from settlements where close_reason = 'fulfilled' order by id`);
  const givenTo = async (index: number): Promise<void> => {
    const { individualId } = await scenario.testApp.individual();
    await scenario.run('update settlements set individual_id = $2 where id = $1', [
      settlements[index]!['id'],
      individualId,
    ]);
  };
  for (let person = 1; person <= 3; person++) await givenTo(person);
  expect((await anonymous.get('/api/loans/anonymous')).body, 'four people').toEqual({ items: [] });
  for (let made = settlements.length; made < 5; made++) {
    const id = await agree(scenario);
    await payFully(scenario, id, 3_000_000);
    await fulfil(id);
    settlements.push({ id });
  }
  await givenTo(4);
  const { items } = (await anonymous.get('/api/loans/anonymous')).body;
  expect(items, 'five people').toEqual([
    {
      contractKind: expect.any(String),
      debt: { from: 10_000, below: 50_000 },
      settlements: settlements.length,
      discountBps: 2_500,
      days: 0,
      rating: null,
    },
  ]);
  const { values, version } = (await scenario.operator.get('/internal/settings')).body;
  await scenario.operator.put('/internal/settings', { ...values, anonymousLeast: 6, version });
  expect((await anonymous.get('/api/loans/anonymous')).body, 'six are asked for').toEqual({ items: [] });
});
