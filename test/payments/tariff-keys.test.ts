import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { USUAL_FEE } from '#domain/money/tariff.ts';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { agree, openMoneyStage } from './bank.ts';

const stage = await openMoneyStage();
const today = moscowDay(new Date());
const tariffs = '/api/dictionaries/tariff/items';
const types = '/api/dictionaries/legal-entity-type/items';
const categories = '/api/dictionaries/individual-cathegory/items';

const add = async (change: object) =>
  stage.operator.post(tariffs, {
    name: 'Тариф',
    legalEntityId: null,
    ...USUAL_FEE,
    validFrom: addDays(today, -1),
    validTo: null,
    ...change,
  });
const setType = async (typeId: number | null) => {
  const path = `/api/legal-entities/${stage.company}`;
  const { version } = (await stage.operator.get(path)).body;
  return stage.operator.put(`${path}/type`, { typeId, version });
};
const setCategory = async (categoryId: number | null) => {
  const path = `/api/individuals/${stage.debtorId}`;
  const { version } = (await stage.operator.get(path)).body;
  return stage.operator.put(`${path}/category`, { categoryId, version });
};

let type: number;
let category: number;
beforeAll(async () => {
  type = (await stage.operator.get(`${types}?q=МФО`)).body.items[0].id;
  category = (await stage.operator.post(categories, { name: 'Пенсионер', help: null, place: 10 })).body.id;
});
beforeEach(() => stage.run('delete from tariffs'));

describe('a dictionary', () => {
  test('is read by everybody, kept by operators, and its words are used once', async () => {
    for (const who of [stage.debtor, stage.head, stage.operator]) {
      const { status, body } = await who.get(`${types}?sort[place]=1`);
      expect(status).toBe(200);
      expect(body.items[0]).toMatchObject({ name: 'Банк', uses: who === stage.operator ? 0 : null });
    }
    expect((await stage.head.post(types, { name: 'Своё', help: null, place: 1 })).status).toBe(403);
    const again = await stage.operator.post(types, { name: 'банк', help: null, place: 1 });
    expect(again.body.fields).toEqual({ name: 'Такое название уже есть' });
  });

  test('says how often a word is used, and keeps it while it is', async () => {
    await setType(type);
    expect((await stage.operator.get(`${types}/${type}`)).body.uses).toBe(1);
    expect((await stage.operator.delete(`${types}/${type}`)).body.code).toBe('dictionary.in_use');
    await setType(null);
    await setCategory(category);
    expect((await stage.operator.delete(`${categories}/${category}`)).body.code).toBe('dictionary.in_use');
    await setCategory(null);
    const { id, version } = (await stage.operator.post(types, { name: 'Ломбард', help: null, place: 70 })).body;
    const renamed = { name: 'Ломбарды', help: 'Под залог', place: 71, version };
    expect((await stage.operator.put(`${types}/${id}`, renamed)).body).toMatchObject({ name: 'Ломбарды', place: 71 });
    expect((await stage.operator.put(`${types}/${id}`, renamed)).body.code).toBe('version.stale');
    expect((await stage.operator.delete(`${types}/${id}`)).status).toBe(204);
    expect((await stage.operator.get(`${types}/${id}`)).status).toBe(404);
  });

  test('has no word that a card or a tariff could name by mistake', async () => {
    expect((await setType(999_999_999)).body.fields).toHaveProperty('typeId');
    expect((await setCategory(999_999_999)).body.fields).toHaveProperty('categoryId');
    const wrong = await add({ legalEntityTypeId: 999_999_999 });
    expect(wrong.body.fields).toEqual({ legalEntityTypeId: 'Такой записи в справочнике нет' });
    const both = await add({ legalEntityId: stage.company, legalEntityTypeId: type });
    expect(both.body.fields).toHaveProperty('legalEntityTypeId');
  });
});

test('the narrowest tariff of a deal is the one by which it is charged', async () => {
  expect((await setType(type)).body).toMatchObject({ typeId: type, type: 'МФО' });
  expect((await setCategory(category)).body).toMatchObject({ categoryId: category, category: 'Пенсионер' });
  const charged = async () => {
    const id = await agree(stage);
    const [row] = await stage.run('select tariff from settlements where id = $1', [id]);
    return (row!['tariff'] as { name: string } | null)?.name ?? null;
  };
  const narrower: [name: string, key: object][] = [
    ['Общий', {}],
    ['Пенсионерам', { individualCategoryId: category }],
    ['МФО', { legalEntityTypeId: type }],
    ['МФО и пенсионерам', { legalEntityTypeId: type, individualCategoryId: category }],
    ['Компании', { legalEntityId: stage.company }],
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
  const names = async () => (await stage.head.get(tariffs)).body.items.map(({ id }: { id: number }) => id);
  expect(await names()).toEqual([]);
  await setType(type);
  expect(await names()).toEqual([own]);
  const { current, items } = (await stage.head.get(`/api/legal-entities/${stage.company}/tariffs`)).body;
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
    stage.run(`insert into tariffs (name, legal_entity_type_id, individual_category_id, payer, base, rate_bps, vat_mode,
      collect, valid_from) select 'Ещё', legal_entity_type_id, individual_category_id, payer, base, rate_bps, vat_mode, collect,
      valid_from + 30 from tariffs where individual_category_id is not null`);
  await expect(again).rejects.toMatchObject({ code: '23P01', constraint: 'tariffs_no_overlap' });
});

test('a tariff of a kind is tried on the past payments of that kind alone', async () => {
  const simulate = async (key: object) => {
    const { validFrom: _, ...count } = { ...USUAL_FEE, validFrom: today };
    const question = { ...count, legalEntityId: null, ...key, from: addDays(today, -30), to: today };
    return (await stage.operator.post('/internal/tariffs/simulate', question)).body.payments;
  };
  expect(await simulate({ legalEntityTypeId: type })).toBe(0);
  expect(await simulate({ individualCategoryId: category })).toBe(0);
});
