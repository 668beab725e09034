import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, makeWorld, type World } from '../access/helpers/actors.ts';
import { fromNowhere } from '../access/helpers/addresses.ts';

/** People type names in any order and numbers as they stand on paper; the palette and the lists find both. */
let world: World;
const inn = '500100737266';
const contract = '123-45-01';
const paper = 'Д-77/45 № 900';

beforeAll(async () => {
  world = await makeWorld();
  const { owner } = world.testApp;
  await owner.query(
    `update individuals set last_name = 'Иванов', first_name = 'Пётр', middle_name = 'Сергеевич', inn = $2 where id = $1`,
    [world.stranger.individual, inn],
  );
  await owner.query(
    `update accounts set phone = '+79161234501' where id = (select account_id from individuals where id = $1)`,
    [world.stranger.individual],
  );
  for (const table of ['registry_entries', 'simple_registry_entries']) {
    await owner.query(
      `update ${table} set last_name = 'Иванов', first_name = 'Пётр', middle_name = 'Сергеевич', debtor_inn = $2, contract_number = $3
      where id = $1`,
      [entryIn(table), inn, contract],
    );
  }
});
afterAll(() => world.testApp.stop());

const entryIn = (table: string): number => world.home.claims[table === 'registry_entries' ? 'entry' : 'simpleEntry'];

const person = (name: string): Actor => world.actors.find((one) => one.person.name === name)!;

async function items(who: string, path: string, q: string): Promise<{ id: number; kind?: string; detail?: string }[]> {
  const reply = await person(who).client.get(`${path}?q=${encodeURIComponent(q)}`, fromNowhere());
  expect(reply.status, reply.text).toBe(200);
  return reply.body.items;
}
const palette = async (who: string, q: string): Promise<string[]> =>
  (await items(who, '/api/search', q)).map(({ kind, id }) => `${kind} ${id}`);
const idsOf = async (who: string, path: string, q: string): Promise<number[]> =>
  (await items(who, path, q)).map(({ id }) => id);

const claims = '/internal/questionnaires/legal-entities/registry-entries';
const ofCompany = () => `/api/legal-entities/${world.home.id}/registry-entries`;
const both = () => [`claim ${world.home.claims.entry}`, `simpleEntry ${world.home.claims.simpleEntry}`];

describe('a name in any order', () => {
  test.each([
    'Петр Иванов',
    'Пётр Иванов',
    'Пётр Иванов'.normalize('NFD'),
    'иванов  петр',
    'Сергеевич Иванов',
    'Иванов, Пётр',
  ])('«%s» finds the person and his claims', async (q) => {
    const { individual } = world.stranger;
    expect(await palette('О: администратор', q)).toEqual(
      expect.arrayContaining([`individual ${individual}`, ...both()]),
    );
    expect(await palette('руководитель', q)).toEqual(expect.arrayContaining(both()));
    expect(await idsOf('О: администратор', '/api/individuals', q)).toContain(individual);
    expect(await idsOf('О: администратор', claims, q)).toContain(world.home.claims.entry);
    expect(await idsOf('руководитель', ofCompany(), q)).toContain(world.home.claims.entry);
  });

  test('a word that is not in the name finds nobody', async () => {
    expect(await palette('О: администратор', 'Петр Иванов Такихздесьнет')).toEqual([]);
  });

  test('a name beside a number finds by both', async () => {
    expect(await palette('руководитель', `Петр Иванов ${contract}`)).toEqual(both());
    expect(await palette('руководитель', `Петр Иванов ${contract}9`)).toEqual([]);
  });
});

describe('a number as it stands on paper', () => {
  test.each(['5001 0073 7266', '5001-0073-7266', '5001\u00a00073\u00a07266', '50 01 007372 66', inn])(
    'the ИНН «%s» finds whose it is, where it is seen',
    async (q) => {
      expect(await palette('О: администратор', q)).toEqual(
        expect.arrayContaining([`individual ${world.stranger.individual}`, ...both()]),
      );
      expect(await idsOf('О: администратор', '/api/individuals', q)).toEqual([world.stranger.individual]);
      expect(await idsOf('руководитель', ofCompany(), q)).toEqual([world.home.claims.entry]);
      for (const who of ['бухгалтер', 'О: наблюдатель']) expect(await palette(who, q), who).toEqual([]);
    },
  );

  test.each([contract, '123 45 01', '123/45/01', '№ 123-45-01', '123–45–01'])(
    'the contract «%s» finds its claims, also for those who see numbers masked',
    async (q) => {
      for (const who of ['руководитель', 'бухгалтер', 'О: администратор', 'О: наблюдатель'])
        expect(await palette(who, q), who).toEqual(expect.arrayContaining(both()));
      expect(await idsOf('руководитель', ofCompany(), q)).toEqual([world.home.claims.entry]);
      expect(await idsOf('О: администратор', claims, q)).toEqual([world.home.claims.entry]);
    },
  );

  test('a contract with letters and signs is found by its parts', async () => {
    const { owner } = world.testApp;
    await owner.query('update registry_entries set contract_number = $2 where id = $1', [
      world.other.claims.entry,
      paper,
    ]);
    for (const q of [paper, 'д 77 45 900', 'Д-77/45', 'Д77/45', '45 № 900', '77-45/900'])
      expect(await idsOf('О: администратор', claims, q), q).toEqual([world.other.claims.entry]);
    for (const q of ['77-900', '45/77', 'Д-7']) {
      expect((await idsOf('О: администратор', claims, q)).includes(world.other.claims.entry), q).toBe(q === 'Д-7');
    }
    expect(await palette('О: администратор', 'Д-7')).toContain(`claim ${world.other.claims.entry}`);
  });

  test.each(['123-45-01', '(916) 123-45', '+7 916 123'])('a part of a phone, «%s», finds the person', async (q) => {
    expect(await idsOf('О: администратор', '/api/individuals', q)).toEqual([world.stranger.individual]);
  });
});

