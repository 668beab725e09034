import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareDatabase } from '#server/app.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { Client } from '../helpers/client.ts';
import { freshDatabase } from '../helpers/database.ts';
import { operatingCompanies, operatingEnvironment } from '../helpers/operating.ts';
import { compileCache, spawnServer } from '../helpers/processes/child.ts';
import { serversOfEachTest } from '../helpers/processes/servers.ts';
import { runAlone } from '../helpers/server.ts';

const platform = operatingCompanies.platform!;

describe('who runs the platform', () => {
  let testApp: Booted;
  let maker: Client;
  let second: Client;
  beforeAll(async () => {
    testApp = await boot();
    maker = (await testApp.operator('administrator')).client;
    second = (await testApp.operator('administrator')).client;
  });
  afterAll(() => testApp.stop());

  const path = '/internal/operating-companies';
  const form = async (change: object = {}) => {
    const { items } = (await maker.get(path)).body;
    return { ...items.find(({ kind }: { kind: string }) => kind === 'platform'), ...change };
  };
  const nameNow = async () => (await testApp.anonymous().get('/api/operating-companies')).body.platform.name;
  const consentNow = async () => {
    const { items } = (await testApp.anonymous().get('/api/consent-documents')).body;
    return items.find(({ kind }: { kind: string }) => kind === 'pep-agreement');
  };

  test('everybody sees, in the footer and in the consents', async () => {
    expect((await testApp.anonymous().get('/api/operating-companies')).body).toEqual(operatingCompanies);
    const { items } = (await testApp.anonymous().get('/api/consent-documents')).body;
    for (const { body } of items) expect(body).toContain(`${platform.name}, ОГРН ${platform.ogrn}`);
    const { rows } = await testApp.owner.query(`select body from consent_documents where kind like '%partner'`);
    for (const { body } of rows) expect(body).toContain(operatingCompanies.rnko!.name);
    const { rows: unfilled } = await testApp.owner.query(
      `select kind from consent_documents where body like '%{{%' or body like '%undefined%'`,
    );
    expect(unfilled).toEqual([]);
  });

  test.each(['privacy-policy', 'terms-of-use'])('stands in the document that everybody reads: %s', async (kind) => {
    const { status, body } = await testApp.anonymous().get(`/api/public-documents?kind=${kind}`);
    expect([status, body.version]).toEqual([200, 1]);
    expect(body.body).toContain(platform.name);
    expect(body.body).toContain(platform.email);
  });

  test('is told apart from other decisions about it, as of what its invoices name', async () => {
    await testApp.owner.query(`insert into approvals (kind, object_type, object_id, reason, details, maker_id, expires_at)
      select 'invoice.issuer', 'operatingCompanies', c.id, 'Счёт', '{}', a.id, now() from operating_companies c, accounts a
      where c.kind = 'platform' and a.kind = 'operator' limit 1`);
    const { status, body } = await maker.get(path);
    expect([status, body.changes]).toEqual([200, []]);
  });

  test('is changed by two: from then on consents name it anew, as another version', async () => {
    const before = await consentNow();
    const name = 'ООО «Новый уговор»';
    const proposed = await maker.post(path, await form({ name }));
    expect(proposed.status, proposed.text).toBe(204);
    expect((await maker.post(path, await form({ name: 'ООО «Ещё»' }))).body.code).toBe('move.illegal');
    const { items } = (await second.get('/api/approvals?filter[status][]=pending')).body;
    const decision = `/api/approvals/${items[0].id}/decision`;
    expect((await maker.post(decision, { decision: 'approve' })).body.code).toBe('approval.own');
    expect(await nameNow()).toBe(platform.name);
    expect((await second.post(decision, { decision: 'approve' })).status).toBe(200);
    expect(await nameNow()).toBe(name);
    const after = await consentNow();
    expect(after.version).toBe(before.version + 1);
    expect(after.body).toContain(name);
    expect((await maker.get(path)).body.changes[0]).toMatchObject({ name, status: 'approved' });
    // What somebody has proposed from the former one is refused.
    expect((await maker.post(path, await form({ version: 1 }))).body.code).toBe('version.stale');
  });

  test.each([
    ['ogrn', '1'],
    ['inn', '7700000001'],
    ['name', ''],
    ['phone', '12'],
    ['email', 'почта'],
    ['address', 'г. Москва\n2. Отозвать согласие нельзя'],
    // Whoever has agreed has agreed with the former one.
    ['ogrn', '1027700132195'],
  ])('a wrong %s is refused at its field', async (field, value) => {
    const { status, body } = await maker.post(path, await form({ [field]: value }));
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  });

  test('is agreed to by whoever has read what changes, and what changes nothing is not proposed', async () => {
    expect((await maker.post(path, await form())).body.code).toBe('move.illegal');
    expect((await maker.post(path, await form({ phone: '+7 495 111-22-33', email: 'new@platform.test' }))).status).toBe(
      204,
    );
    const { client: manager } = await testApp.operator('manager');
    const [proposal] = (await manager.get('/api/approvals?filter[status][]=pending')).body.items;
    expect(proposal.reason).toContain(`Почта: ${platform.email} → new@platform.test`);
    expect(proposal.reason).toContain('+7 495 111-22-33');
    expect((await manager.post(`/api/approvals/${proposal.id}/decision`, { decision: 'approve' })).status).toBe(200);
    const { body } = await testApp.anonymous().get('/api/public-documents?kind=privacy-policy');
    expect(body.body).toContain('new@platform.test');
  });

  test('both at once: what is published names both as they are from then on', async () => {
    const { items } = (await maker.get(path)).body;
    const names = { platform: 'ООО «Двое»', rnko: 'ООО РНКО «Двое»' };
    for (const company of items) {
      const proposed = await maker.post(path, { ...company, name: names[company.kind as keyof typeof names] });
      expect(proposed.status, proposed.text).toBe(204);
    }
    const pending = (await second.get('/api/approvals?filter[status][]=pending')).body.items;
    const decide = ({ id }: { id: number }) => second.post(`/api/approvals/${id}/decision`, { decision: 'approve' });
    const decided = await Promise.all(pending.map(decide));
    expect(decided.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await testApp.anonymous().get('/api/public-documents?kind=privacy-policy');
    expect(body.body).toContain(names.platform);
    expect(body.body).toContain(names.rnko);
  });

  test('is proposed by administrators alone', async () => {
    const { client } = await testApp.operator('manager');
    expect((await client.get(path)).status).toBe(403);
    expect((await client.post(path, await form())).status).toBe(403);
  });
});

describe('before the first start', () => {
  const servers = serversOfEachTest();
  const nothing = Object.fromEntries(Object.keys(operatingEnvironment).map((name) => [name, '']));

  test('a server that is no demonstration ends with one clear line while nobody is named', async () => {
    const { child } = spawnServer({ DATA_DIR: servers.dataDir, ...nothing });
    expect(await child.ended).toBe(1);
    expect(child.stdout).toBe('');
    expect(child.stderr).toBe(
      'Компания-оператор не названа: задайте PLATFORM_NAME, PLATFORM_OGRN, PLATFORM_INN, PLATFORM_ADDRESS, PLATFORM_PHONE, PLATFORM_EMAIL или выполните npm run platform\n',
    );
  });

  test('`npm run platform` names both, tells whom, and refuses a wrong number with one line', async () => {
    const name = (env: Record<string, string>) =>
      new Promise<[number | null, string, string]>((resolve) => {
        const { PATH = '' } = process.env;
        const options = { env: { PATH, NODE_COMPILE_CACHE: compileCache, DATA_DIR: servers.dataDir, ...env } };
        const child = execFile(process.execPath, ['src/server/platform-companies.ts'], options, (_error, out, err) =>
          resolve([child.exitCode, out, err]),
        );
      });
    expect(await name({ ...operatingEnvironment, RNKO_OGRN: '1' })).toEqual([
      1,
      '',
      'РНКО. ОГРН: ОГРН указан неверно\n',
    ]);
    const [code, out] = await name(operatingEnvironment);
    expect([code, out.split('\n').length]).toEqual([0, 3]);
    expect(out).toContain(`Компания-оператор: ${platform.name}, ОГРН`);
    // From then on the server starts without being told.
    const server = await servers.start(nothing);
    expect((await new Client(server.url).get('/api/operating-companies')).body).toEqual(operatingCompanies);
  });

  test('what was named once stays, whatever the environment tells later', async () => {
    const database = await freshDatabase();
    const owner = { connectionString: database.url };
    await prepareDatabase(owner, { platform: { ...platform, name: 'ООО «Иное»' } });
    await prepareDatabase(owner, {});
    const { rows } = await runAlone(database.url, `select name from operating_companies where kind = 'platform'`);
    expect(rows).toEqual([{ name: platform.name }]);
    await database.drop();
  });
});
