import { expect, test } from 'vitest';
import type { AgreementFacts } from '#domain/documents/agreement-facts.ts';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { factsContext } from '#server/modules/documents/make.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import { codeTo } from '#test/helpers/mail/letters.ts';
import { agreeToPause, forget, lateAgreement, openService, sendPaper } from '../../life-events/helpers/life.ts';
import { account, accountCode, dayGoesBy } from '../../payments/helpers/accounts.ts';
import { agree, openPaymentScenario, payFully, seenSettlement } from '../../payments/helpers/scenario.ts';
import { agree as sign } from '../helpers/addenda.ts';
import { accept, bandWithPenalty, creditorOf, debtorOf, firstDate, offer, publish } from '../helpers/bargaining.ts';

const scenario = await openPaymentScenario();
await openService(scenario);
const [debtor, manager] = [debtorOf(scenario), creditorOf(scenario)];
const today = moscowDay(new Date());
const twoParts = { kind: 'equal', amount: 3_000_000, payments: 2, firstDate, downPayment: 0 };
const details = `/api/legal-entities/${scenario.company}/payment-details`;
const add = async (number: string) => {
  const detail = { ...account, number };
  return scenario.head.post(details, { ...detail, code: await accountCode(scenario, { act: 'add', ...detail }) });
};
const requisites = (id: number) =>
  scenario.run(`select status from issued_documents where settlement_id = $1 and kind = 'requisites_notice'`, [id]);

test('an account that is taken away before another one is named: the debtor is told of the other', async () => {
  for (const { id } of (await scenario.head.get(details)).body.items) {
    await scenario.run('update payment_details set deleted_at = now(), is_default = false where id = $1', [id]);
  }
  const first = await add('40702810138000000005');
  expect(first.status, first.text).toBe(201);
  const id = await agree(scenario, twoParts);
  const gone = await scenario.head.send('DELETE', `${details}/${first.body.id}`);
  expect(gone.status, gone.text).toBeLessThan(300);
  const other = await add('40702810200000000001');
  expect(other.status, other.text).toBe(201);
  expect(await requisites(id)).toEqual([]);
  await dayGoesBy(scenario);
  await expect.poll(() => requisites(id)).toEqual([{ status: 'issued' }]);
});

const named = async (id: number) => {
  const [row] = await scenario.run(
    `select facts_sealed as sealed from issued_documents where settlement_id = $1 and kind = 'agreement'`,
    [id],
  );
  const facts = scenario.testApp.app.secrets.open<AgreementFacts>(factsContext, String(row!['sealed']));
  return facts.payment.requisites?.account;
};
const choose = async (id: number) => {
  const { version } = (await scenario.head.get(`${details}/${id}`)).body;
  const chosen = { isDefault: true, version };
  const code = await accountCode(scenario, { act: 'change', detailId: id, ...chosen });
  expect((await scenario.head.patch(`${details}/${id}`, { ...chosen, code })).status).toBe(200);
};

test('for a day papers name the account of before, and nobody is told of one that is gone by then', async () => {
  const [{ id: known }] = (await scenario.head.get(details)).body.items;
  const [stolen, moved] = ['40702810500000000002', '40702810100000000004'];
  const id = await agree(scenario, twoParts);
  const { body: thief } = await add(stolen);
  await choose(thief.id);
  const during = await agree(scenario, twoParts);
  expect(await named(during)).toBe('40702810200000000001');
  // Another one in its place does not make it the one of before.
  const { body: next } = await add(moved);
  await choose(next.id);
  expect(await named(await agree(scenario, twoParts))).toBe('40702810200000000001');
  for (const gone of [next.id, thief.id]) await scenario.head.send('DELETE', `${details}/${gone}`);
  expect((await scenario.head.get(details)).body.items).toMatchObject([{ id: known, isDefault: true }]);
  await dayGoesBy(scenario);
  expect(await named(await agree(scenario, twoParts))).toBe('40702810200000000001');
  await expect.poll(() => scenario.run(`select 1 from graphile_worker.jobs where key like 'requisites:%'`)).toEqual([]);
  expect([await requisites(id), await requisites(during)]).toEqual([[], []]);
});

test('also one that was entered and confirmed long before is named a day after it came into use', async () => {
  const before = (await scenario.head.get(details)).body.items;
  const { body: prepared } = await add('40702810500000000002');
  await dayGoesBy(scenario);
  await choose(prepared.id);
  expect(await named(await agree(scenario, twoParts))).toBe('40702810200000000001');
  await dayGoesBy(scenario);
  expect(await named(await agree(scenario, twoParts))).toBe('40702810500000000002');
  await choose(before[0].id);
  await scenario.head.send('DELETE', `${details}/${prepared.id}`);
  await dayGoesBy(scenario);
});