describe('a surname comes before a patronymic', () => {
  beforeAll(async () => {
    const { owner } = world.testApp;
    await owner.query(`insert into individuals (last_name, first_name, middle_name)
      select 'Ларионов', 'Михаил', 'Капитонович' from generate_series(1, 9)
      union all select 'Капитонова', 'Анна', 'Петровна' union all select 'Капитонов', 'Яков', 'Ильич'`);
    await copyClaim(
      world.home.claims.entry,
      11,
      `case when n < 10 then 'Ларионов' when n = 10 then 'Капитонова' else 'Капитонов' end,
        case when n < 10 then 'Капитонович' else 'Ильич' end, 'РП-' || n`,
    );
  });

  /** @param named the surname, the patronymic and the contract of the n-th copy */
  async function copyClaim(id: number, copies: number, named: string): Promise<void> {
    const { owner } = world.testApp;
    const { rows } = await owner.query(`select column_name from information_schema.columns
      where table_name = 'registry_entries' and is_generated = 'NEVER' and is_identity = 'NO'
        and column_name not in ('last_name', 'middle_name', 'contract_number', 'external_id')`);
    const columns = rows.map((row) => row.column_name).join(', ');
    await owner.query(
      `insert into registry_entries (${columns}, last_name, middle_name, contract_number)
      select ${columns}, ${named} from registry_entries, generate_series(1, ${copies}) n where id = $1`,
      [id],
    );
  }

  test.each(['О: администратор', 'О: наблюдатель', 'руководитель', 'бухгалтер'])('for «%s»', async (who) => {
    for (const q of ['Капитонов', 'капитон', 'Кап']) {
      const found = await items(who, '/api/search', q);
      const of = (kind: string) => found.filter((one) => one.kind === kind);
      expect(of('claim').map(({ detail }) => detail?.split(' ')[0])).toEqual(
        ['Капитонов', 'Капитонова', ...Array(4).fill('Ларионов')].slice(0, of('claim').length),
      );
      expect(of('claim')).toHaveLength(6);
    }
  });

  test('the claims of the person who is shown come before those of namesakes who are not here', async () => {
    const { owner } = world.testApp;
    const named = `set last_name = 'Смородина', first_name = 'Яна' where id = $1`;
    await owner.query(`update individuals ${named}`, [world.stranger.individual]);
    // By the letters she comes last.
    await owner.query(`update registry_entries ${named}`, [world.home.claims.entry]);
    await copyClaim(world.home.claims.entry, 8, `'Смородина', 'Ильинична', 'РС-' || n`);
    const strangers = `set first_name = 'Анна', individual_id = null where contract_number like 'РС-%'`;
    await owner.query(`update registry_entries ${strangers}`);
    for (const who of ['О: администратор', 'О: наблюдатель', 'руководитель']) {
      const claims = (await items(who, '/api/search', 'Смородина')).filter(({ kind }) => kind === 'claim');
      expect(claims, who).toHaveLength(6);
      expect(claims[0], who).toMatchObject({ id: world.home.claims.entry });
    }
  });

  test('and of people too, whole before longer ones', async () => {
    const found = await items('О: администратор', '/api/search', 'Капитонов');
    const titles = found.flatMap((one) => (one.kind === 'individual' && 'title' in one ? [String(one.title)] : []));
    expect(titles).toHaveLength(6);
    expect(titles.slice(0, 2)).toEqual(['Капитонов Яков Ильич', 'Капитонова Анна Петровна']);
  });

  test('whichever word of the name is typed first', async () => {
    const [first] = (await items('О: администратор', '/api/search', 'Яков Капитонов')).filter(
      ({ kind }) => kind === 'individual',
    );
    expect(first).toMatchObject({ title: 'Капитонов Яков Ильич' });
  });

  test('for a company also where others have many of that surname', async () => {
    await copyClaim(world.other.claims.entry, 201, "'Капитонов', 'Ильич', 'РЧ-' || n");
    const found = await items('руководитель', '/api/search', 'Капитонов');
    const claims = found.filter(({ kind }) => kind === 'claim');
    expect(claims.map(({ detail }) => detail?.split(' ')[0])).toEqual([
      'Капитонов',
      'Капитонова',
      ...Array(4).fill('Ларионов'),
    ]);
  });

  test('what is found for a company does not depend on how many others have, and how much else it has', async () => {
    const q = 'Чудояровна';
    await copyClaim(world.home.claims.entry, 1, `'Петрова', '${q}', 'РТ-' || n`);
    const find = async () => (await items('руководитель', '/api/search', q)).map(({ kind, detail }) => [kind, detail]);
    const only = await find();
    expect(only).toEqual([['claim', expect.stringContaining('Петрова')]]);
    await copyClaim(world.home.claims.entry, 201, `'Петрова', 'Ильинична', 'РИ-' || n`);
    expect(await find()).toEqual(only);
    await copyClaim(world.other.claims.entry, 41, `'Петрова', '${q}', 'РП-' || n`);
    expect(await find()).toEqual(only);
  });
});
