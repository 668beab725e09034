import { afterEach, describe, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import type { Client } from '../helpers/client.ts';
import { readWorkbook, valuesOf } from '../helpers/files/workbook.ts';
import { lettersTo } from '../helpers/mail/letters.ts';
import { cookiesOf } from '../lists/helpers/downloads.ts';
import { linesOf, openPaymentScenario, pay, seenSettlement } from '../payments/helpers/scenario.ts';
import {
  bandWithPenalty,
  creditorOf,
  debtorOf,
  firstDate,
  headOf,
  lump,
  offer,
  openBargaining,
  publish,
} from '../settlements/helpers/bargaining.ts';
import { decide, forget, happen, lateAgreement, sendPaper } from './helpers/life.ts';

/** What happens in a debtor's life and what it stops of his debts (docs/decisions/0101). */
const scenario = await openPaymentScenario();
const [debtor, manager, head] = [debtorOf(scenario), creditorOf(scenario), headOf(scenario)];
const second = (await scenario.testApp.operator('manager')).client;
const today = moscowDay(new Date());
const published = await publish(scenario, [bandWithPenalty], 0);
expect(published.status, published.text).toBe(200);

const keep = (now?: Date) => liveDay(scenario.testApp.app, now);
const later = (days: number) => new Date(`${addDays(today, days)}T09:00:00Z`);
const accrued = async (id: number): Promise<number> =>
  (await scenario.run('select penalty_accrued as sum from settlements where id = $1', [id]))[0]!['sum'] as number;
const notices = (id: number) =>
  scenario.run(
    `select kind, status from issued_documents where settlement_id = $1 and kind = 'breach_notice' order by id`,
    [id],
  );
const contacts = (id: number) =>
  scenario.run('select about, status, reason from entry_notices where settlement_id = $1 order by id', [id]);
const list = `/api/individuals/${scenario.debtorId}/life-events`;
afterEach(() => forget(scenario));

describe('a bankruptcy told of late', () => {
  test('undoes the penalty since its day by a line of its own, and no more is counted', async () => {
    const id = await lateAgreement(scenario, 17);
    await keep();
    expect(await accrued(id)).toBe(19_833);
    const decided = await happen(scenario, second, 'bankruptcy', addDays(today, -10));
    expect(decided.status, decided.text).toBe(200);
    // The row is late for 17 days; the last 11 of them are free.
    expect(await accrued(id)).toBe(7_000);
    const lines = (await linesOf(scenario, id)).filter((line) => line.startsWith('penalty'));
    expect(lines).toEqual([
      'penalty_accrued M30 debit 19833',
      'penalty_accrued M99 credit 19833',
      'penalty_waived M30 credit 12833',
      'penalty_waived M99 debit 12833',
    ]);
    await keep(later(5));
    expect(await accrued(id)).toBe(7_000);
    const seen = await seenSettlement(scenario, id);
    expect(seen).toMatchObject({ penaltyOpen: 7_000, breachAhead: null });
    expect(seen.moves).not.toContain('pay');
    const paying = await pay(scenario, id, 100_000);
    expect([paying.status, paying.body.code]).toEqual([409, 'move.illegal']);
    expect(paying.body.message).toContain('платежи по соглашению сейчас не принимаются');
    expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
  });

  test('leaves the interest of its days and those after it out of the debt', async () => {
    const plan = { kind: 'annuity', amount: 3_500_000, payments: 3, firstDate, downPayment: 0, rateBps: 1000 };
    const id = await lateAgreement(scenario, 12, plan);
    // A whole month that is over, and a period of 30 days.
    await scenario.run('alter table terms_offers disable trigger immutable');
    for (const [no, day] of [addDays(today, -9), addDays(today, 21)].entries()) {
      await scenario.run(
        'update schedule_items set planned_date = $3, due_date = $3 where settlement_id = $1 and no = $2',
        [id, no + 1, day],
      );
      const agreed = `update terms_offers set rows = jsonb_set(rows, '{${no},plannedDate}', to_jsonb($2::text)) where settlement_id = $1`;
      await scenario.run(agreed, [id, day]);
    }
    await scenario.run('alter table terms_offers enable trigger immutable');
    const debt = async (on = today) => (await scenario.debtor.get(`/api/loans/${id}/debt?on=${on}`)).body;
    const before = await debt();
    expect(before.rows.every(({ interest }: { interest: number }) => interest > 0)).toBe(true);
    await happen(scenario, second, 'bankruptcy', addDays(today, -2));
    const after = await debt();
    // Six days of the second period have passed before the day of the bankruptcy.
    const earned = before.rows[0].interest + Math.floor((before.rows[1].interest * 6) / 30);
    expect(after).toMatchObject({ principal: before.principal, interest: earned });
    const earlier = await debt(addDays(today, -3));
    expect(earlier.interest + earlier.ahead).toBe(before.interest + before.ahead);
  });

  test('takes back the notice of a breach; the clock makes none, reminds of nothing and ends nothing', async () => {
    const id = await lateAgreement(scenario, 100);
    await scenario.run('update settlements set consumer = false where id = $1', [id]);
    await keep();
    expect(await notices(id)).toEqual([{ kind: 'breach_notice', status: 'issued' }]);
    await happen(scenario, second, 'bankruptcy', addDays(today, -1));
    expect(await notices(id)).toEqual([{ kind: 'breach_notice', status: 'revoked' }]);
    const before = await contacts(id);
    for (const days of [1, 30, 90]) await keep(later(days));
    expect(await notices(id)).toHaveLength(1);
    const after = await contacts(id);
    expect(after).toHaveLength(before.length);
    expect(after.filter(({ status }) => status === 'planned')).toEqual([]);
    const ended = await head.client.post(`${head.base}/loans/${id}/breach`, { reason: 'Не платит сто дней' });
    expect([ended.status, ended.body.code]).toEqual([409, 'move.illegal']);
    expect(ended.body.message).toContain('Банкротство через суд');
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'waiting_for_payment', breach: null });
  });

  test('leaves nothing new to agree on, and each side reads why', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(3_000_000));
    await happen(scenario, second, 'bankruptcy', today);
    const refused = await offer(scenario, debtor, id, lump(3_100_000));
    expect([refused.status, refused.body.code]).toEqual([409, 'move.illegal']);
    expect(refused.body.message).toContain('договориться о новом сейчас нельзя');
    for (const { client } of [debtor, manager]) {
      const { life, moves } = (await client.get(`/api/loans/${id}`)).body;
      expect(life[0]).toMatchObject({ kind: 'bankruptcy', status: 'in_force', since: today, enteredBy: null });
      expect(life[0].stops).toContain('Начисление неустойки');
      expect(moves).not.toContain('offer');
    }
    const told = (await debtor.client.get('/api/notifications')).body.items;
    expect(told.some(({ title }: { title: string }) => title.includes('Банкротство через суд'))).toBe(true);
    const flag = await scenario.run('select contact_flag as flag from registry_entries order by id desc limit 1');
    expect(flag).toEqual([{ flag: 'allowed' }]);
    const [{ entry }] = (await scenario.run('select registry_entry_id as entry from settlements where id = $1', [
      id,
    ])) as [{ entry: number }];
    const claim = `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${entry}`;
    const card = (await manager.client.get(claim)).body;
    expect(card).toMatchObject({ contactFlag: 'bankrupt', life: [{ kind: 'bankruptcy', since: today }] });
    // The law is named plainly, and the source with its mark stays in the table.
    const [rule] = card.life[0].rules;
    expect(Object.keys(rule).toSorted()).toEqual(['by', 'effect', 'stops']);
    expect(rule.by).toBe('статья 7 Закона о взыскании долгов');
  });
});