test('details that an accountant has changed are told of when their owner confirms them', async () => {
  const [{ id: detail }] = (await scenario.head.get(details)).body.items;
  const id = await agree(scenario, twoParts);
  const see = (await scenario.head.get(`${details}/${detail}`)).body;
  const change = { number: '40702810138000000005', version: see.version };
  await scenario.accountant.post(`${details}/code`, { form: { act: 'change', detailId: detail, ...change } });
  const mail = (
    await scenario.run(
      `select a.email from accounts a join employees e on e.account_id = a.id join memberships m on m.employee_id = e.id
     join roles r on r.id = m.role_id where m.legal_entity_id = $1 and r.code = 'accountant'`,
      [scenario.company],
    )
  )[0]!['email'];
  const changed = await scenario.accountant.patch(`${details}/${detail}`, {
    ...change,
    code: await codeTo(scenario.testApp, mail as string),
  });
  expect(changed.status, changed.text).toBe(200);
  const { version } = (await scenario.head.get(`${details}/${detail}`)).body;
  const confirmed = await scenario.head.post(`${details}/${detail}/confirm`, {
    version,
    code: await accountCode(scenario, { act: 'confirm', detailId: detail, version }),
  });
  expect(confirmed.status, confirmed.text).toBe(200);
  await dayGoesBy(scenario);
  await expect.poll(() => requisites(id)).toEqual([{ status: 'issued' }]);
});

test('the letter of a notice that was revoked before it went out is not sent', async () => {
  await scenario.run(`update legal_entities set phone = '+78001234567' where id = $1`, [scenario.company]);
  const id = await agree(scenario, twoParts);
  for (const number of ['40702810200000000001', '40702810138000000005']) {
    const [{ id: detail }] = (await scenario.head.get(details)).body.items;
    const { version } = (await scenario.head.get(`${details}/${detail}`)).body;
    const code = await accountCode(scenario, { act: 'change', detailId: detail, number, version });
    const changed = await scenario.head.patch(`${details}/${detail}`, { number, version, code });
    expect(changed.status, changed.text).toBe(200);
    await dayGoesBy(scenario);
    await expect.poll(async () => (await requisites(id)).length).toBeGreaterThan(number.endsWith('1') ? 0 : 1);
  }
  await scenario.run(`delete from entry_notices where about <> 'requisites' or settlement_id <> $1`, [id]);
  await scenario.run(
    `update entry_notices set planned_at = now() - interval '1 second' where settlement_id = $1 and
     id = (select min(id) from entry_notices where settlement_id = $1)`,
    [id],
  );
  await scenario.run(
    `update entry_notices set planned_at = now() + interval '9 days' where settlement_id = $1 and
     id <> (select min(id) from entry_notices where settlement_id = $1)`,
    [id],
  );
  await liveDay(scenario.testApp.app, new Date(`${addDays(today, 1)}T09:00:00Z`));
  const [old] = await scenario.run('select status, reason from entry_notices where settlement_id = $1 order by id', [
    id,
  ]);
  expect(old).toMatchObject({ status: 'refused', reason: 'no_need' });
});

/** Opens the bargaining about a claim. @returns the settlement */
async function bargain(claim: Awaited<ReturnType<typeof scenario.claim>>): Promise<number> {
  const request = (await scenario.requestOf(claim)).body;
  const path = `/api/individuals/${scenario.debtorId}/questionnaires/${request.id}/negotiate/${scenario.company}`;
  const opened = await scenario.manager.post(path, { version: request.version });
  expect(opened.status, opened.text).toBeLessThan(300);
  return opened.body.settlementId;
}

/** Ends an agreement whose second payment has not come. */
async function breach(id: number): Promise<void> {
  await scenario.run('update settlements set consumer = false where id = $1', [id]);
  await scenario.run(`update schedule_items set due_date = $2 where settlement_id = $1 and no = 2`, [
    id,
    addDays(today, -61),
  ]);
  await liveDay(scenario.testApp.app, new Date());
  await scenario.run(`update notices set delivered_at = now() - interval '45 days' where settlement_id = $1`, [id]);
  const ended = await scenario.head.post(`/api/legal-entities/${scenario.company}/loans/${id}/breach`, {
    reason: 'Платежа нет',
  });
  expect(ended.status, ended.text).toBe(200);
}

async function conclude(id: number, amount: number): Promise<number> {
  const offered = await offer(scenario, debtor, id, { ...twoParts, amount });
  expect(offered.status, offered.text).toBe(200);
  expect((await accept(scenario, manager, id)).status).toBe(200);
  return id;
}

