import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quarterOf } from '#domain/rates/rates.ts';
import { addDays, addMonths, moscowDay } from '#domain/values/days.ts';
import type { Client } from '../helpers/client.ts';
import { withOtherNode } from '../helpers/processes/other-node.ts';
import {
  accept,
  bandWithPenalty,
  creditorOf,
  debtorOf,
  lump,
  offer,
  openBargaining,
  publish,
} from '../settlements/helpers/bargaining.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
let maker: Client;
let second: Client;
beforeAll(async () => {
  scenario = await makeScenario();
  maker = (await scenario.testApp.operator('administrator')).client;
  second = (await scenario.testApp.operator('administrator')).client;
});
afterAll(() => scenario.testApp.stop());

const path = '/internal/rates';
const source = 'Постановление для проверки, https://example.org/1';
const calendar = {
  kind: 'calendar',
  from: '2027-01-01',
  source,
  rows: { '': { moved: [{ from: '2027-01-02', to: '2027-02-01' }] } },
};
const row = (key: string, value: object) => ({ rows: { [key]: value } });
const waiting = async () =>
  (await second.get('/api/approvals?filter[status][]=pending')).body.items.filter(
    ({ kind }: { kind: string }) => kind === 'rate.keep',
  );
const inForce = async (kind: string) =>
  (await scenario.debtor.get('/api/rates')).body.rows.filter((row: { kind: string }) => row.kind === kind);

test('the calendar of 2027 is entered by two, and from then on it moves a due date', async () => {
  const plan = { kind: 'at_once', amount: 3_000_000, firstDate: '2027-02-01' };
  const dueOf = async () => {
    const { id } = await openBargaining(scenario);
    return (await offer(scenario, debtorOf(scenario), id, plan)).body.offers[0].rows[0].dueDate;
  };
  expect(await dueOf()).toBe('2027-02-01');
  const { id: agreed } = await openBargaining(scenario);
  await offer(scenario, debtorOf(scenario), agreed, plan);
  expect((await accept(scenario, creditorOf(scenario), agreed)).status).toBe(200);
  const proposed = await maker.post(path, calendar);
  expect(proposed.status, proposed.text).toBe(204);
  const [approval] = await waiting();
  expect(approval.objectName).toBe('Производственный календарь с 01.01.2027');
  expect(approval.reason).toContain('Перенесённые выходные: 02.01.2027 на 01.02.2027. Вместо строки с 01.01.2026');
  const decision = `/api/approvals/${approval.id}/decision`;
  expect((await maker.post(decision, { decision: 'approve' })).body.code).toBe('approval.own');
  expect(await inForce('calendar')).toHaveLength(3);
  expect((await second.post(decision, { decision: 'approve' })).status).toBe(200);
  expect((await inForce('calendar')).at(-1)).toMatchObject({ from: '2027-01-01', source: calendar.source });
  expect(await dueOf()).toBe('2027-02-02');
  // What was agreed on before falls due on the next working day, too, and nobody is late by the day off.
  const { schedule, nextDueDate } = (await scenario.debtor.get(`/api/loans/${agreed}`)).body;
  expect([schedule[0].plannedDate, schedule[0].dueDate, nextDueDate]).toEqual([
    '2027-02-01',
    '2027-02-02',
    '2027-02-02',
  ]);
  const { rows, changes } = (await maker.get(path)).body;
  expect(rows.find((row: { from: string }) => row.from === '2027-01-01')).toMatchObject({ state: 'planned' });
  expect(changes[0]).toMatchObject({ kind: 'calendar', status: 'approved' });
});

test.each([
  [{ from: '2025-01-01', ...row('', { moved: [] }) }, 'from'],
  [{ from: '2027-03-01' }, 'from'],
  [row('', { moved: [{ from: '2026-12-31', to: '2027-02-01' }] }), 'rows.moved'],
  [row('', { moved: [{ from: '2027-02-02', to: '2027-02-01' }] }), 'rows.moved'],
  [{ source: 'Постановление без ссылки' }, 'source'],
  [{ source: 'https://example.org/1' }, 'source'],
  [{ kind: 'fullCostAverage', from: '2027-02-01', ...row('card', { rateBps: 3000 }) }, 'from'],
  [{ kind: 'paymentLimit', from: '2031-01-01', ...row('none', { amount: 1_500_001 }) }, 'rows.none.amount'],
  [
    {
      kind: 'loanPenaltyCap',
      from: '2031-01-01',
      ...row('', { withInterestYearBps: 2000, withoutInterestDayBps: 101 }),
    },
    'rows.withoutInterestDayBps',
  ],
  [{ kind: 'vat', from: '2031-01-01', ...row('nobody', { rateBps: 2300 }) }, 'rows.nobody'],
  [{ kind: 'vat', from: '2031-01-01', ...row('general', { rateBps: 10_001 }) }, 'rows.general.rateBps'],
  [{ kind: 'vat', from: '2031-01-01', ...row('general', {}) }, 'rows.general.rateBps'],
  [{ rows: {} }, 'rows'],
])('%j is refused at %s', async (change, field) => {
  const { status, body } = await maker.post(path, { ...calendar, ...change });
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
});

