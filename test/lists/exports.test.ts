import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCompany, makeIndividual } from '#server/demo/factories.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, boot, passwordHash } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { readWorkbook, valuesOf } from '../helpers/files/workbook.ts';
import { companyCells, personCells, type Row } from './helpers/cells.ts';
import { cookiesOf } from './helpers/downloads.ts';

const people = '/api/individuals';
const companies = '/api/legal-entities';
const statuses = ['unverified', 'pending', 'verified', 'blocked'] as const;

/** Names that a careless writer would make formulas or broken markup of. */
const names = [
  '=1+1',
  '+7',
  '-1',
  '@SUM(A1)',
  '\tТаб',
  '\rВозврат',
  '＝1+1',
  "=cmd|' /C calc'!A0",
  '<b>&"',
  '_x0041_',
  'Ёлкин',
];

let testApp: Booted;
let manager: Client;

beforeAll(async () => {
  testApp = await boot();
  manager = (await testApp.operator('manager')).client;
  const hash = passwordHash();
  await inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
    for (const [index, lastName] of names.entries()) {
      const verificationStatus = statuses[index % statuses.length]!;
      const phone = `+7900000${String(index).padStart(4, '0')}`;
      const inn = `0077${String(index).padStart(8, '0')}`;
      await makeIndividual(tx, { lastName, phone, inn, verificationStatus, passwordHash: hash });
      const ogrn = `${1_027_700_132_190 + index}`;
      await makeCompany(tx, {
        shortName: `${lastName} и Ко`,
        inn: `00${77_000_000 + index}`,
        ogrn,
        verificationStatus,
      });
    }
    await makeIndividual(tx, { lastName: 'Безданных', middleName: null, passwordHash: hash });
    await tx
      .updateTable('individuals')
      .set({ pendingSince: new Date('2025-03-31T22:30:00Z') })
      .where('verificationStatus', '=', 'pending')
      .execute();
  });
});
afterAll(() => testApp.stop());

async function exported(client: Client, path: string, query = ''): Promise<(string | null)[][]> {
  const [sheet, about, ...others] = readWorkbook(await fileOf(client, path, query));
  expect([about!.name, others]).toEqual(['О выгрузке', []]);
  expect(sheet!.xml).not.toContain('<f');
  return valuesOf(sheet!);
}

