import { beforeAll, describe, expect, test } from 'vitest';
import { defaultsOf } from '#domain/settings/setting.ts';
import { SETTINGS, type SettingValues } from '#domain/settings/settings.ts';
import { moscowDay } from '#domain/values/days.ts';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { makeSimpleEntry } from '../access/helpers/things.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { withOtherNode } from '../helpers/processes/other-node.ts';
import { agree, openPaymentScenario, payFully } from '../payments/helpers/scenario.ts';

const path = '/internal/settings';
const scenario = await openPaymentScenario();

/** All that is turned is turned on another node, and acts on the first one. */
const { there } = withOtherNode(() => scenario.testApp);
let administrator: Client;
beforeAll(() => {
  administrator = there(scenario.operator);
});

const seen = async () => (await administrator.get(path)).body;
/** Turns some settings; the rest stays as it is. */
async function turn(some: Partial<SettingValues>): Promise<Reply> {
  const { values, version } = await seen();
  return administrator.put(path, { ...values, ...some, version });
}

test('until somebody turns something all is as usual, and each change is told with who made it', async () => {
  expect(await seen()).toEqual({ values: defaultsOf(SETTINGS), version: 1, history: [], pendingApprovals: [] });
  const changed = await turn({ approvalDays: 5, debtorLetters: false });
  expect(changed.body.values).toEqual({ ...defaultsOf(SETTINGS), approvalDays: 5, debtorLetters: false });
  expect(changed.body.version).toBe(2);
  expect(changed.body.history).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(String),
      who: expect.stringMatching(/\S/),
      before: { approvalDays: 3, debtorLetters: true },
      after: { approvalDays: 5, debtorLetters: false },
    },
  ]);
  await turn({ approvalDays: 3, debtorLetters: true });
  expect((await seen()).history).toHaveLength(2);
});

test('one person makes the sum less that is paid out without a second one, and two make it more', async () => {
  const { payoutAlone: usual } = defaultsOf(SETTINGS);
  expect((await turn({ payoutAlone: 100 })).body).toMatchObject({ values: { payoutAlone: 100 }, pendingApprovals: [] });
  const asked = await turn({ payoutAlone: usual, exportDays: 2 });
  expect(asked.body.values).toMatchObject({ payoutAlone: 100, exportDays: 2 });
  const [{ id, reason }] = asked.body.pendingApprovals;
  expect(reason.replaceAll('\u00A0', ' ')).toBe('Выплата без второго человека: 1,00 ₽ → 1 000 000,00 ₽');
  expect((await turn({ payoutAlone: usual })).body.code).toBe('move.illegal');
  const decision = `/api/approvals/${id}/decision`;
  expect((await administrator.post(decision, { decision: 'approve' })).body.code).toBe('approval.own');
  // What one person turns meanwhile stays.
  await turn({ exportDays: 1 });
  const { client: second } = await scenario.testApp.operator('accountant');
  const decided = await second.post(decision, { decision: 'approve' });
  expect(decided.status, decided.text).toBe(200);
  expect((await seen()).values).toMatchObject({ payoutAlone: usual, exportDays: 1 });
});

test('of two who turn at once the second is told, and what is out of range is refused at its field', async () => {
  const { values, version } = await seen();
  const [first, second] = await Promise.all([
    administrator.put(path, { ...values, exportDays: 2, version }),
    administrator.put(path, { ...values, exportDays: 3, version }),
  ]);
  expect([first.status, second.status].toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await administrator.put(path, { ...values, version })).body.code).toBe('version.stale');
  const refused = await turn({ anonymousLeast: 4, companyFilesGigabytes: 1001 });
  expect(refused.status).toBe(400);
  expect(refused.body.fields.anonymousLeast).toBe('Допустимо 5–100 человек');
  expect(refused.body.fields.companyFilesGigabytes).toContain('1–1000 ГБ');
  const { exportDays: _, ...incomplete } = values;
  expect((await administrator.put(path, { ...incomplete, version })).status).toBe(400);
  await turn({ exportDays: 1 });
});

test('only administrators see and turn them', async () => {
  for (const { client } of [await scenario.testApp.operator('observer'), await scenario.testApp.operator('manager')]) {
    expect((await client.get(path)).status).toBe(403);
    expect((await client.put(path, {})).status).toBe(403);
  }
  expect((await scenario.head.get(path)).status).toBe(403);
  expect((await scenario.testApp.anonymous().get(path)).status).toBe(401);
});

