import { beforeEach, describe, expect, test } from 'vitest';
import { defaultFee } from '#domain/money/tariff.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { addDays, moscowDay, toDay } from '#domain/values/days.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { smallPaper } from '../helpers/files/multipart.ts';
import { agree, openPaymentScenario, payFully } from '../payments/helpers/scenario.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;
beforeEach(() => scenario.run('delete from approvals'));
beforeEach(() => scenario.run('delete from tariffs'));

const items = '/api/dictionaries/tariff/items';
const today = moscowDay(new Date());
const form = {
  name: 'Общий',
  legalEntityId: null,
  ...defaultFee(KNOWN_RATES, toDay('2026-11-20')),
  validFrom: addDays(today, 10),
  validTo: null,
};
const add = (change: object = {}, who = scenario.operator) => who.post(items, { ...form, ...change });
const ofCompany = async () => (await scenario.head.get(`/api/legal-entities/${scenario.company}/tariffs`)).body;
const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const pending = async () => (await scenario.operator.get('/api/approvals?filter[status][]=pending')).body.items;
const decide = (id: number, decision: string, reason?: string) =>
  scenario.operator.post(`/api/approvals/${id}/decision`, { decision, reason });

describe('a tariff', () => {
  test('is planned, then in force, then ended, as its days say', async () => {
    const states = async () =>
      (await scenario.operator.get(`${items}?sort[validFrom]=1`)).body.items.map(
        ({ state }: { state: string }) => state,
      );
    await add();
    await add({ validFrom: addDays(today, -20), validTo: addDays(today, -1) });
    await add({ validFrom: today, validTo: addDays(today, 9) });
    expect(await states()).toEqual(['ended', 'active', 'planned']);
  });

  test('of a company goes before the common one, and the company sees which is its own today', async () => {
    const common = (await add({ validFrom: today })).body.id;
    expect(await ofCompany()).toMatchObject({ current: common, items: [{ id: common, settlements: 0 }] });
    const own = (await add({ name: 'Особый', legalEntityId: scenario.company, validFrom: today })).body.id;
    const seen = await ofCompany();
    expect(seen.current).toBe(own);
    expect(seen.items).toHaveLength(2);
  });

  test('of another company is seen by nobody but operators', async () => {
    const other = await scenario.testApp.company();
    const { id } = (await add({ legalEntityId: other })).body;
    expect((await scenario.head.get(`${items}/${id}`)).status).toBe(404);
    expect((await scenario.head.get(items)).body.items).toEqual([]);
    expect((await scenario.operator.get(`${items}/${id}`)).body.legalEntityId).toBe(other);
    expect((await scenario.debtor.get(items)).status).toBe(403);
  });

  test('shares no day with another one for the same, also when both come at once', async () => {
    const both = await Promise.all([add(), add({ name: 'Второй' })]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 400]));
    const { fields } = both.find(({ status }) => status === 400)!.body;
    expect(fields.validFrom).toMatch(/^На эти дни уже есть тариф: с \d\d\.\d\d\.\d{4} без срока$/);
    expect((await add({ legalEntityId: scenario.company })).status).toBe(201);
  });

  test.each([
    ['rateBps', { rateBps: 0 }],
    ['max', { min: 200, max: 100 }],
    ['vatBps', { vatBps: 0 }],
    ['validTo', { validTo: addDays(today, 9) }],
    ['legalEntityId', { legalEntityId: 999_999_999 }],
  ])('that is wrong says so at %s', async (field, change) => {
    const { status, body } = await add(change);
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  });

  test('changes as a whole until its first day; then only its name and its end do', async () => {
    const { id, version } = (await add()).body;
    const put = (change: object) => scenario.operator.put(`${items}/${id}`, { ...form, version, ...change });
    const changed = await put({ rateBps: 700 });
    expect(changed.body).toMatchObject({ rateBps: 700, version: version + 1 });
    expect((await put({})).body.code).toBe('version.stale');
    await scenario.run('update tariffs set valid_from = $2 where id = $1', [id, today]);
    const started = { version: version + 1, validFrom: today };
    expect((await put({ ...started, rateBps: 800 })).body.fields).toHaveProperty('rateBps');
    expect((await put({ ...started, rateBps: 700, validTo: addDays(today, -2) })).body.fields).toHaveProperty(
      'validTo',
    );
    const ended = await put({ ...started, rateBps: 700, name: 'Прежний', validTo: addDays(today, 5) });
    expect(ended.body).toMatchObject({ name: 'Прежний', validTo: addDays(today, 5), state: 'active' });
  });
});

