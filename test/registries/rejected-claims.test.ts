import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMonths, moscowDay } from '#domain/values/days.ts';
import { sendNoticesOfEntries } from '#server/modules/registries/invitations/notices.ts';
import { debtorOf, lump, offer, openBargaining } from '../settlements/helpers/bargaining.ts';
import { freshContract, innOf, makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

/** A debtor says of a claim of a full registry that the debt is not his, has been paid, or is another sum (docs/domain.md §7.6). */
let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

const late = addDays(addMonths(moscowDay(new Date()), -36), -1);
const pathOf = (id: number) => `/api/individuals/${scenario.debtorId}/registry-entries/${id}`;
const read = async (id: number) => (await scenario.debtor.get(pathOf(id))).body;
const reject = (id: number, body: object = { reason: 'not_mine' }) =>
  scenario.debtor.post(`${pathOf(id)}/reject`, body);
const set = (id: number, what: string) => scenario.run(`update registry_entries set ${what} where id = $1`, [id]);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof reject>>) => [status, body.code];
const cardOf = async (id: number) =>
  (await scenario.manager.get(`/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${id}`))
    .body;

test('it is rejected with a reason, the creditor reads it, and nothing else is asked of the debtor', async () => {
  const id = await scenario.claim();
  const { moves, version } = await read(id);
  expect(moves).toEqual(['reject']);
  expect((await reject(id, { reason: 'other' })).body.fields).toHaveProperty('comment');
  expect(codeOf(await reject(id, { reason: 'not_mine', version: version + 7 }))).toEqual([409, 'version.stale']);
  const done = await reject(id, { reason: 'not_mine', comment: 'Я такого договора не заключал', version });
  expect(done.body, done.text).toMatchObject({
    status: 'rejected_by_individual',
    rejectReason: 'not_mine',
    decisionAt: expect.any(String),
    moves: [],
  });
  expect(done.text).not.toContain('Я такого договора');
  expect(await cardOf(id)).toMatchObject({
    status: 'rejected_by_individual',
    rejectReason: 'not_mine',
    rejectComment: 'Я такого договора не заключал',
    moments: [{ to: 'Отклонено' }],
  });
  const told = await scenario.manager.get(
    `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/messages`,
  );
  expect(told.body.items[0]).toMatchObject({ entryId: id, text: 'Заёмщик отклонил требование: не мой долг' });
  expect(codeOf(await reject(id))).toEqual([409, 'move.illegal']);
});

test('whoever asks for a settlement of it takes the rejection back', async () => {
  const id = await scenario.claim();
  await reject(id);
  expect((await scenario.requestOf(id)).status).toBe(201);
  expect(await read(id)).toMatchObject({
    status: 'accepted_by_individual',
    rejectReason: null,
    frozen: true,
    moves: [],
  });
  expect(await cardOf(id)).toMatchObject({ rejectReason: null, rejectComment: null });
});

describe('so does who bargains about it by another way', () => {
  const form = () => ({ creditorInn: innOf.creditor, creditorName: 'Банк', debtReason: 'illness', claimedDebt: 100 });
  const ownRequests = () => `/api/individuals/${scenario.debtorId}/questionnaires`;
  const draft = async (contractNumber = freshContract()) =>
    (await scenario.debtor.post(ownRequests(), { ...form(), contractNumber })).body;
  const handTo = (who: typeof scenario.debtor, request: { id: number; version: number }, registryEntryId?: number) =>
    who.post(`${ownRequests()}/${request.id}/negotiate/${scenario.company}`, {
      version: request.version,
      ...(registryEntryId !== undefined && { registryEntryId }),
    });
  const taken = { status: 'accepted_by_individual', rejectReason: null, frozen: true };

  test('a request that found it', async () => {
    const contractNumber = freshContract();
    const id = await scenario.claim({ contractNumber });
    await reject(id);
    expect(await draft(contractNumber)).toMatchObject({ status: 'pending', registryEntryId: id });
    expect(await read(id)).toMatchObject(taken);
  });

  test('a request that its author hands over about it', async () => {
    const id = await scenario.claim();
    await reject(id);
    const handed = await handTo(scenario.debtor, await draft(), id);
    expect(handed.status, handed.text).toBe(200);
    expect(await read(id)).toMatchObject(taken);
  });

  test('a request that the creditor joins with it', async () => {
    const id = await scenario.claim();
    await reject(id);
    const { body } = await handTo(scenario.debtor, await draft());
    const confirmed = await handTo(scenario.manager, body, id);
    expect(confirmed.status, confirmed.text).toBe(200);
    expect(await read(id)).toMatchObject(taken);
  });
});