test('lists, the page and the sheet of both sides call what stands still the same, and go on when it is over', async () => {
  const id = await lateAgreement(scenario, 3);
  const standsStill = async () => {
    const rows = await Promise.all(
      [debtor.client, manager.client].map(async (who) => (await who.get('/api/loans?limit=100')).body.items),
    );
    const shown = rows.map((items: { id: number; standsStill: boolean }[]) => items.find((row) => row.id === id));
    return [...shown, await seenSettlement(scenario, id)].map((row) => row?.standsStill);
  };
  const onSheet = async (of = id) => {
    const answer = await fetch(`${scenario.testApp.url}/api/loans/exports/excel?columns[]=number&columns[]=status`, {
      headers: { cookie: cookiesOf(manager.client) },
    });
    const sheet = valuesOf(readWorkbook(Buffer.from(await answer.arrayBuffer()))[0]!);
    const { number } = await seenSettlement(scenario, of);
    return sheet.find((cells) => cells.includes(number))?.at(-1);
  };
  expect([await standsStill(), await onSheet()]).toEqual([[false, false, false], 'Просрочка']);
  await happen(scenario, second, 'bankruptcy', addDays(today, -1));
  expect([await standsStill(), await onSheet()]).toEqual([[true, true, true], 'Платежи остановлены']);
  const pays = async () => (await seenSettlement(scenario, id)).moves.includes('pay');
  // Two have ended it today: its last day still counts, for the moves as for the words.
  const event = (days: number) =>
    scenario.run(`update life_events set status = 'over', until = $1, since = least(since, $1)`, [
      addDays(today, days),
    ]);
  await event(0);
  expect([await standsStill(), await pays()]).toEqual([[true, true, true], false]);
  await event(-1);
  expect([await standsStill(), await pays()]).toEqual([[false, false, false], true]);
  await forget(scenario);
  expect(await standsStill()).toEqual([false, false, false]);
  // How a closed one ended stands in its own column of the sheet.
  const { id: given } = await openBargaining(scenario);
  await scenario.run(
    `update settlements set status = 'closed', close_reason = 'withdrawn', closed_at = now() where id = $1`,
    [given],
  );
  expect(await onSheet(given)).toBe('Закрыто');
});