describe('a rate that two have changed on one node', () => {
  const { there } = withOtherNode(() => scenario.testApp);
  let elsewhere: Client;
  beforeAll(() => {
    elsewhere = there(scenario.debtor);
  });

  /** Proposed by one, agreed to by the other, on the first node. */
  async function change(kind: string, from: string, value: object): Promise<void> {
    expect((await maker.post(path, { kind, from, source, ...row('', value) })).status).toBe(204);
    const [approval] = await waiting();
    expect((await second.post(`/api/approvals/${approval.id}/decision`, { decision: 'approve' })).status).toBe(200);
  }
  test('decides the very next offer on another one, without a restart', async () => {
    const dueOf = async () => {
      const { id } = await openBargaining(scenario);
      const plan = { kind: 'at_once', amount: 3_000_000, firstDate: '2028-02-01' };
      const made = await offer(scenario, { ...debtorOf(scenario), client: elsewhere }, id, plan);
      return made.body.offers[0].rows[0].dueDate;
    };
    // Asked there first, so that the other node has whatever it may keep.
    expect(await dueOf()).toBe('2028-02-01');
    await change('calendar', '2028-01-01', { moved: [{ from: '2028-01-02', to: '2028-02-01' }] });
    expect(await dueOf()).toBe('2028-02-02');
    // The same row changed once more is another content, and is read as such.
    await change('calendar', '2028-01-01', {
      moved: [
        { from: '2028-01-02', to: '2028-02-01' },
        { from: '2028-01-09', to: '2028-02-02' },
      ],
    });
    expect(await dueOf()).toBe('2028-02-03');
  });

  test('decides the penalty of the next offer there once its day has come', async () => {
    await publish(scenario, [bandWithPenalty], 0);
    const penaltyOf = async () => {
      const { id } = await openBargaining(scenario);
      const made = await offer(scenario, { ...debtorOf(scenario), client: elsewhere }, id, lump(3_000_000));
      return made.body.offers[0].penalty;
    };
    expect(await penaltyOf()).toEqual({ per: 'day', rateBps: 10 });
    const from = addDays(moscowDay(new Date()), 1);
    await change('loanPenaltyCap', from, { withInterestYearBps: 2000, withoutInterestDayBps: 5 });
    expect(await penaltyOf()).toEqual({ per: 'day', rateBps: 10 });
    await scenario.run(
      `update dated_rates set valid_from = valid_from - 1 where kind = 'loanPenaltyCap' and valid_from = $1`,
      [from],
    );
    expect(await penaltyOf()).toEqual({ per: 'day', rateBps: 5 });
  });
});

test('a table of averages is one decision', async () => {
  const from = '2031-04-01';
  const keys = ['card', 'microloanTo30'];
  const rows = Object.fromEntries(keys.map((key, index) => [key, { rateBps: 3000 + index }]));
  expect((await maker.post(path, { kind: 'fullCostAverage', from, source, rows })).status).toBe(204);
  const [approval] = await waiting();
  expect(approval.reason).toContain('Кредитная карта, с 01.04.2031. ');
  expect(approval.reason).toContain(source);
  expect((await second.post(`/api/approvals/${approval.id}/decision`, { decision: 'approve' })).status).toBe(200);
  expect((await inForce('fullCostAverage')).map(({ key }: { key: string }) => key).sort()).toEqual(keys);
});