test('who has signed for it once does not call it foreign any more, whatever has ended meanwhile', async () => {
  const { id: settlement, request } = await openBargaining(scenario);
  const id = request.registryEntryId as number;
  const offered = await offer(scenario, debtorOf(scenario), settlement, lump(3_000_000));
  expect(offered.status, offered.text).toBe(200);
  const left = await scenario.debtor.post(`/api/individuals/${scenario.debtorId}/loans/${settlement}/stop`, {
    reason: 'Передумал',
  });
  expect(left.status, left.text).toBe(200);
  expect(await read(id)).toMatchObject({
    frozen: false,
    moves: ['reject'],
    openReasons: ['paid', 'wrong_amount', 'other'],
  });
  const refused = await reject(id);
  expect(codeOf(refused)).toEqual([409, 'move.illegal']);
  expect(refused.body.message).toContain('Вы уже подписывали условия по этому долгу');
  expect((await reject(id, { reason: 'paid' })).status).toBe(200);
});

describe('it is closed', () => {
  test.each([
    ['while it is bargained about', 'frozen_at = now()', [409, 'entry.frozen']],
    ['once nothing of it is owed', 'settled_at = now()', [409, 'entry.settled']],
    ['once its creditor has withdrawn it', 'withdrawn_at = now()', [404, 'object.absent']],
  ])('%s', async (_, change, refused) => {
    const id = await scenario.claim();
    await set(id, change);
    expect(codeOf(await reject(id))).toEqual(refused);
    if (refused[0] === 409) expect((await read(id)).moves).toEqual([]);
  });

  test('to a stranger, and to whom nobody has verified', async () => {
    const id = await scenario.claim();
    const stranger = await scenario.testApp.individual({ verificationStatus: 'verified' });
    expect((await stranger.client.post(`${pathOf(id)}/reject`, { reason: 'not_mine' })).status).toBe(404);
    const judge = (status: string) =>
      scenario.run('update individuals set verification_status = $2 where id = $1', [scenario.debtorId, status]);
    await judge('pending');
    expect(codeOf(await reject(id))).toEqual([409, 'move.illegal']);
    await judge('verified');
  });
});

test('of an old debt «мой, но с суммой не согласен» is taken from who was warned, «не мой» from everybody', async () => {
  const [sum, mine] = [await scenario.claim(), await scenario.claim()];
  await Promise.all([sum, mine].map((id) => set(id, `overdue_from = '${late}'`)));
  expect(codeOf(await reject(sum, { reason: 'wrong_amount' }))).toEqual([409, 'move.illegal']);
  expect((await reject(sum, { reason: 'wrong_amount', limitationShown: true })).body).toMatchObject({
    rejectReason: 'wrong_amount',
    limitation: 'may_be_over',
  });
  expect((await reject(mine)).status).toBe(200);
  const kept = await scenario.run(
    'select limitation_shown_at is not null as shown from registry_entries where id = any ($1) order by id',
    [[sum, mine]],
  );
  expect(kept).toEqual([{ shown: true }, { shown: false }]);
});

test('nobody is written to about a claim that is not his', async () => {
  const [id, disputed] = [await scenario.claim(), await scenario.claim()];
  await reject(id);
  await scenario.run('delete from entry_notices');
  await set(id, `status = 'notification_sent'`);
  await scenario.write((tx) => sendNoticesOfEntries(tx, 'full', [id]));
  const planned = () => scenario.run(`select 1 from entry_notices where channel = 'email'`);
  expect(await planned()).toEqual([]);
  await scenario.write((tx) => sendNoticesOfEntries(tx, 'full', [disputed]));
  expect(await planned()).toHaveLength(1);
});