test('the case that an operator names is known to each side, his comment is not told to the creditor', async () => {
  const id = await lateAgreement(scenario, 1);
  const comment = 'Определение по делу A40-12345/2026, звонил управляющий';
  await happen(scenario, second, 'bankruptcy', today, comment);
  const lifeOf = async (client: typeof debtor.client) => (await client.get(`/api/loans/${id}`)).body.life[0];
  expect(await lifeOf(debtor.client)).toMatchObject({ caseNo: 'А40-12345/2026', comment });
  expect(await lifeOf(manager.client)).toMatchObject({ caseNo: 'А40-12345/2026', comment: null });
});

test('what befalls somebody else is nothing to this debtor', async () => {
  const path = `/internal/individuals/${scenario.otherId}/life-events`;
  expect((await sendPaper(scenario.operator, path, { kind: 'bankruptcy', since: today })).status).toBe(200);
  expect((await decide(second, 'lifeEvent.confirm')).status).toBe(200);
  const { id, request } = await openBargaining(scenario);
  expect(id, JSON.stringify(request)).toBeGreaterThan(0);
  expect((await offer(scenario, debtor, id, lump(3_000_000))).status).toBe(200);
});

test('each side is written to, without what has happened; a bankrupt is not', async () => {
  const id = await lateAgreement(scenario, 3);
  const [row] = await scenario.run('select number from settlements where id = $1', [id]);
  const { email } = (
    await scenario.run(
      `select a.email from accounts a join employees e on e.account_id = a.id join memberships m on m.employee_id = e.id
     where m.legal_entity_id = $1 order by a.id limit 1`,
      [scenario.company],
    )
  )[0] as { email: string };
  const told = async (to: string) =>
    (await lettersTo(scenario.testApp, to)).filter(
      ({ subject }) => subject.includes('что остановлено') && subject.includes(row!['number'] as string),
    );
  await happen(scenario, second, 'service', today);
  const [letter] = await told(scenario.debtorEmail);
  expect(letter?.link).toContain(`/settlement-${id}`);
  expect(letter?.text).not.toMatch(/служб|мобилиз/i);
  expect(await told(email)).toHaveLength(1);
  await happen(scenario, second, 'bankruptcy', today);
  expect(await told(scenario.debtorEmail)).toHaveLength(1);
  expect(await told(email)).toHaveLength(2);
});

test('a letter to a bankrupt is refused by the one truth of all creditors', async () => {
  const id = await lateAgreement(scenario, 1);
  await happen(scenario, second, 'bankruptcy_out_of_court', today);
  const { id: other } = await openBargaining(scenario).catch(() => ({ id: 0 }));
  expect(other).toBeFalsy();
  await keep(later(1));
  expect((await contacts(id)).filter(({ status }) => status === 'planned')).toEqual([]);
});

