import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { defaultFee } from '#domain/money/tariff.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { addDays, moscowDay, toDay } from '#domain/values/days.ts';
import { type Booted, boot, password, type Signed } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { isLockAwaited } from '../helpers/database.ts';
import { codeTo, letterTo } from '../helpers/mail/letters.ts';

type Operator = Signed & { operatorId: number };

let testApp: Booted;
let chief: Operator;
let second: Operator;
beforeAll(async () => {
  testApp = await boot();
  chief = await testApp.operator('administrator');
  second = await testApp.operator('administrator');
});
afterAll(() => testApp.stop());

const card = (id: number) => `/internal/operators/${id}`;
const roleOf = async (code: string): Promise<number> =>
  (await chief.client.get('/internal/operator-roles?limit=100')).body.items.find(
    (role: { code: string }) => role.code === code,
  ).id;
const change = async (by: Client, id: number, part: object) => {
  const { version } = (await chief.client.get(card(id))).body;
  return by.patch(card(id), { version, ...part });
};
const needsVoucher = async (id: number): Promise<boolean> => (await chief.client.get(card(id))).body.needsVoucher;

let counter = 0;
/** Whom the chief has invited, an administrator unless told, and for whom nobody has vouched. */
async function comeInvited(role = 'administrator'): Promise<{ client: Client; operatorId: number }> {
  const email = `${++counter}-twin@test.example`;
  const roleId = await roleOf(role);
  expect((await chief.client.post('/internal/operators/invitations', { email, roleId })).status).toBe(201);
  const client = testApp.anonymous();
  const form = {
    lastName: ['Двойникова', 'Близнецова'][counter % 2],
    firstName: 'Вера',
    middleName: 'Олеговна',
    password: 'Tихая-Pоща-28-берёз',
  };
  const { token } = await letterTo(testApp, email);
  const entered = await client.post(`/internal/auth/operator/signin/${token}`, form);
  expect(entered.status, entered.text).toBe(200);
  return { client, operatorId: entered.body.operatorId };
}

async function proposeBlock(maker: Client): Promise<{ individualId: number; proposed: number }> {
  const { individualId } = await testApp.individual();
  const path = `/api/individuals/${individualId}`;
  const { version } = (await maker.get(path)).body;
  const made = await maker.post(`${path}/verification_status`, { move: 'block', version, reason: 'Жалоба' });
  return { individualId, proposed: made.body.pendingApprovals[0].id };
}
const propose = async (maker: Client): Promise<number> => (await proposeBlock(maker)).proposed;
/** What somebody reads of proposals about a person. */
const heard = async (client: Client, individualId: number): Promise<{ title: string }[]> =>
  (await client.get('/api/notifications?limit=100')).body.items.filter(
    ({ link }: { link: string | null }) => link === `/individual-${individualId}`,
  );
const decide = (by: Client, id: number) => by.post(`/api/approvals/${id}/decision`, { decision: 'approve' });

test('an administrator whom nobody vouches for touches neither the doors of others nor where money goes', async () => {
  const twin = await comeInvited();
  const verifier = await testApp.operator('verifier');
  const head = await testApp.employee({ legalEntityId: await testApp.company(), role: 'head' });
  const settings = (await twin.client.get('/internal/settings')).body;
  const roleId = await roleOf('observer');
  const tried = [
    twin.client.patch(card(verifier.operatorId), { version: 1, active: false }),
    twin.client.patch(card(verifier.operatorId), { version: 1, roleId }),
    twin.client.delete(card(verifier.operatorId)),
    twin.client.post('/internal/operators/invitations', { email: 'more@test.example', roleId }),
    twin.client.post(`/api/accounts/${verifier.accountId}/sessions/end`),
    twin.client.post(`/api/accounts/${head.accountId}/restore-password`),
    twin.client.delete(`/api/employees/${head.employeeId}`),
    twin.client.post('/internal/operator-roles', { name: 'Своя', permissionIds: [] }),
    twin.client.put('/internal/settings', { ...settings.values, version: settings.version }),
  ];
  for (const { status, body } of await Promise.all(tried))
    expect([status, body.code]).toEqual([403, 'access.voucher_needed']);
  expect((await verifier.client.get('/api/auth/me')).status).toBe(200);
  expect((await twin.client.get('/api/auth/me')).body.voucherNeeded).toBe(true);
  // He looks at everything, and once somebody has vouched he acts.
  expect((await twin.client.get(card(verifier.operatorId))).status).toBe(200);
  expect((await second.client.post(`${card(twin.operatorId)}/vouch`, { version: 1 })).status).toBe(200);
  expect((await twin.client.patch(card(verifier.operatorId), { version: 1, roleId })).status).toBe(200);
  expect((await twin.client.get('/api/auth/me')).body.voucherNeeded).toBe(false);
});

