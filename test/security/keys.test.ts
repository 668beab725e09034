import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillSettlements } from '#server/demo/settlements.ts';
import { fillDemoWorld } from '#server/demo/world.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { withServerRole } from '#server/platform/database/server-role.ts';
import { folders, openStore } from '#server/platform/files/files.ts';
import { addKey, openKeys } from '#server/platform/secrets/keys.ts';
import { reseal } from '#server/platform/secrets/reseal.ts';
import { keyNumberOf, unsealing } from '#server/platform/secrets/sealed-file.ts';
import { type DataKeys, makeSecrets, soleKey } from '#server/platform/secrets/secrets.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { freshDatabase } from '../helpers/database.ts';
import { smallPaper } from '../helpers/files/multipart.ts';
import { lyingBytes } from '../helpers/files/storage.ts';

/** Longer than a real one, so that no hash and no time of the dump holds it by chance. */
const passport = { series: '4599', number: '271828182845' };
const newSecretKey = 'another secret key, by which the first one is replaced';

/** Columns that no demonstration fills. */
const fill = (seal: (place: string, value: unknown) => string) => `
  update accounts set totp_sealed = '${seal('accounts.totp', 'JBSWY3DPEHPK3PXP')}' where email = 'admin@demo.test';
  update individuals set snils_sealed = '${seal('individuals.snils', '11223344595')}',
    passport_sealed = '${seal('individuals.passport', passport)}' where id = (select min(id) from individuals);
  insert into representatives (legal_entity_id, last_name, basis, snils_sealed, passport_sealed)
    select min(id), 'Кравцов', 'charter', '${seal('representatives.snils', '11223344595')}',
      '${seal('representatives.passport', passport)}' from legal_entities
    on conflict (legal_entity_id) do update set snils_sealed = excluded.snils_sealed, passport_sealed = excluded.passport_sealed;
  insert into rnko_forms (legal_entity_id, form_sealed)
    select min(id), '${seal('rnko_forms.form', passport)}' from legal_entities;
  update legal_entities set former_account_sealed = '${seal('legal_entities.former_account', passport)}', former_account_at = now()
    where id = (select min(id) from legal_entities);
  insert into registration_tokens (token_hash, kind, email, payload_sealed, expires_at)
    values ('\\x01', 'individual', 'x@test.example', '${seal('registration_tokens.payload', passport)}', now());
  insert into idempotency_records (account_id, operation, key, request_hash, status, answer_sealed)
    select min(id), 'x', 'x', '\\x01', 200, '${seal('idempotency_records.answer', passport)}' from accounts;
  insert into background_tasks (account_id, session_id, operation, title, query_sealed, expires_at)
    select account_id, min(id), 'x', 'x', '${seal('background_tasks.query', 'q=1')}', now() from sessions group by 1 limit 1;
  -- What waits would become letters while the values are compared.
  update deliveries set status = 'dropped' where status = 'waiting';
  insert into deliveries (account_id, channel, contents_sealed, due_at)
    select min(id), 'sms', '${seal('deliveries.contents', passport)}', now() + interval '1 day' from accounts;
  with key as (insert into push_keys (public_key, private_sealed) values ('x', '${seal('push_keys.private', passport)}') returning id)
    insert into push_subscriptions (account_id, push_key_id, endpoint_sealed, endpoint_mark, browser)
      select (select min(id) from accounts), id, '${seal('push_subscriptions.endpoint', 'https://push.test/x')}', 'x', 'x' from key;
  insert into messenger_links (account_id, chat_sealed, chat_mark, linked_at)
    select min(id), '${seal('messenger_links.chat', '42')}', 'x', now() from accounts;`;

let testApp: Booted;
let debtor: Client;
let slot: string;
beforeAll(async () => {
  testApp = await boot({ payments: { url: 'http://127.0.0.1:9', key: 'k'.repeat(32) } });
  await fillDemoWorld(await withServerRole({ connectionString: testApp.databaseUrl }), testApp.app.config);
  await fillSettlements(testApp.app);
  const person = await testApp.individual();
  debtor = person.client;
  slot = `/api/individuals/${person.individualId}/file/passport`;
  await testApp.owner.query(fill((place, value) => testApp.app.secrets.seal(place, value)));
});
afterAll(() => testApp.stop());

const query = async (text: string, values: unknown[] = []) => (await testApp.owner.query(text, values)).rows;

