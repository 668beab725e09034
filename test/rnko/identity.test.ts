import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askIdentity } from '#server/modules/rnko/jobs.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { makeRnkoScenario, notify, type RnkoScenario } from './helpers/scenario.ts';

let scenario: RnkoScenario;
beforeAll(async () => {
  scenario = await makeRnkoScenario();
});
afterAll(() => scenario.stop());

const path = () => `/api/individuals/${scenario.personId}/rnko-identity`;
const profile = async () => (await scenario.person.get(`${path()}/profile`)).body;
const request = async () => (await scenario.person.get(`${path()}/identification-request`)).body;
const prepare = (level = 'simplified') => scenario.person.post(`${path()}/profile`, { level, consent: true });
const submit = () => scenario.person.post(`${path()}/identification`);
const status = async () => (await request()).status;

/** Asks the partner about the person from the beginning. */
async function ask(level = 'simplified'): Promise<void> {
  expect((await prepare(level)).status).toBe(200);
  expect((await submit()).status).toBe(200);
  await expect.poll(async () => (await request()).isTaken).toBe(true);
}

describe('a person', () => {
  beforeEach(async () => {
    await scenario.rnko.behave('ok');
    await scenario.rnko.speak(scenario.testApp.url);
    await scenario.run(`update rnko_identities set status = 'failed' where status = 'sent'`);
  });

  test('sees what will be told, masked, agrees to it and is known as the partner answers', async () => {
    const before = await profile();
    expect(before).toMatchObject({ status: 'none', level: 'none', limit: 1_500_000, missing: [], moves: ['prepare'] });
    expect(JSON.stringify(before.data)).not.toMatch(/456123|500100732259|9161234567/);
    const refused = await scenario.person.post(`${path()}/profile`, { level: 'simplified', consent: false });
    expect(refused.body.fields).toHaveProperty('consent');
    expect((await prepare()).body).toMatchObject({ status: 'created', moves: ['prepare', 'submit'] });
    const { items: consents } = (await scenario.person.get('/api/auth/consents')).body;
    expect(consents.at(-1)).toMatchObject({ kind: 'personal-data-partner', channel: 'web', revokedAt: null });
    expect((await submit()).body).toMatchObject({ status: 'sent', failReason: null });
    expect((await prepare()).body.code).toBe('move.illegal');
    await expect.poll(async () => (await request()).isTaken).toBe(true);
    expect((await scenario.rnko.questions()).at(-1)!.body['data']).toMatchObject({ passport: '4510 456123' });
    await scenario.rnko.answer({ status: 'success', level: 'simplified', validUntil: '2099-01-01' });
    await expect.poll(status).toBe('success');
    const after = await profile();
    expect(after).toMatchObject({ level: 'simplified', limit: 10_000_000 });
    // Longer than a year nobody is known, whatever the partner says.
    expect(Date.parse(after.validUntil) - Date.now()).toBeLessThan(367 * 86_400_000);
    const { items } = (await scenario.person.get('/api/notifications')).body;
    expect(items[0]).toMatchObject({
      title: 'РНКО подтвердила данные',
      link: `/individual-${scenario.personId}?tab=rnko`,
    });
  });

  test('who takes his consent back in between is not told of to the partner', async () => {
    const consents = '/api/auth/consents';
    const withdraw = async () => {
      const { items } = (await scenario.person.get(consents)).body;
      const { id } = items.find(
        (one: { kind: string; revokedAt: unknown }) => one.kind === 'personal-data-partner' && !one.revokedAt,
      );
      return scenario.person.post(`${consents}/${id}/withdraw`);
    };
    expect((await prepare()).status).toBe(200);
    expect((await withdraw()).status).toBe(200);
    expect((await submit()).body.code).toBe('consent.needed');
    expect((await prepare()).status).toBe(200);
    await scenario.rnko.behave('error');
    expect((await submit()).status).toBe(200);
    const before = (await scenario.rnko.questions()).length;
    await withdraw();
    await scenario.rnko.behave('ok');
    const [identity] = await scenario.run('select id from rnko_identities where individual_id = $1', [
      scenario.personId,
    ]);
    await askIdentity(scenario.testApp.app, { identityId: Number(identity!['id']) });
    expect(await status()).toBe('failed');
    expect((await request()).failReason).toContain('отозвано');
    expect(await scenario.rnko.questions()).toHaveLength(before);
  });

  test('who wants to be known fully is led to the partner’s page', async () => {
    await ask('full');
    const { actionUrl } = await request();
    expect(actionUrl).toContain(scenario.rnko.url);
    await fetch(actionUrl, { method: 'POST', body: new URLSearchParams({ answer: 'confirm' }), redirect: 'manual' });
    await expect.poll(status).toBe('success');
    expect(await profile()).toMatchObject({ level: 'full', limit: null });
  });

  test('whom the partner does not confirm learns why, keeps what he had, and may try again', async () => {
    await ask();
    await scenario.rnko.answer({ status: 'failed', reason: 'Паспорт недействителен' });
    await expect.poll(status).toBe('failed');
    expect(await request()).toMatchObject({ failReason: 'Паспорт недействителен' });
    expect(await profile()).toMatchObject({ level: 'full', moves: ['prepare'] });
    await ask();
    await scenario.rnko.answer({ status: 'success', level: 'simplified' });
    await expect.poll(status).toBe('success');
  });

  test('whose last day is over is unknown again', async () => {
    await scenario.run(`update rnko_identities set valid_until = ${MOSCOW_TODAY} - 2 where individual_id = $1`, [
      scenario.personId,
    ]);
    await runDeadlines(scenario.testApp.app);
    expect(await profile()).toMatchObject({ status: 'expired', level: 'none', validUntil: null, limit: 1_500_000 });
  });

  test('loses nothing while the partner is away: he sees that we go on asking, and is known when the partner is back', async () => {
    await scenario.rnko.behave('error');
    await prepare();
    await submit();
    await expect.poll(async () => (await request()).partnerSilent).toBe(true);
    expect(await request()).toMatchObject({ status: 'sent', isTaken: false });
    await scenario.rnko.behave('ok');
    await scenario.run(`update rnko_identities set asked_at = now() - interval '2 minutes'`);
    await runDeadlines(scenario.testApp.app);
    await expect.poll(async () => (await request()).isTaken, { timeout: 30_000 }).toBe(true);
    expect((await request()).partnerSilent).toBe(false);
    await scenario.rnko.answer({ status: 'success', level: 'simplified' });
    await expect.poll(status).toBe('success');
  });

  test('is asked about once, also when the partner did the work and said nothing', async () => {
    await scenario.rnko.behave('after');
    await prepare();
    await submit();
    await expect.poll(async () => (await request()).partnerSilent).toBe(true);
    const before = (await scenario.rnko.questions()).length;
    await scenario.rnko.behave('ok');
    await scenario.run(`update rnko_identities set asked_at = now() - interval '2 minutes'`);
    await runDeadlines(scenario.testApp.app);
    await expect.poll(async () => (await request()).isTaken, { timeout: 30_000 }).toBe(true);
    expect((await scenario.rnko.questions()).length).toBe(before);
  });

  test('is known by nothing that a lying partner says', async () => {
    await ask();
    const [{ partner_key: key }] = (await scenario.run(
      'select partner_key from rnko_identities where individual_id = $1',
      [scenario.personId],
    )) as [{ partner_key: string }];
    const level = (await profile()).level;
    // About another question, or from a day that is over.
    for (const lie of [
      { status: 'success' as const, level: 'full' as const, key: crypto.randomUUID() },
      { status: 'success' as const, level: 'full' as const, key, validUntil: '2020-01-01' },
    ]) {
      const before = await scenario.rnko.asked();
      await scenario.rnko.answer(lie);
      await notify(scenario.testApp.anonymous(), { key });
      await expect.poll(() => scenario.rnko.asked()).toBeGreaterThan(before);
      expect(await profile()).toMatchObject({ status: 'sent', level });
    }
  });
});

