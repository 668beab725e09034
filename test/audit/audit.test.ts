import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, boot, password, type Signed } from '../helpers/boot.ts';
import type { Reply } from '../helpers/client.ts';
import { formPassword, individualForm } from '../helpers/forms.ts';
import { letterTo } from '../helpers/mail/letters.ts';

let testApp: Booted;
let operator: Signed & { operatorId: number };
beforeAll(async () => {
  testApp = await boot();
  operator = await testApp.operator('administrator');
});
afterAll(() => testApp.stop());

interface Row {
  at: Date;
  account_id: number | null;
  kind: string | null;
  operation: string;
  action: string;
  object_type: string;
  object_id: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  request_id: string;
  ip: string | null;
  user_agent: string | null;
}

const select = async <T>(query: string, values: unknown[] = []): Promise<T[]> =>
  (await testApp.app.database.pool.query(query, values)).rows;
/** What one request left in the audit. */
const rowsOf = (reply: Reply): Promise<Row[]> =>
  select<Row>('select * from audit_log where request_id = $1 order by id', [reply.headers.get('x-request-id')]);
const countRows = async (): Promise<number> =>
  (await select<{ rows: number }>('select count(*)::int as rows from audit_log'))[0]!.rows;

const agent = { 'user-agent': 'Audit test' };
const editRole = (id: number, version: number, name: string): Promise<Reply> =>
  operator.client.patch(`/internal/operator-roles/${id}`, { version, name }, agent);