interface Value {
  table: string;
  column: string;
  value: string;
}

async function sealedValues(): Promise<Value[]> {
  const columns = await query(`
    select c.relname as "table", a.attname as "column" from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname like '%\\_sealed'`);
  const values: Value[] = [];
  for (const { table, column } of columns) {
    const rows = await query(`select "${column}" as value from ${table} where "${column}" is not null`);
    expect(rows.length, `${table}.${column} has nothing to try`).toBeGreaterThan(0);
    values.push(...rows.map(({ value }) => ({ table, column, value })));
  }
  return values;
}

const sealContextOf = ({ table, column }: Value): string => {
  const place = `${table}.${column.replace(/_sealed$/, '')}`;
  return /^registry_(rows|entry_versions)\.person$/.test(place) ? 'registry_entries.person' : place;
};
/** What stands in all sealed columns, in some steady order. */
const opened = (values: readonly Value[], keys: DataKeys): string[] => {
  const secrets = makeSecrets(() => keys);
  return values
    .map((one) => `${sealContextOf(one)} ${JSON.stringify(secrets.open(sealContextOf(one), one.value))}`)
    .toSorted();
};

async function lyingFiles(): Promise<{ folder: (typeof folders)[number]; key: string; bytes: Buffer }[]> {
  const files = [];
  for (const folder of folders) {
    const store = await openStore(testApp.app.config, folder);
    for await (const portion of store.list())
      for (const { key } of portion)
        if (key) files.push({ folder, key, bytes: await lyingBytes(testApp.app.config, folder, key) });
  }
  return files;
}

const wholeDump = async (): Promise<string> => {
  const tables = await query(`select tablename as name from pg_tables where schemaname = 'public'`);
  const rows = await Promise.all(tables.map(({ name }) => query(`select t::text as row from "${name}" t`)));
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
};

describe('a key of data is replaced while the program runs', () => {
  let before: string[];
  let oldKeys: DataKeys;
  let oldDump: string;

  test('a new key opens at once, and seals when every node knows it', async () => {
    const form = new FormData();
    form.set('file', new File([smallPaper], 'паспорт.pdf'));
    expect((await debtor.send('PUT', slot, form)).status).toBe(200);
    oldKeys = testApp.app.keys.now();
    before = opened(await sealedValues(), oldKeys);
    oldDump = await wholeDump();

    expect(await addKey(testApp.app.database.pool, testApp.app.config)).toBe(2);
    await expect(addKey(testApp.app.database.pool, testApp.app.config)).rejects.toThrow('Новый ключ уже есть');
    await testApp.app.keys.look();
    expect(testApp.app.secrets.seal('a.b', 1)).toMatch(/^1\./);
    await expect(reseal(testApp.app, { key: 2, last: false })).rejects.toThrow('does not seal yet');
    await query('update data_keys set seals_from = now() where id = 2');
    await testApp.app.keys.look();
    expect(testApp.app.secrets.seal('a.b', 1)).toMatch(/^2\./);
    expect(opened(await sealedValues(), testApp.app.keys.now())).toEqual(before);
  });

  test('everything is sealed anew and says what it has said, and people notice nothing', async () => {
    await reseal(testApp.app, { key: 2, last: false });
    const values = await sealedValues();
    expect(values.filter(({ value }) => !value.startsWith('2.'))).toEqual([]);
    expect(opened(values, testApp.app.keys.now())).toEqual(before);
    const files = await lyingFiles();
    expect(files.length).toBeGreaterThan(10);
    expect(files.map(({ bytes }) => keyNumberOf(bytes)).filter((number) => number !== 2)).toEqual([]);
    expect((await debtor.get(slot)).text).toBe(smallPaper);
    // One row for each table, none for each value.
    const noted = await query(
      `select object_type as "table", object_id as id from audit_log where operation = 'keys.reseal'`,
    );
    const sealed = new Set(values.map(({ table }) => table));
    expect(noted).toHaveLength(sealed.size);
    expect(new Set(noted.map(({ table }) => table))).toEqual(sealed);
    expect(noted.filter(({ id }) => id !== null)).toEqual([]);
  });

  test('the last round takes the old key away, unless something does not open', async () => {
    const ids = async () => (await query('select id from data_keys order by id')).map(({ id }) => id);
    await query(
      `update letters set contents_sealed = '1.damaged' || contents_sealed where id = (select min(id) from letters)`,
    );
    await reseal(testApp.app, { key: 2, last: true });
    expect(await ids()).toEqual([0, 1, 2]);
    await query(
      `update letters set contents_sealed = substr(contents_sealed, 10) where contents_sealed like '1.damaged%'`,
    );
    await reseal(testApp.app, { key: 2, last: true });
    expect(await ids()).toEqual([0, 2]);
    expect(testApp.app.keys.now().marking).toBe(oldKeys.marking);
  });

  test('SECRET_KEY is replaced with the next start, and the one before opens nothing any more', async () => {
    const { pool, config } = { pool: testApp.app.database.pool, config: testApp.app.config };
    const next = { secretKey: newSecretKey, secretKeyBefore: config.secretKey };
    expect((await openKeys(pool, next)).now()).toEqual(testApp.app.keys.now());
    expect((await openKeys(pool, { ...next, secretKeyBefore: undefined })).now()).toEqual(testApp.app.keys.now());
    await expect(openKeys(pool, config)).rejects.toThrow(
      'Неверная настройка SECRET_KEY: данные этой базы зашифрованы другим ключом',
    );
    // Whoever has the old keys, an old dump with them, and a new dump and folder.
    const both = makeSecrets(() => ({ ...oldKeys, roots: { ...oldKeys.roots, 2: oldKeys.roots[1]! } }));
    for (const one of await sealedValues()) expect(() => both.open(sealContextOf(one), one.value)).toThrow();
    for (const { key, bytes } of await lyingFiles()) {
      const keys = { ...oldKeys, roots: { 2: oldKeys.roots[1]! } };
      const reading = () => buffer(Readable.from(unsealing(Readable.from([bytes]), { name: key, keys })));
      await expect(reading()).rejects.toThrow();
    }
    expect((await debtor.get(slot)).text).toBe(smallPaper);
  });

  test('a stolen dump and a stolen folder show none of the marked values', async () => {
    const dump = await wholeDump();
    expect(dump).toContain('Кравцов');
    for (const marked of [
      passport.number,
      '11223344595',
      'JBSWY3DPEHPK3PXP',
      ...Object.values(testApp.app.keys.now().roots),
    ])
      for (const text of [dump, oldDump]) expect(text).not.toContain(marked);
    for (const { bytes } of await lyingFiles()) expect(bytes.includes('%PDF')).toBe(false);
  });
});