async function fileOf(client: Client, path: string, query = ''): Promise<Buffer> {
  const response = await ask(client, `${path}/exports/excel?${query}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const ask = (client: Client, path: string): Promise<Response> =>
  fetch(client.url + path, { headers: { cookie: cookiesOf(client) } });

async function listed(client: Client, path: string, query = ''): Promise<Row[]> {
  const { status, body } = await client.get(`${path}?limit=100&${query}`);
  expect(status).toBe(200);
  expect(body.items.length).toBe(body.total);
  return body.items;
}

describe('an export holds what the list shows, cell by cell', () => {
  test.each([
    ['everybody', ''],
    ['by name', 'sort[name]=1'],
    ['by the queue, backwards', 'sort[pendingSince]=-1'],
    ['one status', 'filter[verificationStatus]=pending'],
    ['two statuses', 'filter[verificationStatus][]=verified&filter[verificationStatus][]=blocked&sort[name]=-1'],
    ['by day', 'filter[createdFrom]=2020-01-01&filter[createdTo]=2099-01-01'],
    ['by a day when nobody came', 'filter[createdTo]=2020-01-01'],
    ['searched by name', `q=${encodeURIComponent('ёлк')}`],
    ['searched by phone', `q=${encodeURIComponent('+7900000')}`],
  ])('people: %s', async (_, query) => {
    const [header, ...rows] = await exported(manager, people, query);
    expect(header).toEqual([
      'Номер',
      'Фамилия',
      'Имя',
      'Отчество',
      'ИНН',
      'Телефон',
      'Почта',
      'Статус',
      'На верификации с',
      'Создано',
    ]);
    expect(rows).toEqual((await listed(manager, people, query)).map(personCells));
  });

  test.each([
    ['all', ''],
    ['by name', 'sort[name]=-1'],
    ['one status', 'filter[verificationStatus]=verified'],
    ['searched', `q=${encodeURIComponent('и ко')}`],
  ])('companies: %s', async (_, query) => {
    const [header, ...rows] = await exported(manager, companies, query);
    expect(header).toEqual([
      'Номер',
      'Название',
      'ИНН',
      'ОГРН',
      'Вид',
      'Статус',
      'Сотрудников',
      'На верификации с',
      'Создано',
    ]);
    expect(rows).toEqual((await listed(manager, companies, query)).map(companyCells));
    expect(rows.length).toBeGreaterThan(0);
  });

  test('names that look like formulas stay texts', async () => {
    const rows = await exported(manager, people);
    expect(rows.map((row) => row[1])).toEqual(expect.arrayContaining(names));
    const [sheet] = readWorkbook(await fileOf(manager, people, 'columns[]=lastName&columns[]=inn&columns[]=phone'));
    const types = sheet!.rows.flat().map((cell) => cell?.type ?? 'inlineStr');
    expect(new Set(types)).toEqual(new Set(['inlineStr']));
    expect(rows.map((row) => row[4])).toContain('007700000000');
  });

  test('whoever finds the file reads whose it was, in the workbook and on each printed page', async () => {
    const [sheet, about] = readWorkbook(await fileOf(manager, people));
    const facts = Object.fromEntries(valuesOf(about!)) as Record<string, string>;
    expect(facts['Список']).toBe('Физические лица');
    expect(facts['Выгрузил']).toMatch(/^\S+ .*, учётная запись № \d+$/);
    expect(facts['Когда']).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d МСК$/);
    for (const { xml } of [sheet!, about!]) {
      const foot = `Уговор. Физические лица. Выгрузил: ${facts['Выгрузил']}, ${facts['Когда']}`;
      expect(xml).toContain(`<oddFooter>&amp;L&amp;8${foot}&amp;R&amp;8&amp;P</oddFooter>`);
    }
    const { rows } = await testApp.owner.query('select account_id from audit_log where request_id = $1', [
      facts['Номер запроса'],
    ]);
    expect(rows[0].account_id).toBe(Number(/\d+$/.exec(facts['Выгрузил']!)![0]));
  });

  test('only the columns asked for, in that order', async () => {
    const rows = await exported(manager, people, 'columns[]=phone&columns[]=lastName&columns[]=phone&sort[name]=1');
    const list = await listed(manager, people, 'sort[name]=1');
    expect(rows).toEqual([['Телефон', 'Фамилия'], ...list.map((row) => [row['phone'], row['lastName']])]);
    const refused = await manager.get(`${people}/exports/excel?columns[]=passport`);
    expect([refused.status, refused.body.code]).toEqual([400, 'input.invalid']);
  });

  test('masked for whom the list masks', async () => {
    const { pool } = testApp.app.database;
    const taken =
      await pool.query(`delete from role_permissions where permission_id = (select id from permissions where code = 'individuals.reveal')
      and role_id = (select id from roles where code = 'administrator' and kind = 'operator' and system) returning role_id, permission_id`);
    try {
      const { client } = await testApp.operator('administrator');
      const [, ...rows] = await exported(client, people);
      expect(rows).toEqual((await listed(client, people)).map(personCells));
      expect(rows.map((row) => row[5])).toContain('+7 *** ***-00-00');
    } finally {
      const { role_id, permission_id } = taken.rows[0]!;
      await pool.query('insert into role_permissions (role_id, permission_id) values ($1, $2)', [
        role_id,
        permission_id,
      ]);
    }
  });
});

describe('an export goes', () => {
  test('only to those who may', async () => {
    const legalEntityId = await testApp.company();
    const actors = {
      observer: (await testApp.operator('observer')).client,
      verifier: (await testApp.operator('verifier')).client,
      head: (await testApp.employee({ legalEntityId, role: 'head' })).client,
      individual: (await testApp.individual()).client,
      nobody: testApp.anonymous(),
    };
    for (const path of [people, companies]) {
      const answers = Object.entries(actors).map(async ([name, client]) => [
        name,
        (await client.get(`${path}/exports/excel`)).status,
      ]);
      expect(Object.fromEntries(await Promise.all(answers))).toEqual({
        observer: 403,
        verifier: 403,
        head: 403,
        individual: 403,
        nobody: 401,
      });
    }
  });

  test('as a file with a Russian name, kept by no cache', async () => {
    const response = await ask(manager, `${companies}/exports/excel`);
    await response.arrayBuffer();
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const disposition = response.headers.get('content-disposition')!;
    expect(disposition).toMatch(/^attachment; filename="file\.xlsx"; filename\*=UTF-8''[\w%.-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1]!)).toMatch(/^Юридические лица \d\d\.\d\d\.\d{4}\.xlsx$/);
  });

  test('into the audit: who, which filters, how many rows, and never what was searched for', async () => {
    const { client, accountId } = await testApp.operator('administrator');
    const query = `q=${encodeURIComponent('Ёлкин')}&filter[verificationStatus]=verified&sort[name]=1&columns[]=inn&columns[]=lastName`;
    const rows = (await exported(client, people, query)).length - 1;
    await expect.poll(() => audited(accountId)).toHaveLength(2);
    const [start, end] = await audited(accountId);
    expect(start).toEqual({
      columns: ['inn', 'lastName'],
      filter: { verificationStatus: ['verified'] },
      sort: { name: 1 },
      searched: true,
    });
    expect(end).toEqual({ rows, whole: true });
    expect(rows).toBeGreaterThan(0);
  });
});

async function audited(accountId: number): Promise<unknown[]> {
  const { rows } = await testApp.app.database.pool.query<{ after: unknown }>(
    `select after from audit_log where account_id = $1 and action = 'reveal' and object_type = 'exports'
      and operation = 'individuals.exportExcel' and ip is not null and request_id is not null order by id`,
    [accountId],
  );
  return rows.map(({ after }) => after);
}
