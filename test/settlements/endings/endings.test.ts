import { describe, expect, test } from 'vitest';
import { settleDay } from '#domain/settlements/settlement-dates.ts';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import type { Client, Reply } from '../../helpers/client.ts';
import { letterTo } from '../../helpers/mail/letters.ts';
import { paperText } from '../../helpers/paper-text.ts';
import { reportRows } from '../../lists/helpers/downloads.ts';
import {
  agree,
  keyOf,
  openPaymentScenario,
  pay,
  payFully,
  seenPayment,
  seenSettlement,
} from '../../payments/helpers/scenario.ts';
import {
  accept,
  debtorOf,
  firstDate,
  headOf,
  offer,
  openBargaining,
  ordinaryBand,
  publish,
  signCertificateRule,
} from '../helpers/bargaining.ts';

const scenario = await openPaymentScenario();
await signCertificateRule(scenario);

const today = moscowDay(new Date());
/** Noon in Moscow, some days from now. */
const noon = (day: Day): Date => new Date(`${day}T09:00:00Z`);
const paperOf = (id: number, kind: string) => paperText(scenario.testApp.app, id, kind);
/** Who signs in tests, and by what right. */
const signed = 'Иванов Иван Иванович\nСпециалист\nОснование: доверенность № Ф-1 от 01.01.2020';
const fulfil = (id: number, who = scenario.accountant) =>
  who.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`);

/** A settlement that its creditor has closed as paid. */
async function makeFulfilled(): Promise<number> {
  const id = await agree(scenario);
  await payFully(scenario, id, 3_000_000);
  await fulfil(id);
  return id;
}

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
    expect(await paperOf(id, 'certificate')).toContain(`Правило подписал:\n${signed}`);
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
    // Money may be told of long after it has come: before that there was nothing to object to.
    await scenario.run(`update settlements set paid_on = paid_on - 20 where id = $1`, [id]);
    await liveDay(scenario.testApp.app, noon(addDays(day, -1)));
    expect((await seenSettlement(scenario, id)).status).toBe('paid');
    await Promise.all([1, 2].map(() => liveDay(scenario.testApp.app, noon(day))));
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'closed', closeReason: 'fulfilled' });
    const papers = await scenario.run(
      `select id from issued_documents where settlement_id = $1 and kind = 'certificate'`,
      [id],
    );
    expect(papers).toHaveLength(1);
    expect(await paperOf(id, 'certificate')).toContain(`Правило подписал:\n${signed}`);
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

describe('an agreement that is not kept', () => {
  const twoParts = { kind: 'equal', amount: 3_000_000, payments: 2, firstDate, downPayment: 0 };
  const due = (id: number, day: Day) =>
    scenario.run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 1', [id, day]);

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

  const papers = async (id: number) => (await scenario.debtor.get(`/api/issued-documents/loan/${id}`)).body.items;
  const noticeOf = async (id: number) =>
    (await papers(id)).find(({ kind }: { kind: string }) => kind === 'breach_notice');
  const read = async (id: number, documentId: number, who = scenario.debtor) =>
    who.post(`/api/individuals/${scenario.debtorId}/loans/${id}/notices/${documentId}/read`);
  /** With plain spaces: those within a sum hold it together. */
  const plain = ({ text }: Reply): string => text.replaceAll('\u00A0', ' ').replaceAll('\u202F', ' ');
  const end = (id: number, who = scenario.head) =>
    who.post(`/api/legal-entities/${scenario.company}/loans/${id}/breach`, { reason: 'Платежа нет больше месяца' });
  /** The notice has come so many days ago. */
  const came = (id: number, daysAgo: number) =>
    scenario.run(`update notices set delivered_at = now() - make_interval(days => $2) where settlement_id = $1`, [
      id,
      daysAgo,
    ]);
  /** Warned as the clock does it: a loan of a consumer is overdue for more than 60 days. */
  const warned = async (id: number): Promise<void> => {
    await due(id, addDays(today, -61));
    await liveDay(scenario.testApp.app, new Date());
  };

  test('is warned of by a document, which its debtor reads; the creditor decides when its time is over, not the clock', async () => {
    const id = await agree(scenario, twoParts);
    await payFully(scenario, id, 500_000);
    await due(id, addDays(today, -60));
    await liveDay(scenario.testApp.app, noon(today));
    expect((await seenSettlement(scenario, id)).schedule[0].status).toBe('overdue');
    expect(await noticeOf(id)).toBeUndefined();
    await liveDay(scenario.testApp.app, noon(addDays(today, 1)));
    const notice = await noticeOf(id);
    expect(notice).toMatchObject({ number: expect.stringMatching(/^И-\d{4}-\d{6}\/1$/), notice: { readAt: null } });
    expect((await seenSettlement(scenario, id)).breach).toMatchObject({ payUntil: null, byRule: false });
    const checked = await scenario.testApp.anonymous().get(`/api/public/documents/${notice.verifyCode}`);
    expect(checked.body).toMatchObject({ kind: 'breach_notice', number: notice.number });
    expect((await read(id, notice.id, scenario.head)).status).toBe(403);
    const text = plain(await read(id, notice.id));
    expect(text).toContain('30 календарных дней');
    expect(text).toContain('10 000,00');
    const until = KNOWN_CALENDAR.onOrAfter(addDays(today, 30));
    expect((await seenSettlement(scenario, id)).breach).toMatchObject({ deliveredOn: today, payUntil: until });
    const { notice: seen } = await noticeOf(id);
    expect(seen.readAt).toBe(seen.deliveredAt);
    await Promise.all([1, 2].map(() => liveDay(scenario.testApp.app, noon(addDays(until, 5)))));
    expect((await seenSettlement(scenario, id)).status).toBe('waiting_for_payment');
    const asked = await scenario.run(
      `select distinct title from notifications where link = $1 and title like '%решение за вами'`,
      [`/settlement-${id}`],
    );
    expect(asked).toHaveLength(1);
  });

  test('is ended by the head when the time to cure is over and no payment is on its way, with two notices', async () => {
    const id = await agree(scenario, twoParts);
    await payFully(scenario, id, 500_000);
    const offered = async () => (await scenario.head.get(`/api/loans/${id}`)).body.moves.includes('breach');
    expect([await offered(), (await end(id)).body.message]).toEqual([false, expect.stringContaining('Просрочки нет')]);
    await due(id, addDays(today, -1));
    expect((await end(id)).body.message).toContain('уведомление о нарушении');
    await warned(id);
    expect((await end(id)).body.message).toContain('ещё не доставлено');
    await came(id, 10);
    expect([await offered(), (await end(id)).body.message]).toEqual([false, expect.stringContaining('включительно')]);
    await came(id, 45);
    expect(await offered()).toBe(true);
    expect((await end(id, scenario.manager)).status).toBe(403);
    const { body } = await pay(scenario, id, 1_000);
    expect((await end(id)).body.code).toBe('payment.open');
    await scenario.debtor.post(`/api/individuals/${scenario.debtorId}/payments/${body.id}/cancel`);
    // The last word about what was cancelled here is the partner's.
    const ended = { status: 'closed', closeReason: 'breached', paidAmount: 500_000 };
    await expect.poll(async () => (await end(id)).body, { timeout: 20_000 }).toMatchObject(ended);
    const told = (await papers(id)).filter(({ notice }: { notice: object | null }) => notice !== null);
    expect(told.map(({ kind }: { kind: string }) => kind)).toEqual([
      'restoration_notice',
      'termination_notice',
      'breach_notice',
    ]);
    const texts = await Promise.all(told.map(async (one: { id: number }) => plain(await read(id, one.id))));
    expect(texts[0]).toContain('35 000,00');
    expect(texts[1]).toContain('Платежа нет больше месяца');
    for (const kind of ['termination_notice', 'restoration_notice'])
      expect(await paperOf(id, kind)).toContain(`Решение принял:\n${signed}`);
    expect(await paperOf(id, 'breach_notice')).toContain(`За Кредитора Соглашение подписано:\n${signed}`);
    await expect.poll(async () => (await papers(id)).every(({ made }: { made: boolean }) => made)).toBe(true);
    const [entry] = await scenario.run(
      'select e.frozen_at from registry_entries e join settlements s on s.registry_entry_id = e.id where s.id = $1',
      [id],
    );
    expect(entry).toEqual({ frozen_at: null });
    const [agreed] = (await papers(id)).filter(({ kind }: { kind: string }) => kind === 'agreement');
    const looked = await scenario.testApp.anonymous().get(`/api/public/documents/${agreed.verifyCode}`);
    expect(looked.body).toMatchObject({ kind: 'agreement', status: 'terminated' });
  });

  test('leaves its claim with what is still owed, which its debtor sees with the day and the account', async () => {
    const id = await agree(scenario, twoParts);
    await payFully(scenario, id, 500_000);
    await warned(id);
    await came(id, 45);
    expect((await end(id)).status).toBe(200);
    const seen = await seenSettlement(scenario, id);
    expect(seen).toMatchObject({
      owedAgain: 3_500_000,
      restored: {
        total: 4_000_000,
        paid: 500_000,
        rest: 3_500_000,
        restoredOn: today,
        payUntil: KNOWN_CALENDAR.onOrAfter(addDays(today, 30)),
      },
    });
    const entry = `/api/individuals/${scenario.debtorId}/registry-entries/${seen.registryEntryId}`;
    const claim = await scenario.debtor.get(entry);
    expect(claim.body).toMatchObject({ totalAmount: 3_500_000, asOf: today, frozen: false });
    expect(claim.body.restored).toEqual({ total: 3_500_000, on: today, explained: null });
    expect(claim.body.versions).toHaveLength(2);
    const [sums] = await scenario.run(
      `select e.principal + e.interest + e.interest_overdue + e.penalty + e.fee + e.court_cost as whole, v.content
       from registry_entries e join registry_entry_versions v on v.entry_id = e.id where e.id = $1`,
      [seen.registryEntryId],
    );
    expect(sums).toMatchObject({ whole: 3_500_000, content: { total: 4_000_000 } });
  });

  test('ends by itself only by the rule that its text names, and never while a payment is on its way', async () => {
    const band = { ...ordinaryBand, minLumpBps: 0, minPlanBps: 0, maxPlanDays: 1_000, breachByRule: true };
    expect((await publish(scenario, [band], 0)).status).toBe(200);
    const { id } = await openBargaining(scenario);
    expect((await publish(scenario, [], 1)).status).toBe(200);
    await offer(scenario, headOf(scenario), id, twoParts);
    const { body: text } = await scenario.debtor.get(`/api/loans/${id}/agreement-text`);
    expect(JSON.stringify(text)).toContain('без отдельного решения');
    await accept(scenario, debtorOf(scenario), id);
    await warned(id);
    await came(id, 45);
    await scenario.run('update notices set read_at = delivered_at where settlement_id = $1', [id]);
    const { body: open } = await pay(scenario, id, 1_000);
    await liveDay(scenario.testApp.app, noon(addDays(today, 1)));
    expect((await seenSettlement(scenario, id)).status).toBe('waiting_for_payment');
    await expect.poll(async () => (await seenPayment(scenario, open.id)).payUrl).not.toBeNull();
    await scenario.bank.finish(await keyOf(scenario, open.id), 'failed');
    await expect.poll(async () => (await seenPayment(scenario, open.id)).status).toBe('failed');
    await liveDay(scenario.testApp.app, noon(addDays(today, 2)));
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'closed', closeReason: 'breached' });
    expect(await paperOf(id, 'termination_notice')).toContain(`За Кредитора правило подписано:\n${signed}`);
  });

  test('is written to by letter, whose number and code the notice has; the mail server tells that it has come', async () => {
    await scenario.run(`update legal_entities set phone = '+78001234567' where id = $1`, [scenario.company]);
    await scenario.run('update entry_notices set status = $1, planned_at = null where status = $2', [
      'refused',
      'planned',
    ]);
    const id = await agree(scenario, twoParts);
    await warned(id);
    const { number, verifyCode } = await noticeOf(id);
    const at = new Date();
    await scenario.run(
      `update entry_notices set planned_at = $2 where settlement_id = $1 and about = 'cure' and status = 'planned'`,
      [id, new Date(at.getTime() - 1_000)],
    );
    await scenario.run(`delete from entry_notices where about <> 'cure' or settlement_id <> $1`, [id]);
    await liveDay(scenario.testApp.app, noon(addDays(KNOWN_CALENDAR.addWorkingDays(today, 1), 0)));
    const letter = await letterTo(scenario.testApp, scenario.debtorEmail);
    expect(letter.text).toContain(number);
    expect(letter.text).toContain(verifyCode);
    expect(letter.text).not.toContain('Иванов');
    await scenario.run(
      `update letters set status = 'sent', sent_at = now() where id = (select max(letter_id) from entry_notices where settlement_id = $1)`,
      [id],
    );
    await liveDay(scenario.testApp.app, new Date());
    expect((await noticeOf(id)).notice).toMatchObject({
      sentAt: expect.any(String),
      deliveredAt: expect.any(String),
      returnedAt: null,
      readAt: null,
    });
  });
});

test('the report tells what was closed, of the own company only', async () => {
  const path = '/api/loans/closed-loans-report';
  const { testApp, accountant, company, operator, debtor } = scenario;
  expect((await accountant.post(path, { closeReason: [] })).status).toBe(400);
  expect((await debtor.post(path)).status).toBe(403);
  const id = await makeFulfilled();
  const { number } = await seenSettlement(scenario, id);
  const other = await testApp.company();
  const { client: neighbour } = await testApp.employee({ legalEntityId: other, role: 'accountant' });
  const numbers = async (who: Client, body = {}) => (await reportRows(who, path, body)).map(([first]) => first);
  expect(await numbers(accountant, { from: '2020-01-01', closeReason: ['fulfilled'] })).toContain(number);
  expect(await numbers(neighbour, { legalEntityId: company })).toEqual([]);
  expect(await numbers(operator, { legalEntityId: company })).toContain(number);

  const give = (to: number) =>
    testApp.owner.query(
      `begin; set local session_replication_role = replica; update settlements set legal_entity_id = ${to} where id = ${id}; commit`,
    );
  await give(other);
  expect(await numbers(accountant)).not.toContain(number);
  expect(await numbers(neighbour)).toEqual([number]);
  await give(company);
});

test('what is told to everybody is told of no fewer than five people', async () => {
  const anonymous = scenario.testApp.anonymous();
  expect((await anonymous.get('/api/loans/anonymous')).body).toEqual({ items: [] });
  for (let i = 0; i < 2; i++) await makeFulfilled();
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
  for (let made = settlements.length; made < 5; made++) settlements.push({ id: await makeFulfilled() });
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
  // So are their marks: five of four people are told to nobody.
  await makeFulfilled();
  const rated = async (): Promise<unknown> => (await anonymous.get('/api/loans/anonymous')).body.items[0].rating;
  const fourth = settlements[4]!['id'];
  const mark = (which: string) =>
    scenario.run(
      `update settlements set rating = 5, feedback_status = 'published' where close_reason = 'fulfilled' and id ${which} $1`,
      [fourth],
    );
  await mark('<>');
  expect(await rated(), 'marks of four people').toBeNull();
  await mark('=');
  expect(await rated(), 'marks of five people').toBe(5);
  const { values, version } = (await scenario.operator.get('/internal/settings')).body;
  await scenario.operator.put('/internal/settings', { ...values, anonymousLeast: 6, version });
  expect((await anonymous.get('/api/loans/anonymous')).body, 'six are asked for').toEqual({ items: [] });
});
