import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmployeeRole } from '#contract/kernel/access.ts';
import { maskInn } from '#domain/values/masks.ts';
import type { Client } from '#test/helpers/client.ts';
import { papers, passport } from '#test/helpers/papers.ts';
import { innOf, makeScenario, personAt, reason, type Scenario } from './helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

describe('an application', () => {
  test('of a person names the fields that are missing', async () => {
    const { client, individualId } = await scenario.testApp.individual();
    const refused = await client.post(`/api/individuals/${individualId}/verification`, { version: 1 });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.fields).sort()).toEqual(['inn', ...Object.keys(papers)].toSorted());
    await client.patch(`/api/individuals/${individualId}`, { inn: innOf.second, ...papers, version: 1 });
    const applied = await client.post(`/api/individuals/${individualId}/verification`, { version: 2 });
    expect(applied.body).toMatchObject({ verificationStatus: 'pending', moves: ['withdraw'], version: 3 });
    const { items } = (await scenario.clients['operator:verifier'].get('/api/notifications')).body;
    expect(items[0]).toMatchObject({
      title: 'Физлицо ждёт верификации',
      about: 'Иванов Иван Иванович',
      link: `/individual-${individualId}`,
    });
  });

  test('is told to those who verify by name, and to nobody any more once one of them has decided', async () => {
    await scenario.place(scenario.person, 'unverified');
    await scenario.make(scenario.clients.individual, scenario.person, 'apply');
    const told = async (client: Client) => {
      const { items } = (await client.get('/api/notifications?limit=100')).body;
      const { count } = (await client.get('/api/notifications/unread')).body;
      return { count, about: items.map((one: { about: string | null }) => one.about) };
    };
    const [verifier, administrator] = [scenario.clients['operator:verifier'], scenario.clients.administrator];
    const { lastName, firstName, middleName } = (await administrator.get(scenario.person.path)).body;
    const name = [lastName, firstName, middleName].filter(Boolean).join(' ');
    const before = [await told(verifier), await told(administrator)];
    for (const { about } of before) expect(about[0]).toBe(name);
    await scenario.make(verifier, scenario.person, 'return');
    for (const [index, client] of [verifier, administrator].entries()) {
      const after = await told(client);
      expect(after.count).toBe(before[index]!.count - 1);
      expect(after.about).toHaveLength(before[index]!.about.length - 1);
    }
    await scenario.place(scenario.person, 'verified');
    const proposed = await scenario.make(scenario.clients['operator:manager'], scenario.person, 'block');
    const waits = await told(administrator);
    expect(waits.about[0]).toBe(name);
    const [{ id }] = proposed.body.pendingApprovals;
    await scenario.secondAdministrator.post(`/api/approvals/${id}/decision`, { decision: 'reject' });
    expect((await told(administrator)).count).toBe(waits.count - 1);
  });

  test('of a company names the fields that are missing, the representative among them', async () => {
    const legalEntityId = await scenario.testApp.company();
    const { client } = await scenario.testApp.employee({ legalEntityId, role: 'head' });
    const refused = await client.post(`/api/legal-entities/${legalEntityId}/verification`, { version: 1 });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.fields).sort()).toEqual(['legalAddress', 'ogrn', 'phone', 'representative']);
  });

  test('waits since it was sent, and no longer once it is withdrawn', async () => {
    await scenario.place(scenario.person, 'unverified');
    const applied = (await scenario.make(scenario.clients.individual, scenario.person, 'apply')).body;
    expect(Date.now() - Date.parse(applied.pendingSince)).toBeLessThan(60_000);
    const withdrawn = (await scenario.make(scenario.clients.individual, scenario.person, 'withdraw')).body;
    expect(withdrawn).toMatchObject({ verificationStatus: 'unverified', pendingSince: null });
  });

  test('is returned with remarks at the fields, which stand there until it is sent again', async () => {
    await scenario.place(scenario.person, 'pending');
    const short = await scenario.make(scenario.clients['operator:verifier'], scenario.person, 'return', {
      reason: 'Плохо',
    });
    expect(short.status).toBe(400);
    expect(short.body.fields).toHaveProperty('reason');
    const remarks = [{ field: 'passport', text: 'Номер не читается' }];
    await scenario.make(scenario.clients['operator:verifier'], scenario.person, 'return', { remarks });
    expect((await scenario.clients.individual.get(scenario.person.path)).body).toMatchObject({
      verificationStatus: 'unverified',
      remarks,
    });
    expect((await scenario.make(scenario.clients.individual, scenario.person, 'apply')).body.remarks).toEqual([]);
    const history = (await scenario.clients.individual.get(`${scenario.person.path}/history`)).body.items;
    expect(history).toEqual(
      expect.arrayContaining([expect.objectContaining({ what: 'Возвращено с замечаниями', reason })]),
    );
  });

  test('with the ИНН of a verified person is refused, and of two approved at once one is', async () => {
    const inn = innOf.fourth;
    const twins = await Promise.all(
      [1, 2].map(async () =>
        personAt((await scenario.testApp.individual({ inn, verificationStatus: 'pending' })).individualId),
      ),
    );
    const replies = await Promise.all(
      twins.map((twin) => scenario.make(scenario.clients.administrator, twin, 'approve')),
    );
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)!.body.code).toBe('verification.duplicate');
    const third = personAt((await scenario.testApp.individual({ inn, verificationStatus: 'pending' })).individualId);
    expect((await scenario.make(scenario.clients.administrator, third, 'approve')).body.code).toBe(
      'verification.duplicate',
    );
  });

  test('is not approved once an operator has emptied what it needs, nor is that emptied of whom is verified', async () => {
    const { administrator, 'operator:manager': manager } = scenario.clients;
    const change = async (path: string, body: object) =>
      manager.patch(path, { ...body, version: (await manager.get(path)).body.version });
    for (const [target, field] of [
      [scenario.person, 'regAddress'],
      [scenario.company, 'phone'],
    ] as const) {
      await scenario.place(target, 'verified');
      const refused = await change(target.path, { [field]: null });
      expect([refused.status, refused.body.fields]).toEqual([400, { [field]: 'Поле должно быть заполнено' }]);
      await scenario.place(target, 'pending');
      expect((await change(target.path, { [field]: null })).status).toBe(200);
      const approved = await scenario.make(administrator, target, 'approve');
      expect([approved.status, Object.keys(approved.body.fields)]).toEqual([400, [field]]);
      const again = { regAddress: papers.regAddress, phone: '+79161234567' }[field];
      expect((await change(target.path, { [field]: again })).status).toBe(200);
      expect((await scenario.make(administrator, target, 'approve')).status).toBe(200);
    }
  });

  test('under an ИНН that is somebody’s is refused while he is blocked or looked at anew, whatever he types meanwhile', async () => {
    const inn = '526317984689';
    const known = personAt((await scenario.testApp.individual({ inn, verificationStatus: 'verified' })).individualId);
    const twin = personAt((await scenario.testApp.individual({ inn, verificationStatus: 'pending' })).individualId);
    const approve = async (who = twin) => (await scenario.make(scenario.clients.administrator, who, 'approve')).body;
    expect((await approve()).code).toBe('verification.duplicate');
    await scenario.place(known, 'blocked');
    expect((await approve()).code).toBe('verification.duplicate');
    await scenario.place(known, 'verified');
    const { 'operator:manager': manager } = scenario.clients;
    const change = async (patch: object) =>
      (await manager.patch(known.path, { ...patch, version: await scenario.versionOf(known) })).body;
    expect((await change({ lastName: 'Другой' })).verificationStatus).toBe('pending');
    expect(await approve()).toMatchObject({
      code: 'verification.duplicate',
      message: expect.stringContaining('заново'),
    });
    const typed = '366216470091';
    expect((await change({ inn: typed })).inn).toBe(typed);
    expect((await approve()).code).toBe('verification.duplicate');
    // What he has only typed shuts its owner out of nothing; once he is verified under another, his own is free.
    const owner = personAt(
      (await scenario.testApp.individual({ inn: typed, verificationStatus: 'pending' })).individualId,
    );
    expect((await approve(owner)).verificationStatus).toBe('verified');
    const next = '366216470165';
    expect((await change({ inn: next })).inn).toBe(next);
    await scenario.place(known, 'verified');
    expect((await approve()).verificationStatus).toBe('verified');
  });

  test('never tells its owner whether an ИНН is taken, while an operator is told', async () => {
    const taken = innOf.third;
    await scenario.testApp.individual({ inn: taken, verificationStatus: 'verified' });
    const own = await scenario.testApp.individual({ inn: innOf.second, verificationStatus: 'verified' });
    const path = `/api/individuals/${own.individualId}`;
    const told = await scenario.clients.administrator.patch(path, { inn: taken, version: 1 });
    expect(told.body.code).toBe('verification.duplicate');
    expect((await own.client.patch(path, { inn: taken, version: 1 })).body.code).toBe('code.needed');
    const code = await scenario.codeOf(own.client, path, { inn: taken, version: 1 });
    const changed = await own.client.patch(path, { inn: taken, version: 1, code });
    expect(changed.body).toMatchObject({ inn: taken, verificationStatus: 'pending' });
  });

  test('of two verifiers at once is decided by one', async () => {
    await scenario.place(scenario.person, 'pending');
    const version = await scenario.versionOf(scenario.person);
    const decide = (client: Client) =>
      client.post(`${scenario.person.path}/verification_status`, { move: 'approve', version });
    const replies = await Promise.all([
      decide(scenario.clients.administrator),
      decide(scenario.clients['operator:verifier']),
    ]);
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('the representative', () => {
  test('by a power of attorney needs its number, in one change or in two', async () => {
    const legalEntityId = await scenario.testApp.company();
    const { client } = await scenario.testApp.employee({ legalEntityId, role: 'head' });
    const path = `/api/legal-entities/${legalEntityId}/representative`;
    const nameless = await client.patch(path, { lastName: 'Кравцов', basis: 'power_of_attorney', version: 0 });
    expect([nameless.status, Object.keys(nameless.body.fields)]).toEqual([400, ['basisNumber']]);
    const named = { lastName: 'Кравцов', basis: 'power_of_attorney', basisNumber: '77 АВ 1', version: 0 };
    expect((await client.patch(path, named)).status).toBe(200);
    expect((await client.patch(path, { basisNumber: null, version: 1 })).status).toBe(400);
  });

  test('is known by his ИНН, phone and e-mail to those who may write them down, and masked to others', async () => {
    const legalEntityId = await scenario.testApp.company();
    const path = `/api/legal-entities/${legalEntityId}/representative`;
    const whole = { inn: innOf.second, phone: '+79161231234', email: 'kravtsov@alpha.test' };
    const masked = { inn: maskInn(innOf.second), phone: '+7 *** ***-12-34', email: 'k***@alpha.test' };
    const as = async (role: EmployeeRole) => (await scenario.testApp.employee({ legalEntityId, role })).client;
    const head = await as('head');
    expect((await head.patch(path, { lastName: 'Кравцов', ...whole, version: 0 })).body).toMatchObject(whole);
    const { 'operator:verifier': verifier, 'operator:observer': observer } = scenario.clients;
    for (const client of [head, verifier]) expect((await client.get(path)).body).toMatchObject(whole);
    for (const client of [await as('manager'), await as('observer'), observer]) {
      expect((await client.get(path)).body).toMatchObject(masked);
    }
  });

  test('changed since the verifier has looked is not vouched for', async () => {
    await scenario.place(scenario.company, 'pending');
    const seen = await scenario.versionOf(scenario.company);
    const path = `${scenario.company.path}/representative`;
    const { version } = (await scenario.clients.administrator.get(path)).body;
    const manager = scenario.clients['operator:manager'];
    expect((await manager.patch(path, { lastName: 'Новиков', version })).status).toBe(200);
    const { 'operator:verifier': verifier } = scenario.clients;
    const reply = await scenario.make(verifier, scenario.company, 'approve', { version: seen });
    expect([reply.status, reply.body.code]).toEqual([409, 'version.stale']);
    expect((await scenario.make(verifier, scenario.company, 'approve')).status).toBe(200);
  });

  test('is a part of what is verified: who changes him does not approve, and the head reopens by him', async () => {
    await scenario.place(scenario.company, 'verified');
    const path = `${scenario.company.path}/representative`;
    const { version } = (await scenario.clients.head.get(path)).body;
    expect((await scenario.clients.head.patch(path, { lastName: 'Орлов', version })).body.code).toBe('code.needed');
    const form = { act: 'representative', lastName: 'Орлов', version };
    const code = await scenario.codeOf(scenario.clients.head, scenario.company.path, form);
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await scenario.clients.head.patch(path, { lastName: 'Орлов', version, code: wrong })).body.code).toBe(
      'code.wrong',
    );
    expect((await scenario.clients.head.patch(path, { lastName: 'Орлов', version, code })).status).toBe(200);
    expect((await scenario.clients.head.get(scenario.company.path)).body.verificationStatus).toBe('pending');
    expect((await scenario.clients.head.patch(path, { lastName: 'Соколов', version: version + 1 })).status).toBe(409);
    expect(
      (await scenario.clients['operator:verifier'].patch(path, { position: 'Директор', version: version + 1 })).status,
    ).toBe(200);
    expect((await scenario.make(scenario.clients['operator:verifier'], scenario.company, 'approve')).body.code).toBe(
      'verification.own_edit',
    );
    // Somebody else's change after his own does not let him approve either.
    const later = await scenario.clients['operator:manager'].patch(path, {
      position: 'Директор',
      version: version + 2,
    });
    expect(later.status).toBe(200);
    expect((await scenario.make(scenario.clients['operator:verifier'], scenario.company, 'approve')).body.code).toBe(
      'verification.own_edit',
    );
    const history = (await scenario.clients.head.get(`${scenario.company.path}/history`)).body.items;
    expect(history.flatMap((one: { changes: { field: string }[] }) => one.changes.map(({ field }) => field))).toContain(
      'representative.lastName',
    );
  });
});