describe('a message of the partner (MN9)', () => {
  test('is only a reason to ask him: signed, fresh, ten times, about nobody', async () => {
    const [row] = await scenario.run('select partner_key from rnko_identities where individual_id = $1', [
      scenario.personId,
    ]);
    const key = row!['partner_key'] as string;
    const somebody = scenario.testApp.anonymous();
    const level = (await profile()).level;
    expect((await notify(somebody, { key, signedWith: 'x'.repeat(40) })).body.code).toBe('signature.wrong');
    expect((await notify(somebody, { key, at: Date.now() / 1000 - 301 })).body.code).toBe('signature.wrong');
    const id = crypto.randomUUID();
    const told = await Promise.all(Array.from({ length: 10 }, () => notify(somebody, { key, id })));
    expect(told.map((reply) => reply.status)).toEqual(Array(10).fill(204));
    expect((await notify(somebody, { key: crypto.randomUUID() })).status).toBe(204);
    const [{ count }] = (await scenario.run('select count(*)::int from partner_messages where id = $1', [id])) as [
      { count: number },
    ];
    expect(count).toBe(1);
    expect((await profile()).level).toBe(level);
  });
});

describe('nobody is identified', () => {
  test('of whom too little is known', async () => {
    const { client, individualId } = await scenario.testApp.individual();
    const own = `/api/individuals/${individualId}/rnko-identity`;
    expect((await client.get(`${own}/profile`)).body.missing).toEqual(['inn', 'passport', 'phone']);
    const refused = await client.post(`${own}/profile`, { level: 'simplified', consent: true });
    expect(refused.body).toMatchObject({ code: 'rnko.incomplete', message: expect.stringContaining('паспорт') });
    expect((await client.post(`${own}/identification`)).body.code).toBe('move.illegal');
  });

  test('by others: strangers, other companies, operators in his name', async () => {
    const { client } = await scenario.testApp.individual();
    expect((await client.get(`${path()}/profile`)).status).toBe(404);
    expect((await scenario.verifier.post(`${path()}/profile`, { level: 'full', consent: true })).status).toBe(403);
    expect((await scenario.verifier.get(`${path()}/profile`)).status).toBe(200);
  });

  test('where there is no partner', async () => {
    const { rnko: partner } = scenario.testApp.app;
    scenario.testApp.app.rnko = undefined;
    expect((await submit()).body.code).toBe('rnko.unavailable');
    scenario.testApp.app.rnko = partner;
  });
});