test('death: the debtor is told nothing, his creditor is; interest goes on by the schedule', async () => {
  const plan = { kind: 'annuity', amount: 3_500_000, payments: 3, firstDate, downPayment: 0, rateBps: 1000 };
  const bearing = await lateAgreement(scenario, 3, plan);
  const id = await lateAgreement(scenario, 3);
  await happen(scenario, second, 'death', addDays(today, -2));
  expect((await seenSettlement(scenario, bearing)).life[0].goes).toEqual(['проценты по договору']);
  const [told] = (await seenSettlement(scenario, id)).life;
  expect(told.goes).toEqual([]);
  expect(told.rules.map(({ effect }: { effect: string }) => effect)).not.toContain('interest');
  const titles = (await debtor.client.get('/api/notifications')).body.items.map(
    ({ title }: { title: string }) => title,
  );
  expect(titles.filter((title: string) => title.includes('Смерть'))).toEqual([]);
  const ofCreditor = (await manager.client.get('/api/notifications')).body.items;
  expect(ofCreditor[0].title).toContain('Смерть заёмщика');
});

// 377-ФЗ, ст. 2 [K]: what a credit contract obliges to ends; heirs owe nothing of it (docs/decisions/0130).
test('death in service: nothing goes on, interest neither; no word to the dead, his creditor is told what to do', async () => {
  const plan = { kind: 'annuity', amount: 3_500_000, payments: 3, firstDate, downPayment: 0, rateBps: 1000 };
  const bearing = await lateAgreement(scenario, 3, plan);
  await happen(scenario, second, 'service_death', addDays(today, -2));
  const ended = await seenSettlement(scenario, bearing);
  expect(ended).toMatchObject({ status: 'closed', closeReason: 'cancelled' });
  expect(ended.life[0].goes).toEqual([]);
  const titles = (await debtor.client.get('/api/notifications')).body.items.map(
    ({ title }: { title: string }) => title,
  );
  expect(titles.filter((title: string) => title.includes('Гибель'))).toEqual([]);
  const ofCreditor = (await manager.client.get('/api/notifications')).body.items;
  const said = ofCreditor.find(({ title }: { title: string }) =>
    title.includes('Платить по соглашению больше не нужно'),
  );
  expect(said.detail).toContain('статья 2 Закона № 377-ФЗ');
});