describe('the history', () => {
  test('tells who did what, before and after, with secrets hidden', async () => {
    await scenario.place(scenario.company, 'unverified');
    const own = await scenario.testApp.individual({ inn: innOf.second });
    const path = `/api/individuals/${own.individualId}`;
    await own.client.patch(path, { lastName: 'Смирнов', inn: innOf.third, passport, version: 1 });
    const entries = (await own.client.get(`${path}/history`)).body.items;
    expect(entries[0]).toMatchObject({ what: 'Изменено', who: expect.stringContaining('Иван') });
    expect(entries[0].changes).toEqual(
      expect.arrayContaining([
        { field: 'lastName', before: 'Иванов', after: 'Смирнов' },
        { field: 'inn', before: innOf.second, after: innOf.third },
        { field: 'passport', before: null, after: '•••' },
      ]),
    );
    const observed = (await scenario.clients['operator:observer'].get(`${path}/history`)).body;
    expect(JSON.stringify(observed)).not.toContain(innOf.third);
    expect(JSON.stringify(observed)).not.toContain(innOf.second);
    await scenario.clients.administrator.post(`${path}/reveal`, { fields: ['passport'], reason: 'Сверка с анкетой' });
    expect((await own.client.get(`${path}/history`)).body.items[0]).toMatchObject({
      what: 'Показаны скрытые данные',
      reason: 'Сверка с анкетой',
      changes: [{ field: 'passport', before: null, after: null }],
    });
  });
});