test('what was kept and is not allowed any more, or is not known, is as usual', async () => {
  const [kept] = await scenario.run('select kept from settings');
  await scenario.run(`update settings set kept = '{"approvalDays": 500, "exportDays": "1", "gone": 1}'`);
  expect((await seen()).values).toEqual(defaultsOf(SETTINGS));
  await scenario.run('update settings set kept = $1', [JSON.stringify(kept!['kept'])]);
});

describe('a change acts on another node at once:', () => {
  test('a creditor has as many working days for his answer', async () => {
    await turn({ creditorAnswerDays: 2 });
    const { body } = await scenario.requestOf(await scenario.claim());
    expect(body.answerBy).toBe(KNOWN_CALENDAR.addWorkingDays(moscowDay(new Date()), 2));
    await turn({ creditorAnswerDays: 5 });
    const later = await scenario.requestOf(await scenario.claim());
    expect(later.body.answerBy).toBe(KNOWN_CALENDAR.addWorkingDays(moscowDay(new Date()), 5));
  });

  test('a rejected entry may be accepted for as long', async () => {
    const place = { legalEntityId: scenario.company, registryId: scenario.registry, individualId: scenario.debtorId };
    const id = await scenario.write((tx) => makeSimpleEntry(tx, place));
    await scenario.run(
      `update simple_registry_entries set status = 'rejected_by_individual', accepted_at = null, reject_reason = 'not_mine',
        decision_at = now() - interval '10 days' where id = $1`,
      [id],
    );
    const accept = () =>
      scenario.debtor.post(`/api/individuals/${scenario.debtorId}/simple-registries/accept/${id}`, {
        limitationShown: true,
      });
    await turn({ reconsiderDays: 9 });
    expect((await accept()).body.code).toBe('move.illegal');
    await turn({ reconsiderDays: 30 });
    expect((await accept()).status).toBe(200);
  });

  test('a closed settlement may be rated for as long', async () => {
    const id = await agree(scenario);
    await payFully(scenario, id, 3_000_000);
    await scenario.accountant.post(`/api/legal-entities/${scenario.company}/loans/${id}/fulfil`);
    await scenario.run(`update settlements set closed_at = now() - interval '40 days' where id = $1`, [id]);
    const rate = () => scenario.debtor.put(`/api/individuals/${scenario.debtorId}/loans/${id}/rate`, { rating: 5 });
    const refused = await rate();
    expect([refused.body.code, refused.body.message]).toEqual([
      'move.illegal',
      expect.stringContaining('Время после закрытия: 30 дней'),
    ]);
    await turn({ feedbackDays: 60 });
    expect((await scenario.debtor.get(`/api/loans/${id}`)).body.moves).toEqual(['rate']);
    expect((await rate()).status).toBe(200);
    await turn({ feedbackDays: 30 });
  });

  test('a proposal waits as long for the second person', async () => {
    await turn({ approvalDays: 7 });
    const { client } = await scenario.testApp.operator('manager');
    const { version } = (await client.get(`/api/individuals/${scenario.otherId}`)).body;
    const body = { move: 'block', reason: 'Чужие документы', version };
    expect((await client.post(`/api/individuals/${scenario.otherId}/verification_status`, body)).status).toBe(200);
    const [row] = await scenario.run(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from approvals where object_type = 'individuals'`,
    );
    expect(row!['days']).toBe(7);
  });

  test('a file of an export is kept as long', async () => {
    await turn({ exportDays: 3 });
    const { body } = await scenario.operator.post('/api/background-tasks/exports', {
      operation: 'individuals.exportExcel',
      query: '',
    });
    const days = (Date.parse(body.expiresAt) - Date.parse(body.createdAt)) / 86_400_000;
    expect(Math.round(days)).toBe(3);
  });

  test('groups of fewer people are told of to nobody', async () => {
    const open = async () => (await scenario.testApp.anonymous().get('/api/individual-questionnaires')).body.open;
    for (let made = 0; made < 7; made++) await scenario.requestOf(await scenario.claim());
    const [{ count }] = (await scenario.run(
      `select count(*)::int from requests where status in ('search', 'pending', 'negotiation') and archived_at is null`,
    )) as [{ count: number }];
    expect(await open()).toBe(count - (count % 5));
    await turn({ anonymousLeast: 7 });
    expect(await open()).toBe(count - (count % 7));
  });
});