describe('an event', () => {
  test('counts for nothing until a second person confirms it, and who entered it cannot', async () => {
    const id = await lateAgreement(scenario, 17);
    const entered = await sendPaper(scenario.operator, list.replace('/api', '/internal'), {
      kind: 'incapacity',
      since: addDays(today, -10),
    });
    expect(entered.body.items[0]).toMatchObject({ status: 'waiting', hasProof: true, side: 'operator' });
    await keep();
    expect(await accrued(id)).toBe(19_833);
    expect((await decide(scenario.operator, 'lifeEvent.confirm')).body.code).toBe('approval.own');
    const again = await sendPaper(scenario.operator, list.replace('/api', '/internal'), {
      kind: 'death',
      since: today,
    });
    expect([again.status, again.body.code]).toEqual([409, 'move.illegal']);
    await decide(second, 'lifeEvent.confirm', 'reject');
    expect((await second.get(list)).body.items[0]).toMatchObject({ status: 'refused' });
    expect(await accrued(id)).toBe(19_833);
  });

  test('is told by a creditor with a document and confirmed by an operator', async () => {
    const id = await lateAgreement(scenario, 1);
    const path = `${manager.base}/loans/${id}/life-events`;
    const told = await sendPaper(manager.client, path, { kind: 'bankruptcy', since: today });
    expect(told.status, told.text).toBe(200);
    const { life } = (await manager.client.get(`/api/loans/${id}`)).body;
    expect(life[0]).toMatchObject({ status: 'waiting', side: 'creditor', hasProof: true });
    expect((await manager.client.get(`/api/life-events/${life[0].id}/proof`)).status).toBe(200);
    await decide(second, 'lifeEvent.confirm');
    expect((await seenSettlement(scenario, id)).life[0]).toMatchObject({ status: 'in_force' });
    const twice = await sendPaper(manager.client, path, { kind: 'bankruptcy', since: today });
    expect(twice.body.fields).toEqual({ kind: 'Это обстоятельство уже действует' });
  });

  test('that one creditor has told tells another one nothing: his own waits for its turn', async () => {
    const id = await lateAgreement(scenario, 1);
    const other = await lateAgreement(scenario, 1);
    const company = await scenario.testApp.company({ inn: '7736050003', verificationStatus: 'verified' });
    await scenario.run('update settlements set legal_entity_id = $2 where id = $1', [other, company]);
    const { client: stranger } = await scenario.testApp.employee({ legalEntityId: company, role: 'head' });
    const tell = (client: Client, base: string, of: number, kind: string) =>
      sendPaper(client, `${base}/loans/${of}/life-events`, { kind, since: today });
    expect((await tell(manager.client, manager.base, id, 'bankruptcy')).status).toBe(200);
    // The same answer as where nobody has told anything, of the same kind and of another one.
    const mine = await tell(stranger, `/api/legal-entities/${company}`, other, 'bankruptcy');
    expect(mine.status, mine.text).toBe(200);
    const { life } = (await stranger.get(`/api/loans/${other}`)).body;
    expect(life).toMatchObject([{ status: 'waiting', kind: 'bankruptcy', side: 'creditor' }]);
    expect((await tell(stranger, `/api/legal-entities/${company}`, other, 'death')).body.code).toBe('move.illegal');
    // Nor does it keep the debtor from telling what has happened to him.
    const own = await sendPaper(debtor.client, list, { kind: 'service', since: today });
    expect(own.status, own.text).toBe(200);
    const pending = async () =>
      (await second.get('/api/approvals?filter[status]=pending')).body.items.filter(
        ({ kind }: { kind: string }) => kind === 'lifeEvent.confirm',
      );
    // Operators are asked about one after another.
    expect(await pending()).toHaveLength(1);
    await decide(second, 'lifeEvent.confirm', 'reject');
    expect(await pending()).toHaveLength(1);
    expect((await stranger.get(`/api/loans/${other}`)).body.life).toMatchObject([{ status: 'waiting' }]);
    // One that nobody has decided in time lets the next one go on with the clock.
    await scenario.run(`update approvals set expires_at = now() where status = 'pending'`);
    await keep();
    expect((await stranger.get(`/api/loans/${other}`)).body.life).toMatchObject([{ status: 'refused' }]);
    expect(await pending()).toMatchObject([{ reason: expect.stringContaining('лужба') }]);
    const said = await second.post(`/api/approvals/${(await pending())[0].id}/decision`, {
      decision: 'reject',
      reason: 'На фото ничего не видно',
    });
    expect(said.status, said.text).toBe(200);
    expect(await pending()).toEqual([]);
    await scenario.run('update settlements set legal_entity_id = $2 where id = $1', [other, scenario.company]);
  });

  test('that a dismissed operator has told and nobody was asked about is not proposed in his name', async () => {
    const id = await lateAgreement(scenario, 1);
    const path = `${manager.base}/loans/${id}/life-events`;
    expect((await sendPaper(manager.client, path, { kind: 'bankruptcy', since: today })).status).toBe(200);
    const maker = await scenario.testApp.operator('manager');
    const own = await sendPaper(maker.client, list.replace('/api', '/internal'), { kind: 'incapacity', since: today });
    expect(own.status, own.text).toBe(200);
    await scenario.run('update operators set active = false where id = $1', [maker.operatorId]);
    await decide(second, 'lifeEvent.confirm', 'reject');
    const { items } = (await second.get('/api/approvals?filter[status]=pending')).body;
    expect(items.filter(({ kind }: { kind: string }) => kind === 'lifeEvent.confirm')).toEqual([]);
    expect((await second.get(list)).body.items[0]).toMatchObject({
      kind: 'incapacity',
      status: 'refused',
      reason: expect.stringContaining('больше не вправе'),
    });
    const told = (await second.get('/api/notifications')).body.items.filter(({ title }: { title: string }) =>
      title.startsWith('Предложение снято'),
    );
    expect(told).toHaveLength(1);
    // What somebody else tells of him goes on as ever.
    expect((await happen(scenario, second, 'incapacity', today)).status).toBe(200);
  });

  test('ends by two, and its days are not counted again', async () => {
    const id = await lateAgreement(scenario, 17);
    await happen(scenario, second, 'incapacity', addDays(today, -10));
    await keep();
    expect(await accrued(id)).toBe(7_000);
    const [{ id: event, moves }] = (await second.get(list)).body.items;
    expect(moves).toEqual(['end']);
    const path = `${list.replace('/api', '/internal')}/${event}/end`;
    expect((await second.post(path, { reason: 'Суд отменил решение' })).status).toBe(200);
    await decide(scenario.operator, 'lifeEvent.end');
    expect((await second.get(list)).body.items[0]).toMatchObject({ status: 'over', until: today });
    await keep(later(3));
    // Six days before it and three after it: 11,67 each.
    expect(await accrued(id)).toBe(10_500);
  });
});