test('whose role asks for no voucher is not told that he lacks one', async () => {
  const { client, operatorId } = await comeInvited('observer');
  expect(await needsVoucher(operatorId)).toBe(true);
  expect((await client.get('/api/auth/me')).body.voucherNeeded).toBe(false);
});

test('of all that asks for a voucher he is refused each, before his form is looked at', async () => {
  const twin = await comeInvited();
  const asking = operations.filter(({ def }) => def.vouched);
  expect(asking.length).toBeGreaterThan(40);
  const answers = [];
  for (const { code, method, path } of asking) {
    const { status, body } = await twin.client.send(method, path.replace(/\{\w+\}/g, '1'), {});
    answers.push([code, status, body.code]);
  }
  expect(answers).toEqual(asking.map(({ code }) => [code, 403, 'access.voucher_needed']));
});

test('a tariff of his is proposed to another, who may save his own alone', async () => {
  const twin = await comeInvited();
  const legalEntityId = await testApp.company();
  const days = { validFrom: addDays(moscowDay(new Date()), 10), validTo: null };
  const form = { name: 'Особый', legalEntityId, ...defaultFee(KNOWN_RATES, toDay('2026-11-20')), ...days };
  const made = await twin.client.post('/api/dictionaries/tariff/items', form);
  expect([made.status, made.body.state], made.text).toEqual([201, 'proposed']);
  const own = await chief.client.post('/api/dictionaries/tariff/items', {
    ...form,
    legalEntityId: await testApp.company(),
  });
  expect([own.status, own.body.state], own.text).toEqual([201, 'planned']);
});

test('the last administrator who needs no voucher stays, beside any number of those who do', async () => {
  await comeInvited();
  const verified = await testApp.owner.query(
    `select o.id from operators o join roles r on r.id = o.role_id
     where r.code = 'administrator' and o.active and (o.invited_by is null or o.vouched_by is not null) and o.id <> $1`,
    [chief.operatorId],
  );
  const others = verified.rows.map(({ id }) => Number(id));
  for (const id of others) expect((await change(chief.client, id, { active: false })).status).toBe(200);
  const observer = await roleOf('observer');
  expect((await change(chief.client, chief.operatorId, { roleId: observer })).body.code).toBe(
    'role.last_administrator',
  );
  expect((await chief.client.delete(card(chief.operatorId))).body.code).toBe('role.last_administrator');
  for (const id of others) expect((await change(chief.client, id, { active: true })).status).toBe(200);
  second.client = (await testApp.operator('administrator')).client;
});

test('whoever is given a role that decides is one with its giver until another vouches, also by an edited role', async () => {
  const watcher = await testApp.operator('observer');
  const given = await change(chief.client, watcher.operatorId, { roleId: await roleOf('manager') });
  expect(given.body).toMatchObject({ role: 'Менеджер', needsVoucher: true });
  expect((await decide(watcher.client, await propose(chief.client))).body.code).toBe('approval.own');
  const { version } = (await chief.client.get(card(watcher.operatorId))).body;
  expect((await chief.client.post(`${card(watcher.operatorId)}/vouch`, { version })).body.code).toBe('approval.own');
  expect((await second.client.post(`${card(watcher.operatorId)}/vouch`, { version })).status).toBe(200);
  expect((await decide(watcher.client, await propose(chief.client))).status).toBe(200);
  // Less to decide ties nobody.
  await change(chief.client, watcher.operatorId, { roleId: await roleOf('observer') });
  expect(await needsVoucher(watcher.operatorId)).toBe(false);

  const { items } = (await chief.client.get('/internal/operator-roles?limit=100')).body;
  const idsOf = (code: string): number[] => items.find((role: { code: string }) => role.code === code).permissionIds;
  const made = await chief.client.post('/internal/operator-roles', { name: 'Своя', permissionIds: idsOf('observer') });
  expect(made.status, made.text).toBe(201);
  await change(chief.client, watcher.operatorId, { roleId: made.body.id });
  expect(await needsVoucher(watcher.operatorId)).toBe(false);
  const edit = { version: made.body.version, permissionIds: idsOf('manager') };
  expect((await chief.client.patch(`/internal/operator-roles/${made.body.id}`, edit)).status).toBe(200);
  expect(await needsVoucher(watcher.operatorId)).toBe(true);
});