test('what an ended agreement has left is owed, with its day and account, while a new one is only bargained for', async () => {
  const claim = await scenario.claim({});
  const id = await conclude(await bargain(claim), 3_000_000);
  await payFully(scenario, id, 1_500_000);
  await breach(id);
  const { owedAgain, restored } = await seenSettlement(scenario, id);
  expect([owedAgain, restored.payee]).toEqual([2_500_000, expect.objectContaining({ account: expect.anything() })]);
  const next = await bargain(claim);
  expect(await seenSettlement(scenario, id)).toMatchObject({ owedAgain, restored });
  await conclude(next, 2_400_000);
  expect((await seenSettlement(scenario, id)).owedAgain).toBeNull();
});

test('of two agreements about one claim, ended one after another, the last one tells what is owed', async () => {
  const claim = await scenario.claim({});
  const one = await conclude(await bargain(claim), 3_000_000);
  await payFully(scenario, one, 1_500_000);
  await breach(one);
  const two = await conclude(await bargain(claim), 2_400_000);
  await payFully(scenario, two, 1_200_000);
  await breach(two);
  const { items } = (await scenario.debtor.get(`/api/individuals/${scenario.debtorId}/loans?limit=100`)).body;
  const owed = items
    .filter((row: { id: number }) => [one, two].includes(row.id))
    .map(({ id, owedAgain }: { id: number; owedAgain: number }) => [id === one ? 'one' : 'two', owedAgain]);
  const [entry] = await scenario.run(
    'select e.total from registry_entries e join settlements s on s.registry_entry_id = e.id where s.id = $1',
    [two],
  );
  expect({ owed: Object.fromEntries(owed), claim: Number(entry!['total']) }).toEqual({
    owed: { one: null, two: 1_300_000 },
    claim: 1_300_000,
  });
});

const planned = (id: number) =>
  scenario.run('update schedule_items set planned_date = due_date where settlement_id = $1 and no = 1', [id]);

test('a pause is not refused while its addendum waits for the debtor', async () => {
  expect((await publish(scenario, [bandWithPenalty], 0)).status).toBe(200);
  const id = await lateAgreement(scenario, 3);
  await planned(id);
  await sendPaper(debtor.client, `${debtor.base}/loans/${id}/pause`, { kind: 'illness', months: 2 });
  const offered = await agreeToPause(scenario, manager, id);
  expect(offered.status, offered.text).toBe(200);
  const refused = await manager.client.post(`${manager.base}/loans/${id}/pause/refusal`, {
    reason: 'Передумали: справка старая',
  });
  const signed = await sign(scenario, debtor, id);
  const { life, nextDueDate } = await seenSettlement(scenario, id);
  expect({
    refused: refused.status,
    signed: signed.status,
    life: life[0].status,
    moved: nextDueDate > today,
  }).not.toEqual({
    refused: 200,
    signed: 200,
    life: 'refused',
    moved: true,
  });
  await forget(scenario);
});

test('holidays for service that are over do not keep the service itself from being entered', async () => {
  const id = await lateAgreement(scenario, 1);
  await planned(id);
  const asked = { ground: 'service', since: today };
  const taken = await sendPaper(debtor.client, `${debtor.base}/loans/${id}/holidays`, asked);
  expect(taken.status, taken.text).toBe(200);
  await scenario.run('update life_events set since = since - 100, until = since - 70 where settlement_id = $1', [id]);
  const entered = await sendPaper(scenario.operator, `/internal/individuals/${scenario.debtorId}/life-events`, {
    kind: 'service',
    since: today,
  });
  expect([entered.status, entered.text]).toEqual([200, expect.anything()]);
});

test('the addendum of holidays names the penalty that the books hold', async () => {
  const id = await lateAgreement(scenario, 17);
  await planned(id);
  const taken = await sendPaper(debtor.client, `${debtor.base}/loans/${id}/holidays`, {
    ground: 'emergency',
    months: 1,
  });
  expect(taken.status, taken.text).toBe(200);
  const [row] = await scenario.run(
    `select facts_sealed as f from issued_documents where settlement_id = $1 and kind = 'addendum'`,
    [id],
  );
  const facts = scenario.testApp.app.secrets.open<{ penaltyOpen: number }>(factsContext, row!['f'] as string);
  const [sums] = await scenario.run(
    'select penalty_accrued - penalty_paid - penalty_waived as open from settlements where id = $1',
    [id],
  );
  expect(facts.penaltyOpen).toBe(Number(sums!['open']));
  await forget(scenario);
});