describe('a write leaves in the audit', () => {
  test('who, what, before and after, when, and from where', async () => {
    const { individualId } = await testApp.individual();
    const reply = await operator.client.patch(
      `/api/individuals/${individualId}`,
      { version: 1, lastName: 'Сидоров', middleName: null },
      agent,
    );
    const rows = await rowsOf(reply);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      account_id: operator.accountId,
      kind: 'operator',
      operation: 'individuals.update',
      action: 'update',
      object_type: 'individuals',
      object_id: individualId,
      before: { last_name: 'Иванов', middle_name: 'Иванович' },
      after: { last_name: 'Сидоров', middle_name: null },
      ip: '127.0.0.1',
      user_agent: 'Audit test',
    });
    expect(Object.keys(rows[0]!.after!).sort()).toEqual(['editors', 'last_name', 'middle_name']);
    expect(Math.abs(rows[0]!.at.getTime() - Date.now())).toBeLessThan(10_000);
  });

  test('each sign-in: by whom, by which way, and from where', async () => {
    const { accountId, email } = await testApp.individual();
    const reply = await testApp.anonymous().post('/api/auth/signin', { login: email, password }, agent);
    const [opened] = (await rowsOf(reply)).filter(({ object_type }) => object_type === 'sessions');
    expect(opened).toMatchObject({
      operation: 'auth.signIn',
      action: 'insert',
      after: { account_id: accountId },
      ip: '127.0.0.1',
      user_agent: 'Audit test',
    });
  });

  test('the birth, the change and the death of a thing', async () => {
    const made = await operator.client.post('/internal/operator-roles', { name: 'Временная' }, agent);
    const changed = await editRole(made.body.id, made.body.version, 'Постоянная');
    const removed = await operator.client.delete(`/internal/operator-roles/${made.body.id}`, agent);
    const ofRole = async (reply: Reply) => (await rowsOf(reply)).filter((row) => row.object_type === 'roles');
    expect(await ofRole(made)).toMatchObject([{ action: 'insert', before: null, after: { name: 'Временная' } }]);
    expect(await ofRole(changed)).toMatchObject([
      { action: 'update', before: { name: 'Временная' }, after: { name: 'Постоянная' } },
    ]);
    expect(await ofRole(removed)).toMatchObject([{ action: 'delete', before: { name: 'Постоянная' }, after: null }]);
  });

  test('what a stranger did, without a name but with his address', async () => {
    const email = 'stranger@test.example';
    const reply = await testApp
      .anonymous()
      .post('/api/auth/individual/signup', await individualForm(testApp, email), agent);
    const [row] = await rowsOf(reply);
    expect(row).toMatchObject({
      account_id: null,
      kind: null,
      operation: 'auth.individualSignUp',
      object_type: 'registration_tokens',
      ip: '127.0.0.1',
      user_agent: 'Audit test',
    });
  });

  test('what the system did, by the name of its work', async () => {
    const { individualId } = await testApp.individual();
    const rows = await select<Row>(`select * from audit_log where object_type = 'individuals' and object_id = $1`, [
      individualId,
    ]);
    expect(rows).toMatchObject([{ account_id: null, kind: null, operation: 'system.test', action: 'insert' }]);
  });

  test('nothing, when it was refused after it had begun', async () => {
    const legalEntityId = await testApp.company();
    const head = await testApp.employee({ legalEntityId, role: 'head' });
    const before = await countRows();
    const last = await operator.client.delete(`/api/legal-entities/${legalEntityId}/employees/${head.membershipId}`);
    expect(last.body.code).toBe('role.last_head');
    expect(await countRows()).toBe(before);
  });

  test('a row for each of those that one statement adds, in their order, as if each had come by itself', async () => {
    const { accountId } = await testApp.individual();
    await inSystemTransaction(testApp.app.database.db, 'system.test', (tx) =>
      tx
        .insertInto('notifications')
        .values([
          { accountId, title: 'Первое', detail: 'что люди написали' },
          { accountId, title: 'Второе', detail: null },
        ])
        .execute(),
    );
    const rows = await select<Row>(
      `select a.* from audit_log a join notifications n on n.id = a.object_id
       where a.object_type = 'notifications' and n.account_id = $1 and n.title in ('Первое', 'Второе') order by a.id`,
      [accountId],
    );
    expect(rows).toMatchObject([
      { account_id: null, operation: 'system.test', action: 'insert', before: null },
      { account_id: null, operation: 'system.test', action: 'insert', before: null },
    ]);
    expect(rows.map(({ after }) => after)).toMatchObject([
      { account_id: accountId, title: 'Первое', detail: '•••' },
      { account_id: accountId, title: 'Второе', detail: null },
    ]);
  });

  test('something for every table: those without a trigger hold no business of people', async () => {
    const rows = await select<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and not exists (
         select 1 from pg_trigger t where t.tgrelid = format('public.%I', tablename)::regclass
           and t.tgname = 'audit' and t.tgenabled <> 'D')
       order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'audit_erasures',
      'audit_log',
      'audit_seals',
      'audit_settled',
      'audit_verifications',
      'chat_edits',
      'chat_events',
      'chat_reads',
      'close_lease',
      'consent_documents',
      'data_keys',
      'deliveries',
      'demonstration',
      'entry_notices',
      'entry_tallies',
      'idempotency_records',
      'invoice_allocations',
      'invoice_rows',
      'known_devices',
      'ledger_accounts',
      'ledger_balances',
      'ledger_entries',
      'ledger_late_entries',
      'ledger_lines',
      'ledger_month_accounts',
      'ledger_month_holders',
      'letters',
      'migrations',
      'nodes',
      'paper_numbers',
      'partner_messages',
      'rate_limits',
      'registries',
      'registry_entry_versions',
      'registry_messages',
      'registry_problems',
      'registry_reads',
      'registry_rows',
      'registry_snapshots',
      'registry_verdicts',
      'retention_runs',
      'row_counts',
      'security_alerts',
      'security_events',
      'status_history',
      'sub_job_errors',
      'sub_job_results',
    ]);
  });
});

describe('secrets', () => {
  test('leave only the fact that they changed', async () => {
    const { client } = await testApp.individual();
    const reply = await client.post('/api/auth/password', { current: password, password: 'другой-Пароль-9-слов' });
    expect(await rowsOf(reply)).toMatchObject([
      { object_type: 'accounts', before: { password_hash: '•••' }, after: { password_hash: '•••' } },
      { object_type: 'notifications', after: { event: 'account.changed' } },
      { object_type: 'sessions', before: { token_hash: '•••' }, after: { token_hash: '•••' } },
    ]);
  });

  test('are masked wherever a column is a hash or sealed', async () => {
    const { client, individualId } = await testApp.individual();
    await client.patch(`/api/individuals/${individualId}`, {
      version: 1,
      snils: '112-233-445 95',
      passport: { series: '4510', number: '908172' },
    });
    const email = 'masked@test.example';
    await testApp.anonymous().post('/api/auth/individual/signup', await individualForm(testApp, email));
    await testApp.anonymous().post(`/api/auth/individual/signin/${(await letterTo(testApp, email)).token}`, {
      password: formPassword,
    });
    const images = await select<{ name: string; value: string }>(
      `select distinct e.key as name, e.value #>> '{}' as value from audit_log a,
         lateral jsonb_each(coalesce(a.before, '{}') || coalesce(a.after, '{}')) e
       where e.key ~ '_(hash|sealed)$' and e.value <> 'null'`,
    );
    const names = images.map(({ name }) => name).sort();
    expect(names).toEqual(['passport_sealed', 'password_hash', 'payload_sealed', 'snils_sealed', 'token_hash']);
    expect(images.every(({ value }) => value === '•••')).toBe(true);
    const rows = await select<{ row: string }>('select to_jsonb(a)::text as row from audit_log a');
    const text = rows.map(({ row }) => row).join('\n');
    expect(['argon2id', '11223344595', '112-233', '"4510"', '908172'].filter((word) => text.includes(word))).toEqual(
      [],
    );
  });
});