test('who verifies decides as well, and a twin of one is given no more by another', async () => {
  const watcher = await testApp.operator('observer');
  await change(chief.client, watcher.operatorId, { roleId: await roleOf('verifier') });
  expect(await needsVoucher(watcher.operatorId)).toBe(true);
  const given = await change(second.client, watcher.operatorId, { roleId: await roleOf('manager') });
  expect([given.status, given.body.code]).toEqual([409, 'move.illegal']);
  expect((await change(second.client, watcher.operatorId, { roleId: await roleOf('observer') })).status).toBe(200);
});

test('a dismissed operator who is brought back begins anew what waited for a code', async () => {
  const { client, email, operatorId } = await testApp.operator('manager');
  await client.post('/api/auth/phone', { phone: '+79165550111', password });
  const code = await codeTo(testApp, email);
  for (const active of [false, true]) expect((await change(chief.client, operatorId, { active })).status).toBe(200);
  const again = testApp.anonymous();
  expect((await again.post('/internal/auth/operator/signin', { login: email, password })).status).toBe(200);
  expect((await again.put('/api/auth/phone', { code })).body.code).toBe('code.wrong');
});

test('what a dismissed operator has proposed is decided by nobody, and may be proposed by another', async () => {
  const maker = await testApp.operator('administrator');
  const { individualId, proposed } = await proposeBlock(maker.client);
  expect((await change(chief.client, maker.operatorId, { active: false })).status).toBe(200);
  expect((await decide(chief.client, proposed)).body.code).toBe('approval.closed');
  // Whoever could decide is told once, his card says why, and the maker, who is out, hears nothing.
  const left = { title: 'Предложение снято: заблокировать', link: `/individual-${individualId}` };
  expect(await heard(chief.client, individualId)).toEqual([expect.objectContaining(left)]);
  expect(await heard(second.client, individualId)).toHaveLength(1);
  const told =
    'select count(*)::int as count from notifications where account_id = (select account_id from operators where id = $1)';
  const { rows } = await testApp.owner.query(`${told} and title like 'Ваше%'`, [maker.operatorId]);
  expect(rows).toEqual([{ count: 0 }]);
  const path = `/api/individuals/${individualId}`;
  const shown = (await chief.client.get(path)).body;
  expect(shown).toMatchObject({
    blockers: {},
    pendingApprovals: [{ id: proposed, mayDecide: false, endedWhy: expect.stringContaining('больше не вправе') }],
  });
  const form = { move: 'block', version: shown.version, reason: 'Жалоба' };
  const again = await second.client.post(`${path}/verification_status`, form);
  expect(again.body.pendingApprovals, again.text).toEqual([expect.objectContaining({ endedWhy: null })]);
  const { items } = (await chief.client.get('/api/approvals?limit=100')).body;
  expect(items.find(({ id }: { id: number }) => id === proposed)).toMatchObject({
    status: 'expired',
    mayDecide: false,
  });
});