test('the command adds a key beside a running server and asks for everything to be sealed anew', async () => {
  const { PATH = '' } = process.env;
  const url = testApp.databaseUrl.replace('@/', '@localhost/');
  const env = { PATH, DATA_DIR: testApp.dataDir, DATABASE_URL: url, SECRET_KEY: newSecretKey };
  const { stdout } = await promisify(execFile)(process.execPath, ['src/server/keys.ts'], { env });
  expect(stdout).toContain('Ключ 3 добавлен');
  expect(await query('select id, seals_from > now() as later from data_keys where id > 2')).toEqual([
    { id: 3, later: true },
  ]);
  const jobs = await query(
    `select payload, run_at > now() + interval '1 minute' as later from graphile_worker._private_jobs where key = 'reseal:3'`,
  );
  expect(jobs).toEqual([{ payload: { key: 3, last: false }, later: true }]);
});

describe('the keys of a database', () => {
  const ring = async (url: string, secretKey: string, secretKeyBefore?: string) => {
    const database = openDatabase({ connectionString: url }, 1, () => undefined);
    try {
      return (await openKeys(database.pool, { secretKey, secretKeyBefore })).now();
    } finally {
      await database.close();
    }
  };

  test('are made once, whoever starts first', async () => {
    const database = await freshDatabase();
    const all = await Promise.all(Array.from({ length: 8 }, () => ring(database.url, newSecretKey)));
    for (const keys of all) expect(keys).toEqual(all[0]);
    expect(all[0]!.roots[1]).not.toBe(newSecretKey);
    await database.drop();
  });

  test('that was there before them are SECRET_KEY itself, also when it is replaced with the same start', async () => {
    const database = await freshDatabase();
    const before = openDatabase({ connectionString: database.url }, 1, () => undefined);
    const old = soleKey('the secret key of a database from before');
    await before.pool.query('insert into data_keys (id) values (0), (1)');
    expect(await ring(database.url, newSecretKey, old().marking)).toEqual(old());
    expect(await ring(database.url, newSecretKey)).toEqual(old());
    await before.close();
    await database.drop();
  });
});