describe('the image of a row', () => {
  const image = (keys: number): string =>
    `jsonb_build_object('id', 1, 'name', 'Имя', 'view', (select jsonb_object_agg('k' || n, n) from generate_series(1, ${keys}) n))`;
  const secrets = `'{"password_hash": "x", "totp_sealed": null}'`;

  test('has a mask in the place of each secret that there is, and all else as it was', async () => {
    const [{ masked } = { masked: {} }] = await select<{ masked: object }>(
      `select audit_image(${image(2)} || ${secrets}) as masked`,
    );
    expect(masked).toEqual({ id: 1, name: 'Имя', password_hash: '•••', totp_sealed: null, view: { k1: 1, k2: 2 } });
    const [nothing] = await select(`select audit_image(null) as a, audit_image('{}') as b`);
    expect(nothing).toEqual({ a: {}, b: {} });
  });

  test('costs as much as it is large: eight times the keys are at most sixteen times the work', async () => {
    await testApp.owner.query(`create table images as select keys, ${image(5_000)} || ${secrets} as image
      from (values (5000)) v (keys) union all select 40000, ${image(40_000)} || ${secrets}`);
    const work = (keys: number) => workOf(`select audit_image(image) from images where keys = ${keys}`);
    expect((await work(40_000)) / (await work(5_000))).toBeLessThan(16);
  });

  /** Seconds of processor time that the database itself counts for a statement: waiting on a busy machine is none of it. */
  async function workOf(statement: string): Promise<number> {
    const client = await testApp.owner.connect();
    const taken: number[] = [];
    client.on('notice', ({ detail }) => {
      const [, user, system] = /([\d.]+) s user, ([\d.]+) s system/.exec(detail ?? '') ?? [];
      if (user !== undefined) taken.push(Number(user) + Number(system));
    });
    await client.query('set client_min_messages = log; set log_executor_stats = on');
    for (let round = 0; round < 9; round++) await client.query(statement);
    client.release(true);
    // The middle one: now and then the count of the machine is far too small, or far too large.
    return taken.sort((one, other) => one - other)[Math.floor(taken.length / 2)]!;
  }
});

describe('showing masked data in full', () => {
  test('leaves one row: who, whose, which fields and why, and none of the values', async () => {
    const { individualId, email } = await testApp.individual({ phone: '+79165550103', inn: '500100732259' });
    const reply = await operator.client.post(
      `/api/individuals/${individualId}/reveal`,
      { fields: ['inn', 'phone', 'email'], reason: 'Звонок по обращению 17' },
      agent,
    );
    expect(reply.body).toEqual({ inn: '500100732259', phone: '+79165550103', email });
    const rows = await rowsOf(reply);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      account_id: operator.accountId,
      kind: 'operator',
      operation: 'individuals.reveal',
      action: 'reveal',
      object_type: 'individuals',
      object_id: individualId,
      before: null,
      after: { fields: ['inn', 'phone', 'email'] },
      reason: 'Звонок по обращению 17',
      ip: '127.0.0.1',
    });
    const text = JSON.stringify(rows);
    expect(['500100732259', '9165550103', email].filter((value) => text.includes(value))).toEqual([]);
  });

  test('without a reason shows nothing and leaves nothing', async () => {
    const { individualId } = await testApp.individual();
    const before = await countRows();
    const reply = await operator.client.post(`/api/individuals/${individualId}/reveal`, { fields: ['phone'] });
    expect(reply.status).toBe(400);
    expect(await countRows()).toBe(before);
  });
});