test('whoever decided and is made active again is one with whoever did it, until another vouches', async () => {
  const back = await testApp.operator('manager');
  expect((await change(chief.client, back.operatorId, { active: false })).status).toBe(200);
  const returned = await change(chief.client, back.operatorId, { active: true });
  expect(returned.body).toMatchObject({ active: true, needsVoucher: true });
  const { version } = returned.body;
  expect((await chief.client.post(`${card(back.operatorId)}/vouch`, { version })).body.code).toBe('approval.own');
  // One who waits is not brought back by another: he would be tied to one of the two alone.
  expect((await change(second.client, back.operatorId, { active: false })).status).toBe(200);
  expect((await change(second.client, back.operatorId, { active: true })).body.code).toBe('move.illegal');
  // Somebody who only looks on comes back as he was.
  const watcher = await testApp.operator('observer');
  await change(chief.client, watcher.operatorId, { active: false });
  expect((await change(chief.client, watcher.operatorId, { active: true })).body.needsVoucher).toBe(false);
});

test('what an operator has proposed ends with his right to propose it, by another role and by an edited one', async () => {
  const ended = async (id: number) => {
    expect((await decide(chief.client, id)).body.code).toBe('approval.closed');
    const { items } = (await chief.client.get('/api/approvals?limit=100')).body;
    expect(items.find((one: { id: number }) => one.id === id)).toMatchObject({ status: 'expired', mayDecide: false });
  };
  const maker = await testApp.operator('administrator');
  const proposed = await propose(maker.client);
  await change(chief.client, maker.operatorId, { roleId: await roleOf('manager') });
  expect((await chief.client.get('/api/approvals?filter[status][]=pending&limit=100')).body.items).toContainEqual(
    expect.objectContaining({ id: proposed }),
  );
  await change(chief.client, maker.operatorId, { roleId: await roleOf('observer') });
  await ended(proposed);
  const { items: own } = (await maker.client.get('/api/notifications')).body;
  expect(own[0]).toMatchObject({
    title: 'Ваше предложение снято: заблокировать',
    detail: 'Вы больше не вправе такое предлагать',
    about: null,
  });

  const { items } = (await chief.client.get('/internal/operator-roles?limit=100')).body;
  const { permissionIds } = items.find((role: { code: string }) => role.code === 'manager');
  const role = (await chief.client.post('/internal/operator-roles', { name: 'Вторая', permissionIds })).body;
  await change(second.client, maker.operatorId, { roleId: role.id });
  const waiting = await propose(maker.client);
  const permissions = (await chief.client.get('/internal/operator-permissions')).body.items;
  const block = permissions.find((one: { code: string }) => one.code === 'individuals.block').id;
  const both = permissions.find((one: { code: string }) => one.code === 'legal-entities.block').id;
  const left = permissionIds.filter((id: number) => id !== block && id !== both);
  const edited = await chief.client.patch(`/internal/operator-roles/${role.id}`, {
    version: role.version,
    permissionIds: left,
  });
  expect(edited.status, edited.text).toBe(200);
  await ended(waiting);
});

test('who is dismissed while he proposes leaves nothing behind, whichever of the two is first', async () => {
  const maker = await testApp.operator('administrator');
  const { individualId } = await testApp.individual();
  const path = `/api/individuals/${individualId}`;
  const { version } = (await maker.client.get(path)).body;
  const pg = await testApp.owner.connect();
  await pg.query('begin');
  await pg.query('update operators set active = false where id = $1', [maker.operatorId]);
  const form = { move: 'block', version, reason: 'Жалоба' };
  const making = maker.client.post(`${path}/verification_status`, form);
  while (!(await isLockAwaited(testApp.owner))) await sleep(20);
  await pg.query('commit');
  pg.release();
  const refused = await making;
  expect([refused.status, refused.body.code], refused.text).toEqual([403, 'access.denied']);
  expect((await chief.client.get(path)).body.pendingApprovals).toEqual([]);
});

test('one that nobody has ended yet ends where it is to be decided, and stays so', async () => {
  const maker = await testApp.operator('administrator');
  const proposed = await propose(maker.client);
  await testApp.owner.query('update operators set active = false where id = $1', [maker.operatorId]);
  const refused = await decide(chief.client, proposed);
  expect([refused.body.code, refused.body.message]).toEqual([
    'approval.closed',
    'Тот, кто это предложил, больше не вправе такое предлагать',
  ]);
  const { rows } = await testApp.owner.query('select status from approvals where id = $1', [proposed]);
  expect(rows).toEqual([{ status: 'expired' }]);
});
