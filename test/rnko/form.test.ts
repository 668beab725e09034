import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import type { Client } from '../helpers/client.ts';
import { makeRnkoScenario, type RnkoScenario } from './helpers/scenario.ts';

let scenario: RnkoScenario;
beforeAll(async () => {
  scenario = await makeRnkoScenario();
  await scenario.rnko.speak(scenario.testApp.url);
});
afterAll(() => scenario.stop());

const path = () => `/api/rnko-form/${scenario.legalEntityId}`;
const seen = async (client = scenario.head) => (await client.get(path())).body;
const fill = async (change: object = {}) =>
  scenario.head.put(`${path()}/form`, { ...whole, version: (await seen()).version, ...change });
const judge = (move: string, client = scenario.verifier) => client.post(`${path()}/${move}`);
const reject = (legalEntityId = scenario.legalEntityId) =>
  scenario.verifier.post('/api/rnko-form/reject', {
    legalEntityId,
    reason: 'Уточните владельцев компании',
    remarks: [{ field: 'owners', text: 'Нет второго владельца' }],
  });

const whole = {
  activity: 'Выдача микрозаймов',
  purpose: 'Приём платежей по соглашениям',
  monthlyTurnover: 500_000_000,
  fundsSource: 'revenue',
  contactName: 'Кравцова Анна',
  contactPhone: '+79161234567',
  owners: [{ name: 'Кравцов Пётр Ильич', birthDate: '1975-05-05', shareBps: 10_000, isPublic: false }],
};

test('an unfinished questionnaire is kept and not looked at', async () => {
  expect(await seen()).toMatchObject({ status: 'draft', version: 0, moves: ['fill'] });
  expect((await judge('start-review')).body.code).toBe('move.illegal');
  const kept = await fill({ purpose: null, owners: [] });
  expect(kept.body).toMatchObject({ version: 1, activity: whole.activity });
  expect(Object.keys(kept.body.missing)).toEqual(['purpose', 'owners']);
  expect((await judge('start-review')).body.code).toBe('rnko.incomplete');
});

test('what another has saved meanwhile is not overwritten', async () => {
  expect((await scenario.head.put(`${path()}/form`, { ...whole, version: 7 })).body.code).toBe('version.stale');
  expect((await scenario.head.put(`${path()}/form`, { ...whole, version: 0 })).body.code).toBe('version.stale');
});

test('it goes from the head to the verifier, back with remarks, to the partner, and is declined, mended and accepted', async () => {
  // Who may not read the questionnaire is not told what has become of it either.
  const { client: accountant } = await scenario.testApp.employee({
    legalEntityId: scenario.legalEntityId,
    role: 'accountant',
  });
  expect((await accountant.get(path())).status).toBe(403);
  const news = async () => (await scenario.verifier.get('/api/notifications')).body.items;
  expect(await news()).toEqual([]);
  await fill();
  await fill({ purpose: 'Приём платежей' });
  const told = { title: 'Анкета для РНКО заполнена' };
  expect(await news()).toMatchObject([told]);
  expect((await judge('start-review')).body).toMatchObject({ status: 'review', moves: ['reject', 'approve'] });
  expect((await fill()).body.code).toBe('move.illegal');
  expect((await reject()).body).toMatchObject({ status: 'rejected', remarks: [{ field: 'owners' }] });
  const { items } = (await scenario.head.get('/api/notifications')).body;
  expect(items[0]).toMatchObject({ title: 'Анкета для РНКО возвращена с замечаниями' });
  expect(await seen()).toMatchObject({ reason: 'Уточните владельцев компании', moves: ['fill'] });

  expect((await fill()).body.status).toBe('draft');
  // The remarks have settled the first.
  const unsettled = await news();
  expect(unsettled).toHaveLength(1);
  expect(unsettled).toMatchObject([told]);
  await judge('start-review');
  expect((await judge('send-to-rnko', scenario.manager)).body.code).toBe('move.illegal');
  expect((await judge('approve')).body).toMatchObject({ status: 'approved', remarks: [] });
  expect((await judge('approve')).body.code).toBe('move.illegal');
  expect((await judge('send-to-rnko')).status).toBe(403);
  expect((await judge('send-to-rnko', scenario.manager)).body.status).toBe('sent');
  await expect.poll(async () => (await scenario.rnko.questions()).length).toBe(1);
  expect((await scenario.rnko.questions())[0]!.body).toMatchObject({
    form: { owners: [{ name: 'Кравцов Пётр Ильич' }] },
  });
  await scenario.rnko.answer({ status: 'declined', reason: 'Владелец не подтверждён' });
  await expect.poll(async () => (await seen()).status).toBe('declined');
  expect((await seen()).reason).toBe('Владелец не подтверждён');

  await fill();
  await judge('start-review');
  await judge('approve');
  await scenario.rnko.behave('error');
  await judge('send-to-rnko', scenario.manager);
  await expect.poll(async () => (await seen()).partnerSilent).toBe(true);
  await scenario.rnko.behave('ok');
  await scenario.run(`update rnko_forms set asked_at = now() - interval '2 minutes'`);
  await runDeadlines(scenario.testApp.app);
  await expect.poll(async () => (await scenario.rnko.questions()).length, { timeout: 30_000 }).toBe(2);
  await scenario.rnko.answer({ status: 'accepted' });
  await expect.poll(async () => (await seen()).status).toBe('accepted');
  expect((await fill()).body.code).toBe('move.illegal');
  const noticesOf = async (client: Client): Promise<string[]> =>
    (await client.get('/api/notifications')).body.items.map(({ title }: { title: string }) => title);
  expect(await noticesOf(scenario.head)).toEqual(
    expect.arrayContaining(['РНКО приняла анкету компании', 'РНКО отклонила анкету компании']),
  );
  expect(await noticesOf(accountant)).toEqual([]);
});

test('whoever only looks sees its owners masked; strangers see nothing', async () => {
  const observer = (await scenario.testApp.operator('observer')).client;
  expect((await seen(observer)).owners).toEqual([
    { name: 'К*** П. И.', birthDate: null, shareBps: 10_000, isPublic: false },
  ]);
  expect((await seen(scenario.verifier)).owners[0].birthDate).toBe('1975-05-05');
  const other = await scenario.testApp.company();
  const stranger = (await scenario.testApp.employee({ legalEntityId: other, role: 'head' })).client;
  expect((await stranger.get(path())).status).toBe(404);
  expect((await reject(2_000_000_001)).body.code).toBe('object.absent');
});

test('is not sent where there is no partner', async () => {
  const { rnko: partner } = scenario.testApp.app;
  scenario.testApp.app.rnko = undefined;
  expect((await judge('send-to-rnko', scenario.manager)).body.code).toBe('rnko.unavailable');
  scenario.testApp.app.rnko = partner;
});

test('neither the table nor the audit holds the owners readably', async () => {
  const kept = await scenario.run(`select to_jsonb(t)::text as text from rnko_forms t
    union all select to_jsonb(a)::text from audit_log a where object_type = 'rnko_forms'`);
  expect(kept.filter(({ text }) => /Кравцов|1975-05-05/.test(text as string))).toEqual([]);
});
