import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultFee } from '#domain/money/tariff.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { addDays, moscowDay, toDay } from '#domain/values/days.ts';
import { agree, openPaymentScenario } from '../payments/helpers/scenario.ts';

const scenario = await openPaymentScenario();
const today = moscowDay(new Date());
const tariffs = '/api/dictionaries/tariff/items';
const types = '/api/dictionaries/legal-entity-type/items';
const categories = '/api/dictionaries/individual-cathegory/items';

const add = async (change: object) =>
  scenario.operator.post(tariffs, {
    name: 'Тариф',
    legalEntityId: null,
    ...defaultFee(KNOWN_RATES, toDay('2026-11-20')),
    validFrom: addDays(today, -1),
    validTo: null,
    ...change,
  });
const setType = async (typeId: number | null) => {
  const path = `/api/legal-entities/${scenario.company}`;
  const { version } = (await scenario.operator.get(path)).body;
  return scenario.operator.put(`${path}/type`, { typeId, version });
};
const setCategory = async (categoryId: number | null) => {
  const path = `/api/individuals/${scenario.debtorId}`;
  const { version } = (await scenario.operator.get(path)).body;
  return scenario.operator.put(`${path}/category`, { categoryId, version });
};

let type: number;
let category: number;
beforeAll(async () => {
  type = (await scenario.operator.get(`${types}?q=МФО`)).body.items[0].id;
  category = (await scenario.operator.post(categories, { name: 'Пенсионер', help: null, place: 10 })).body.id;
});
beforeEach(() => scenario.run('delete from tariffs'));

describe('a dictionary', () => {
  test('is read by everybody, kept by operators, and its words are used once', async () => {
    for (const who of [scenario.debtor, scenario.head, scenario.operator]) {
      const { status, body } = await who.get(`${types}?sort[place]=1`);
      expect(status).toBe(200);
      expect(body.items[0]).toMatchObject({
        name: 'Банк',
        uses: who === scenario.operator ? 1 : null,
        interestRight: 'lender',
      });
    }
    expect(
      (await scenario.head.post(types, { name: 'Своё', help: null, place: 1, interestRight: 'none' })).status,
    ).toBe(403);
    const bank = { name: 'банк', help: null, place: 1, interestRight: 'lender' };
    const again = await scenario.operator.post(types, bank);
    expect(again.body.fields).toEqual({ name: 'Такое название уже есть' });
  });

  test('says how often a word is used, and keeps it while it is', async () => {
    await setType(type);
    expect((await scenario.operator.get(`${types}/${type}`)).body.uses).toBe(1);
    expect((await scenario.operator.delete(`${types}/${type}`)).body.code).toBe('dictionary.in_use');
    await setType(null);
    await setCategory(category);
    expect((await scenario.operator.delete(`${categories}/${category}`)).body.code).toBe('dictionary.in_use');
    await setCategory(null);
    const added = { name: 'Лизинг', help: null, place: 70, interestRight: 'none' };
    const { id, version } = (await scenario.operator.post(types, added)).body;
    const renamed = { name: 'Лизинговая компания', help: 'Под залог', place: 71, interestRight: 'lender', version };
    expect((await scenario.operator.put(`${types}/${id}`, renamed)).body).toMatchObject({
      name: 'Лизинговая компания',
      place: 71,
      interestRight: 'lender',
    });
    expect((await scenario.operator.put(`${types}/${id}`, renamed)).body.code).toBe('version.stale');
    expect((await scenario.operator.delete(`${types}/${id}`)).status).toBe(204);
    expect((await scenario.operator.get(`${types}/${id}`)).status).toBe(404);
  });

  test('has no word that a card or a tariff could name by mistake', async () => {
    expect((await setType(999_999_999)).body.fields).toHaveProperty('typeId');
    expect((await setCategory(999_999_999)).body.fields).toHaveProperty('categoryId');
    const wrong = await add({ legalEntityTypeId: 999_999_999 });
    expect(wrong.body.fields).toEqual({ legalEntityTypeId: 'Такой записи в справочнике нет' });
    const both = await add({ legalEntityId: scenario.company, legalEntityTypeId: type });
    expect(both.body.fields).toHaveProperty('legalEntityTypeId');
  });
});

test('the narrowest tariff of a settlement is the one by which it is charged', async () => {
  expect((await setType(type)).body).toMatchObject({ typeId: type, type: 'МФО' });
  expect((await setCategory(category)).body).toMatchObject({ categoryId: category, category: 'Пенсионер' });
  const charged = async () => {
    const id = await agree(scenario);
    const [row] = await scenario.run('select tariff from settlements where id = $1', [id]);
    return (row!['tariff'] as { name: string } | null)?.name ?? null;
  };
  const narrower: [name: string, key: object][] = [
    ['Общий', {}],
    ['Пенсионерам', { individualCategoryId: category }],
    ['МФО', { legalEntityTypeId: type }],
    ['МФО и пенсионерам', { legalEntityTypeId: type, individualCategoryId: category }],
    ['Компании', { legalEntityId: scenario.company }],
  ];
  for (const [name, key] of narrower) {
    expect((await add({ name, ...key })).status).toBe(201);
    expect(await charged()).toBe(name);
  }
  await setType(null);
  await setCategory(null);
});

test('a company reads the tariffs of its kind, and not those of other kinds', async () => {
  const own = (await add({ legalEntityTypeId: type })).body.id;
  const names = async () => (await scenario.head.get(tariffs)).body.items.map(({ id }: { id: number }) => id);
  expect(await names()).toEqual([]);
  await setType(type);
  expect(await names()).toEqual([own]);
  const { current, items } = (await scenario.head.get(`/api/legal-entities/${scenario.company}/tariffs`)).body;
  expect([current, items.length]).toEqual([own, 1]);
  expect(items[0]).toMatchObject({ legalEntityType: 'МФО', individualCategory: null });
  await setType(null);
});

test('two of the same key share no day, also past the program', async () => {
  const key = { legalEntityTypeId: type, individualCategoryId: category };
  expect((await add(key)).status).toBe(201);
  expect((await add(key)).body.fields).toHaveProperty('validFrom');
  expect((await add({ legalEntityTypeId: type })).status).toBe(201);
  const again =
    scenario.run(`insert into tariffs (name, legal_entity_type_id, individual_category_id, payer, base, rate_bps, vat_mode,
      collect, valid_from) select 'Ещё', legal_entity_type_id, individual_category_id, payer, base, rate_bps, vat_mode, collect,
      valid_from + 30 from tariffs where individual_category_id is not null`);
  await expect(again).rejects.toMatchObject({ code: '23P01', constraint: 'tariffs_no_overlap' });
});

test('a tariff of a kind is tried on the past payments of that kind alone', async () => {
  const simulate = async (key: object) => {
    const { validFrom: _, ...count } = { ...defaultFee(KNOWN_RATES, toDay('2026-11-20')), validFrom: today };
    const question = { ...count, legalEntityId: null, ...key, from: addDays(today, -30), to: today };
    return (await scenario.operator.post('/internal/tariffs/simulate', question)).body.payments;
  };
  expect(await simulate({ legalEntityTypeId: type })).toBe(0);
  expect(await simulate({ individualCategoryId: category })).toBe(0);
});