describe('what an accountant changes', () => {
  test('counts only when an administrator has approved it', async () => {
    const { id, state } = (await add({ validFrom: today }, accountant)).body;
    expect(state).toBe('proposed');
    expect(await ofCompany()).toEqual({ current: null, items: [], more: false });
    const [proposal] = await pending();
    expect(proposal).toMatchObject({
      title: 'Ввести тариф',
      objectType: 'tariff',
      objectName: 'Общий',
      mayDecide: true,
    });
    expect(plain(proposal.reason)).toMatch(
      /^Новый тариф «Общий»\. Для всех: 5 % от каждого платежа.* Платит: кредитор\..* Действует с /,
    );
    expect((await decide(proposal.id, 'approve')).body.status).toBe('approved');
    expect(await ofCompany()).toMatchObject({ current: id, items: [{ state: 'active', rateBps: 500 }] });
  });

  test('stays as it was when the administrator refuses, and may be proposed again', async () => {
    const { id, version } = (await add()).body;
    const put = () => accountant.put(`${items}/${id}`, { ...form, version, rateBps: 900 });
    expect((await put()).body.rateBps).toBe(500);
    expect(plain((await pending())[0].reason)).toMatch(
      /^Тариф «Общий»\. Было: Для всех: 5 % .* Станет: Для всех: 9 % от каждого платежа/,
    );
    expect((await put()).body.code).toBe('move.illegal');
    await decide((await pending())[0].id, 'reject', 'Дорого');
    expect((await scenario.operator.get(`${items}/${id}`)).body.rateBps).toBe(500);
    expect((await put()).status).toBe(200);
    await decide((await pending())[0].id, 'approve');
    expect((await scenario.operator.get(`${items}/${id}`)).body).toMatchObject({ rateBps: 900, version: version + 1 });
  });

  test('cannot be approved once the tariff has begun: settlements are concluded by it', async () => {
    const { id, version } = (await add()).body;
    expect((await accountant.put(`${items}/${id}`, { ...form, version, rateBps: 900 })).status).toBe(200);
    await scenario.run('update tariffs set valid_from = $2 where id = $1', [id, today]);
    const [proposal] = await pending();
    const { body } = await decide(proposal.id, 'approve');
    expect(body).toMatchObject({ code: 'move.illegal', message: expect.stringContaining('уже действует') });
    expect((await scenario.operator.get(`${items}/${id}`)).body.rateBps).toBe(500);
  });

  test('cannot be approved when its days have been taken or the tariff has changed meanwhile', async () => {
    await add({ validFrom: today }, accountant);
    const taken = (await add({ validFrom: today })).body;
    const [first] = await pending();
    expect((await decide(first.id, 'approve')).body).toMatchObject({ code: 'move.illegal' });
    await decide(first.id, 'reject', 'Занято');
    await accountant.put(`${items}/${taken.id}`, {
      ...form,
      name: 'Новое имя',
      validFrom: today,
      version: taken.version,
    });
    await scenario.operator.put(`${items}/${taken.id}`, {
      ...form,
      name: 'Иное имя',
      validFrom: today,
      version: taken.version,
    });
    const [second] = await pending();
    const { body } = await decide(second.id, 'approve');
    expect(body).toMatchObject({ code: 'move.illegal', message: 'Тариф с тех пор изменился' });
  });
});