test('a company is identified with its representative', async () => {
  const own = `/api/legal-entities/${scenario.legalEntityId}/rnko-identity`;
  const before = (await scenario.head.get(`${own}/profile`)).body;
  expect(before).toMatchObject({ level: null, limit: null, missing: [] });
  await scenario.head.post(`${own}/profile`, { level: 'full', consent: true });
  await scenario.head.post(`${own}/identification`);
  const again = await scenario.head.post(`${own}/profile`, { level: 'full', consent: true });
  expect(again.body.code).toBe('move.illegal');
  const asked = async () => (await scenario.head.get(`${own}/identification-request`)).body;
  await expect.poll(async () => (await asked()).isTaken).toBe(true);
  const told = (await scenario.rnko.questions()).at(-1)!;
  expect(told.body).toMatchObject({ subject: 'legal_entity', data: { representative: 'Кравцов Пётр' } });
  await scenario.rnko.answer({ status: 'success', level: 'full' });
  await expect.poll(async () => (await asked()).status).toBe('success');
});

test('a company of which too little is known, or without a partner, is not', async () => {
  const legalEntityId = await scenario.testApp.company();
  const { client } = await scenario.testApp.employee({ legalEntityId, role: 'head' });
  const own = `/api/legal-entities/${legalEntityId}/rnko-identity`;
  const refused = await client.post(`${own}/profile`, { level: 'full', consent: true });
  expect(refused.body.code).toBe('rnko.incomplete');
  const { rnko: partner } = scenario.testApp.app;
  scenario.testApp.app.rnko = undefined;
  expect((await client.post(`${own}/identification`)).body.code).toBe('rnko.unavailable');
  scenario.testApp.app.rnko = partner;
});

test('neither the log nor the database holds what the partner was told', async () => {
  const kept = await scenario.run(`select to_jsonb(t)::text as text from rnko_identities t
    union all select to_jsonb(a)::text from audit_log a where object_type = 'rnko_identities'
    union all select to_jsonb(j)::text from graphile_worker._private_jobs j`);
  expect(kept.filter(({ text }) => /456123|Кравцов/.test(text as string))).toEqual([]);
});
