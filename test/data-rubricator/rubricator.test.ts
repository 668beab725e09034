import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../emulators/start.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';

const key = 'token-of-the-tests';

const suggest = async (client: Client, what: 'address' | 'legal-entity', query: string, count?: number) =>
  client.post(`/api/data-rubricator/suggest/${what}`, { query, ...(count && { count }) });
const valuesOf = async (client: Client, query: string, count?: number): Promise<string[]> =>
  (await suggest(client, 'address', query, count)).body.items.map(({ value }: { value: string }) => value);
const companiesOf = async (client: Client, query: string) => (await suggest(client, 'legal-entity', query)).body.items;

describe('without a partner', () => {
  let testApp: Booted;
  beforeAll(async () => {
    testApp = await boot();
  });
  afterAll(() => testApp.stop());

  test('regions and cities are suggested with their clocks, to whoever asks', async () => {
    const { body } = await suggest(testApp.anonymous(), 'address', 'тольят');
    expect(body.items).toEqual([
      {
        value: 'Самарская область, г. Тольятти',
        region: 'Самарская область',
        city: 'Тольятти',
        postalCode: null,
        zone: 'Europe/Samara',
      },
    ]);
    expect(await valuesOf(testApp.anonymous(), 'новг', 2)).toHaveLength(2);
    expect(await valuesOf(testApp.anonymous(), 'Самара, ул. Мира')).toEqual([]);
  });

  test('companies of the platform are suggested to whoever is signed in, verified ones only', async () => {
    const inn = '7707083893';
    const id = await testApp.company({ inn });
    const { client } = await testApp.individual();
    await testApp.app.database.pool.query(
      `update legal_entities set verification_status = 'unverified' where id = $1`,
      [id],
    );
    expect(await companiesOf(client, inn)).toEqual([]);
    await testApp.app.database.pool.query(
      `update legal_entities set verification_status = 'verified', legal_address = 'Москва' where id = $1`,
      [id],
    );
    expect(await companiesOf(client, inn.slice(0, 7))).toMatchObject([{ inn, address: 'Москва' }]);
    expect(await companiesOf(testApp.anonymous(), inn)).toEqual([]);
  });

  test('the address of an entrepreneur, who lives there, is nobody’s', async () => {
    const inn = '500100732259';
    const id = await testApp.company({ inn });
    await testApp.app.database.pool.query(
      `update legal_entities set verification_status = 'verified', legal_address = 'Москва, ул. Мира' where id = $1`,
      [id],
    );
    expect(await companiesOf((await testApp.individual()).client, inn)).toMatchObject([{ inn, address: null }]);
  });

  test.each([
    ['росс', ['Россия']],
    ['643', ['Россия']],
    ['by', ['Беларусь']],
    ['нет такой', []],
  ])('of the countries «%s» finds %j', async (q, names) => {
    const { body } = await testApp.anonymous().get(`/api/data-rubricator/suggest/countries?q=${encodeURIComponent(q)}`);
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(names);
  });
});

describe('with a partner who speaks as DaData', () => {
  let testApp: Booted;
  let partner: Emulator<'rubricator'>;
  const control = (path: string, body?: object) =>
    fetch(`http://127.0.0.1:${partner.ports.http}/control/${path}`, {
      method: 'POST',
      body: JSON.stringify(body ?? {}),
    });
  beforeAll(async () => {
    partner = await startEmulator('rubricator', { RUBRICATOR_KEY: key });
  });
  afterAll(() => partner.stop());
  beforeEach(async () => {
    await control('behaviour', { mode: 'ok' });
    testApp = await boot({ rubricator: { url: `http://127.0.0.1:${partner.ports.http}`, key } });
    return () => testApp.stop();
  });

  test('addresses come from him whole, with the clock of the region', async () => {
    const { body } = await suggest(testApp.anonymous(), 'address', 'самара');
    expect(body.items[0]).toEqual({
      value: 'г Самара, ул Мира, д 1',
      region: 'Самарская обл',
      city: 'Самара',
      postalCode: '443001',
      zone: 'Europe/Samara',
    });
    expect(await valuesOf(testApp.anonymous(), 'самара', 1)).toHaveLength(1);
  });

  test('strangers spend a hundred questions of a network, then there is what we know ourselves; who is signed in goes on', async () => {
    const asked = async () => ((await (await control('asked')).json()) as { asked: number }).asked;
    const before = await asked();
    for (let turn = 0; turn < 11; turn++) {
      const some = Array.from({ length: 10 }, (_, at) => valuesOf(testApp.anonymous(), `самара ${turn} ${at}`));
      await Promise.all(some);
    }
    expect((await asked()) - before).toBe(100);
    expect(await valuesOf(testApp.anonymous(), 'тольят')).toEqual(['Самарская область, г. Тольятти']);
    const { client } = await testApp.individual();
    expect(await valuesOf(client, 'самара')).toContain('г Самара, ул Мира, д 1');
  });

  test('companies come from him for strangers too: the state register is open', async () => {
    expect(await companiesOf(testApp.anonymous(), '7707')).toEqual([
      {
        inn: '7707083893',
        kpp: '770701001',
        ogrn: '1027700132195',
        name: 'ООО "РОМАШКА"',
        fullName: 'ООО "РОМАШКА", полностью',
        address: 'г Москва, ул Лесная, д 5',
      },
    ]);
  });

  test.each(['error', 'hang', 'broken', 'huge', 'redirect'])(
    'when he answers «%s», there is what we know ourselves, and soon he is left alone',
    async (mode) => {
      await control('behaviour', { mode });
      const client = testApp.anonymous();
      const begun = performance.now();
      expect(await valuesOf(client, 'тольят')).toEqual(['Самарская область, г. Тольятти']);
      expect(performance.now() - begun).toBeLessThan(3_000);
      for (let turn = 0; turn < 5; turn++) await valuesOf(client, 'омск');
      const asked = async () => ((await (await control('asked')).json()) as { asked: number }).asked;
      const before = await asked();
      expect(await valuesOf(client, 'тольят')).toEqual(['Самарская область, г. Тольятти']);
      expect(await asked()).toBe(before);
    },
    30_000,
  );

  test('a key that he does not know is as good as no partner', async () => {
    const other = await boot({ rubricator: { url: `http://127.0.0.1:${partner.ports.http}`, key: 'another-token' } });
    expect(await valuesOf(other.anonymous(), 'тольят')).toEqual(['Самарская область, г. Тольятти']);
    await other.stop();
  });
});