test('a simulation tells what a tariff would have charged of the payments that came, beside what was charged', async () => {
  await add({ validFrom: today });
  const id = await agree(scenario);
  await payFully(scenario, id, 1_000_000);
  await payFully(scenario, id, 2_000_000);
  const period = { legalEntityId: null, from: today, to: today };
  const simulate = async (change: object) =>
    (
      await scenario.operator.post('/internal/tariffs/simulate', {
        ...defaultFee(KNOWN_RATES, toDay('2026-11-20')),
        ...period,
        ...change,
      })
    ).body;
  const came = { payments: 2, paid: 3_000_000, chargedFee: 150_000 };
  expect(await simulate({})).toEqual({ ...came, fee: 150_000, vat: 27_049 });
  // 3 % of each payment, at least 500,00: 500,00 of the first and 600,00 of the second.
  expect(await simulate({ rateBps: 300, min: 50_000, vatMode: 'none', vatBps: 0 })).toEqual({
    ...came,
    fee: 110_000,
    vat: 0,
  });
  // 1 % of the agreed 30 000,00, in the share of each payment.
  expect(await simulate({ base: 'agreed_amount', rateBps: 100 })).toMatchObject({ ...came, fee: 30_000 });
  expect(await simulate({ legalEntityId: await scenario.testApp.company() })).toMatchObject({ payments: 0, fee: 0 });
  expect((await simulate({ to: addDays(today, -1) })).fields).toHaveProperty('to');
  expect((await scenario.operator.get(items)).body.items[0]).toMatchObject({ settlements: 1 });
});

test('a simulation of more payments than are counted at once asks for fewer days', async () => {
  const id = await agree(scenario);
  // By pieces: a statement of the server may not last longer than some seconds.
  for (let piece = 0; piece < 24; piece++) {
    await scenario.run(
      `insert into payments (settlement_id, individual_id, legal_entity_id, channel, amount, status, value_date, succeeded_at)
      select id, individual_id, legal_entity_id, 'sbp', 1, 'failed', '2020-02-01', '2020-02-01 12:00+03'
      from settlements, generate_series(1, 2100) where id = $1`,
      [id],
    );
  }
  const simulate = (to: string) =>
    scenario.operator.post('/internal/tariffs/simulate', {
      ...defaultFee(KNOWN_RATES, toDay('2026-11-20')),
      legalEntityId: null,
      from: '2020-01-01',
      to,
    });
  expect((await simulate('2020-02-01')).body.fields).toHaveProperty('to');
  expect((await simulate('2020-01-31')).body).toMatchObject({ payments: 0 });
});

test('an appendix to the tariffs is put there by an operator and read by its company alone', async () => {
  const path = `/api/legal-entities/${scenario.company}/tariffs/tariff-files`;
  const put = (client: Client): Promise<Reply> => {
    const form = new FormData();
    form.set('file', new File([smallPaper], 'приложение.pdf'));
    return client.send('POST', path, form);
  };
  const added = await put(accountant);
  expect([added.status, added.body.name]).toEqual([201, 'приложение.pdf']);
  const nothing = new FormData();
  nothing.set('name', 'Без файла');
  expect((await accountant.send('POST', path, nothing)).body.code).toBe('input.invalid');
  expect((await put(scenario.head)).status).toBe(403);
  expect((await scenario.head.get(path)).body.items).toMatchObject([{ id: added.body.id }]);
  expect((await scenario.head.get(`${path}/${added.body.id}`)).text).toBe(smallPaper);
  // It is none of the company's own papers.
  expect((await scenario.head.get(`/api/legal-entities/${scenario.company}/files/other/${added.body.id}`)).status).toBe(
    404,
  );
  const other = await scenario.testApp.company();
  expect((await accountant.get(`/api/legal-entities/${other}/tariffs/tariff-files/${added.body.id}`)).status).toBe(404);
  expect((await accountant.delete(`${path}/${added.body.id}`)).status).toBe(204);
  expect((await scenario.head.get(path)).body.items).toEqual([]);
});