test('the quarter that runs is entered by two, a mistake in it is put right, and the audit keeps what stood before', async () => {
  const from = quarterOf(moscowDay(new Date()));
  const enter = async (rateBps: number) => {
    const rows = { creditTo365: { rateBps } };
    expect((await maker.post(path, { kind: 'fullCostAverage', from, source, rows })).status).toBe(204);
    const [approval] = await waiting();
    expect((await second.post(`/api/approvals/${approval.id}/decision`, { decision: 'approve' })).status).toBe(200);
    return approval.reason as string;
  };
  const entered = async () =>
    (await inForce('fullCostAverage')).filter((found: { from: string }) => found.from === from);
  await enter(31_000);
  expect(await entered()).toMatchObject([{ key: 'creditTo365', value: { rateBps: 31_000 } }]);
  expect(await enter(3100)).toContain('Вместо строки');
  expect(await entered()).toMatchObject([{ value: { rateBps: 3100 } }]);
  const kept = await scenario.run(
    `select before -> 'value' as value from audit_log where object_type = 'dated_rates' and action = 'update' and before ? 'value' order by id desc limit 1`,
  );
  expect(kept).toEqual([{ value: { rateBps: 31_000 } }]);
  const last = addMonths(from, -3);
  const late = await maker.post(path, {
    kind: 'fullCostAverage',
    from: last,
    source,
    ...row('card', { rateBps: 3000 }),
  });
  expect([late.status, Object.keys(late.body.fields)]).toEqual([400, ['from']]);
  const suspension = { kind: 'fullCostSuspension', from, source };
  expect((await maker.post(path, { ...suspension, ...row('card', { suspended: 2 }) })).status).toBe(400);
  expect((await maker.post(path, { ...suspension, ...row('card', { suspended: 1 }) })).status).toBe(204);
  const [approval] = await waiting();
  expect(approval.reason).toContain('Треть сверх среднего не применяется: да');
  expect((await second.post(`/api/approvals/${approval.id}/decision`, { decision: 'approve' })).status).toBe(200);
});

test('one row that was proposed as it was kept before comes in force as well', async () => {
  const value = { rateBps: 1400 };
  expect((await maker.post(path, { kind: 'keyRate', from: '2031-01-01', source, ...row('', value) })).status).toBe(204);
  const [approval] = await waiting();
  await scenario.run(
    `update approvals set details = jsonb_build_object('kind', 'keyRate', 'key', '', 'from', '2031-01-01',
      'source', $2::text, 'value', $3::jsonb) where id = $1`,
    [approval.id, source, JSON.stringify(value)],
  );
  expect((await second.post(`/api/approvals/${approval.id}/decision`, { decision: 'approve' })).status).toBe(200);
  expect((await inForce('keyRate')).at(-1)).toMatchObject({ from: '2031-01-01', value });
});

test('a row of the law that was typed wrong is put right by two, who read what stays and what is counted anew', async () => {
  const enter = async (kind: string, key: string, from: string, value: object) => {
    const { status, text } = await maker.post(path, { kind, from, source, ...row(key, value) });
    expect(status, text).toBe(204);
    const [approval] = await waiting();
    expect((await second.post(`/api/approvals/${approval.id}/decision`, { decision: 'approve' })).status).toBe(200);
    return approval.reason as string;
  };
  const before = await inForce('vat');
  const vat = await enter('vat', 'general', '2026-01-01', { rateBps: 2200 });
  expect(vat).toContain('Прошедшие услуги и выставленные счета остаются');
  expect(await inForce('vat')).toHaveLength(before.length);
  const missed = addDays(moscowDay(new Date()), -20);
  expect(await enter('keyRate', '', missed, { rateBps: 1500 })).toContain('считаются заново за все дни');
  expect((await inForce('keyRate')).map(({ from }: { from: string }) => from)).toContain(missed);
  const year = `${moscowDay(new Date()).slice(0, 4)}-01-01`;
  expect(await enter('calendar', '', year, { moved: [] })).toContain('переносятся на рабочий день');
});

test('who proposes reads beforehand what a row will touch', async () => {
  const { status, body } = await maker.get(`${path}/touched?kind=paymentLimit&from=2027-01-01`);
  expect([status, Object.keys(body).sort()]).toEqual([200, ['offers', 'payments']]);
});

test('only an administrator proposes, and a debtor sees what is in force alone', async () => {
  const { client } = await scenario.testApp.operator('manager');
  expect((await client.post(path, calendar)).status).toBe(403);
  expect((await client.get(path)).status).toBe(200);
  expect((await scenario.debtor.get(path)).status).toBe(403);
});
