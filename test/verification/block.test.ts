import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password } from '#test/helpers/boot.ts';
import type { Client } from '#test/helpers/client.ts';
import { companyAt, makeScenario, personAt, reason, type Scenario, type Target } from './helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  // In the demonstration one browser plays everybody, so only elsewhere are browsers compared.
  scenario = await makeScenario({ demo: false });
});
afterAll(() => scenario.testApp.stop());

describe('a block', () => {
  const propose = async (target: Target, move: 'block' | 'unblock' = 'block') =>
    (await scenario.make(scenario.clients.administrator, target, move)).body;
  const decide = (client: Client, id: number, decision: 'approve' | 'reject' = 'approve') =>
    client.post(`/api/approvals/${id}/decision`, { decision });

  test('is proposed by one operator and approved by another; then the person is out at once', async () => {
    await scenario.place(scenario.person, 'verified');
    const proposed = await scenario.make(scenario.clients['operator:manager'], scenario.person, 'block');
    expect(proposed.body).toMatchObject({ verificationStatus: 'verified', blockers: { block: expect.any(String) } });
    const [{ id, mayDecide, kind, reason: told }] = proposed.body.pendingApprovals;
    expect({ mayDecide, kind, told }).toEqual({ mayDecide: false, kind: 'verification.block', told: reason });
    expect((await scenario.make(scenario.clients.administrator, scenario.person, 'block')).status).toBe(409);
    expect((await scenario.clients.administrator.get(scenario.person.path)).body.pendingApprovals[0].mayDecide).toBe(
      true,
    );
    expect((await scenario.clients.individual.get(scenario.person.path)).body.pendingApprovals).toEqual([]);
    expect((await decide(scenario.clients['operator:verifier'], id)).status).toBe(403);
    const decided = await decide(scenario.clients.administrator, id);
    expect(decided.body).toMatchObject({ status: 'approved', objectType: 'individual', objectId: scenario.person.id });
    expect((await scenario.clients.administrator.get(scenario.person.path)).body).toMatchObject({
      verificationStatus: 'blocked',
      pendingApprovals: [],
      moves: ['unblock'],
    });
    expect((await scenario.clients.individual.get('/api/auth/me')).status).toBe(401);
    const { rows } = await scenario.run('select email from accounts where id = $1', [scenario.personAccount]);
    const login = rows[0]!['email'];
    expect((await scenario.testApp.anonymous().post('/api/auth/signin', { login, password })).status).toBe(401);

    const [{ id: second }] = (await propose(scenario.person, 'unblock')).pendingApprovals;
    expect((await decide(scenario.secondAdministrator, second)).status).toBe(200);
    expect((await scenario.clients.administrator.get(scenario.person.path)).body.verificationStatus).toBe('unverified');
    scenario.clients.individual = scenario.testApp.anonymous();
    expect((await scenario.clients.individual.post('/api/auth/signin', { login, password })).status).toBe(200);
  });

  test('ends what waits for a code or a link, so that whoever is let in again begins anew', async () => {
    const { client, email, individualId, accountId } = await scenario.testApp.individual({
      verificationStatus: 'verified',
    });
    const waiting = async () =>
      (
        await scenario.run(
          `select purpose from one_time_codes where account_id = $1 and used_at is null and expires_at > now()
           union all select 'link' from restore_password_tokens where account_id = $1 and used_at is null and revoked_at is null and expires_at > now()`,
          [accountId],
        )
      ).rows.map(({ purpose }) => purpose);
    await client.post('/api/auth/phone', { phone: '+79165550188', password });
    await scenario.testApp.anonymous().post('/api/auth/restore-password', { email });
    expect(await waiting()).toEqual(['phone', 'link']);
    const [{ id }] = (await propose(personAt(individualId))).pendingApprovals;
    expect((await decide(scenario.secondAdministrator, id)).status).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  test('of a company ends the sessions of its people', async () => {
    const legalEntityId = await scenario.testApp.company({ verificationStatus: 'verified' });
    const { client } = await scenario.testApp.employee({ legalEntityId, role: 'manager' });
    const target = companyAt(legalEntityId);
    const [{ id }] = (await propose(target)).pendingApprovals;
    expect((await client.get(target.path)).status).toBe(200);
    expect((await decide(scenario.secondAdministrator, id)).status).toBe(200);
    expect((await client.get(target.path)).status).toBe(401);
  });

  test('is never decided by the one who proposed it', async () => {
    await scenario.place(scenario.person, 'verified');
    const [{ id }] = (await propose(scenario.person)).pendingApprovals;
    const own = await decide(scenario.clients.administrator, id);
    expect([own.status, own.body.code]).toEqual([409, 'approval.own']);
    expect((await scenario.clients.administrator.get(scenario.person.path)).body.verificationStatus).toBe('verified');
  });

  describe('is not decided by another account of the one who proposed it', () => {
    const signIn = (client: Client, email: string) =>
      client.post('/internal/auth/operator/signin', { login: email, password });

    test.each([
      ['of the same phone', `update accounts set phone = '+79161112233' where id = any($1)`],
      [
        'of the same full name',
        `update operators set last_name = 'Семёнов', first_name = 'Пётр', middle_name = 'Ильич' where account_id = any($1)`,
      ],
      ['of the same browser', null],
      [
        'of a phone that was the same until the decision',
        `update accounts set phone = '+79161112255' where id = any($1)`,
        `update accounts set phone = '+7916111226' || (id % 10) where id = any($1)`,
      ],
    ] as [string, string | null, string?][])('%s', async (_, alike, unlike) => {
      await scenario.place(scenario.person, 'verified');
      const manager = await scenario.testApp.operator('manager');
      const twin = await scenario.testApp.operator('administrator');
      if (alike) await scenario.run(alike, [[manager.accountId, twin.accountId]]);
      else {
        await manager.client.post('/api/auth/signout');
        await signIn(manager.client, twin.email);
        await signIn(manager.client, manager.email);
      }
      const [{ id }] = (await scenario.make(manager.client, scenario.person, 'block')).body.pendingApprovals;
      if (unlike) await scenario.run(unlike, [[manager.accountId, twin.accountId]]);
      const own = await decide(twin.client, id);
      expect([own.status, own.body.code]).toEqual([409, 'approval.own']);
      expect((await twin.client.get(scenario.person.path)).body.pendingApprovals[0].mayDecide).toBe(false);
      const listed = (await twin.client.get('/api/approvals?filter[status]=pending')).body.items;
      expect(listed.find((one: { id: number }) => one.id === id).mayDecide).toBe(false);
      expect((await decide(scenario.secondAdministrator, id)).status).toBe(200);
    });

    test('of a whole name of one moment: names whose parts only ever stood apart are two', async () => {
      await scenario.place(scenario.person, 'verified');
      const manager = await scenario.testApp.operator('manager');
      const twin = await scenario.testApp.operator('administrator');
      const call = (accountId: number, last: string, first: string) =>
        scenario.run(
          `update operators set last_name = $2, first_name = $3, middle_name = 'Ильич' where account_id = $1`,
          [accountId, last, first],
        );
      await call(manager.accountId, 'Крылов', 'Пётр');
      await call(twin.accountId, 'Крылов', 'Иван');
      await call(twin.accountId, 'Носов', 'Пётр');
      const [{ id }] = (await scenario.make(manager.client, scenario.person, 'block')).body.pendingApprovals;
      expect((await decide(twin.client, id)).status).toBe(200);
    });

    test('nor are data verified by another account of the one who typed them in', async () => {
      await scenario.place(scenario.person, 'pending');
      const manager = await scenario.testApp.operator('manager');
      const twin = await scenario.testApp.operator('verifier');
      await scenario.run(`update accounts set phone = '+79161112244' where id = any($1)`, [
        [manager.accountId, twin.accountId],
      ]);
      const version = await scenario.versionOf(scenario.person);
      await manager.client.patch(scenario.person.path, { firstName: 'Пётр', version });
      expect((await twin.client.get(scenario.person.path)).body.blockers.approve).toMatch(/не тот, кто менял/);
      expect((await scenario.make(twin.client, scenario.person, 'approve')).body.code).toBe('verification.own_edit');
      expect((await scenario.make(scenario.secondAdministrator, scenario.person, 'approve')).status).toBe(200);
    });
  });

  test('is not kept off by a person who calls himself as those who decide', async () => {
    const decider = await scenario.testApp.operator('administrator');
    const { individualId, client, accountId } = await scenario.testApp.individual();
    const target = personAt(individualId);
    const { rows } = await scenario.run(
      `update operators set middle_name = 'Ильич' where account_id = $1 returning last_name, first_name, middle_name`,
      [decider.accountId],
    );
    const { last_name: lastName, first_name: firstName, middle_name: middleName } = rows[0]!;
    const version = await scenario.versionOf(target);
    expect((await client.patch(target.path, { lastName, firstName, middleName, version })).status).toBe(200);
    await scenario.run(
      `update accounts set phone = (select phone from accounts where id = $2), phone_confirmed_at = null where id = $1`,
      [accountId, decider.accountId],
    );
    const [{ id }] = (await propose(target)).pendingApprovals;
    expect((await decide(decider.client, id)).status).toBe(200);
  });

  test.each(['operator:manager', 'administrator'] as const)(
    'is taken back by a manager and the only administrator, proposed by the %s',
    async (maker) => {
      await scenario.place(scenario.person, 'blocked');
      const other = maker === 'administrator' ? 'operator:manager' : 'administrator';
      const proposed = await scenario.make(scenario.clients[maker], scenario.person, 'unblock');
      const [{ id }] = proposed.body.pendingApprovals;
      expect((await scenario.clients[other].get(scenario.person.path)).body.pendingApprovals[0].mayDecide).toBe(true);
      expect((await decide(scenario.clients[other], id)).body.status).toBe('approved');
      expect((await scenario.clients.administrator.get(scenario.person.path)).body.verificationStatus).toBe(
        'unverified',
      );
    },
  );

  test('that is rejected changes nothing and is not decided again', async () => {
    await scenario.place(scenario.person, 'verified');
    const [{ id }] = (await propose(scenario.person)).pendingApprovals;
    expect((await decide(scenario.secondAdministrator, id, 'reject')).body.status).toBe('rejected');
    expect((await decide(scenario.secondAdministrator, id)).body.code).toBe('approval.closed');
    expect((await scenario.clients.administrator.get(scenario.person.path)).body).toMatchObject({
      verificationStatus: 'verified',
      pendingApprovals: [],
    });
  });

  test('is decided once, however many decide at the same moment', async () => {
    await scenario.place(scenario.person, 'verified');
    const proposed = await scenario.make(scenario.clients['operator:manager'], scenario.person, 'block');
    const [{ id }] = proposed.body.pendingApprovals;
    const deciders = Array.from({ length: 8 }, (_, index) =>
      index % 2 ? scenario.secondAdministrator : scenario.clients.administrator,
    );
    const replies = await Promise.all(
      deciders.map((client, index) => decide(client, id, index < 4 ? 'approve' : 'reject')),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['approval.closed']),
    );
  });

  test('that nobody decided in time expires, and can be proposed anew', async () => {
    await scenario.place(scenario.company, 'verified');
    const [{ id }] = (await propose(scenario.company)).pendingApprovals;
    await scenario.run(`update approvals set expires_at = now() - interval '1 second' where id = $1`, [id]);
    expect((await decide(scenario.secondAdministrator, id)).body.code).toBe('approval.closed');
    const listed = (await scenario.clients.administrator.get('/api/approvals?filter[status]=expired')).body.items;
    expect(listed.map((one: { id: number }) => one.id)).toContain(id);
    expect((await scenario.clients.administrator.get(scenario.company.path)).body.pendingApprovals).toEqual([]);
    expect((await propose(scenario.company)).pendingApprovals).toHaveLength(1);
  });

  test('that the object has run away from is refused and stays to be rejected', async () => {
    await scenario.place(scenario.company, 'verified');
    const [{ id }] = (await propose(scenario.company)).pendingApprovals;
    await scenario.run(`update legal_entities set verification_status = 'blocked' where id = $1`, [
      scenario.company.id,
    ]);
    expect((await decide(scenario.secondAdministrator, id)).body.code).toBe('move.illegal');
    expect((await decide(scenario.secondAdministrator, id, 'reject')).status).toBe(200);
  });
});
