import { afterAll, expect, test, vi } from 'vitest';
import { unzip } from '../helpers/files/workbook.ts';
import { patience } from '../helpers/patience.ts';
import { cookiesOf } from '../lists/helpers/downloads.ts';
import type { PaymentScenario } from '../payments/helpers/scenario.ts';
import { canaries } from './helpers/canaries.ts';
import { makeMarkedSubject } from './helpers/subject.ts';

let scenario: PaymentScenario;
afterAll(() => scenario.stop());

test('a person has been here for a while', async () => {
  ({ scenario } = await makeMarkedSubject());
}, 60_000);

test('a person takes his data away whole: tables as readable data, documents, files, within five seconds', async () => {
  const began = performance.now();
  const started = await scenario.debtor.post('/api/background-tasks/exports', {
    operation: 'own-data.archive',
    query: '',
  });
  expect(started.status, started.text).toBe(202);
  const task = await vi.waitFor(async () => {
    const { items } = (await scenario.debtor.get('/api/background-tasks')).body;
    expect(items[0]).toMatchObject({ state: 'done', title: 'Мои данные', message: null });
    return items[0];
  }, patience);
  expect(performance.now() - began).toBeLessThan(5_000);
  const path = `/api/background-tasks/${task.id}/file`;
  const file = await fetch(scenario.testApp.url + path, { headers: { cookie: cookiesOf(scenario.debtor) } });
  expect(decodeURIComponent(file.headers.get('content-disposition')!)).toMatch(/Мои данные .*\.zip/);
  const parts = unzip(Buffer.from(await file.arrayBuffer()));
  const { разделы: sections } = JSON.parse(parts.get('данные.json')!);
  const told = JSON.stringify(sections);
  const { lastName, firstName, middleName, birthDate, inn, snils, passport, comment, email } = canaries;
  for (const value of [
    lastName,
    firstName,
    middleName,
    birthDate,
    inn,
    snils,
    passport.number,
    comment,
    email,
    '+79035551729',
  ]) {
    expect(told).toContain(value);
  }
  expect(sections['Личные данные']).toMatchObject([{ фамилия: lastName, паспорт: passport, СНИЛС: snils }]);
  for (const title of ['Согласия', 'Урегулирования', 'Платежи', 'Документы', 'Сеансы', 'Заявки', 'Подписи']) {
    expect(sections[title].length, title).toBeGreaterThan(0);
  }
  expect(told).not.toMatch(/password_hash|token_hash|"1\.[\w-]{40}/);
  // The creditor's least and automatic shares, and what the template of registries says the debtor does not see.
  expect(told).not.toMatch(/minLumpBps|autoAcceptBps|external_id|min_amount/);
  for (const settlement of sections['Урегулирования']) expect(settlement).not.toHaveProperty('band');
  for (const claim of sections['Требования кредиторов']) expect(claim).not.toHaveProperty('комментарий');
  const names = [...parts.keys()];
  expect(names.filter((name) => name.startsWith('документы/')).length).toBeGreaterThan(1);
  expect(names.filter((name) => name.startsWith('файлы/'))).toHaveLength(1);
});

test('nobody else fetches it, and that it was made stands in the audit', async () => {
  const { items } = (await scenario.debtor.get('/api/background-tasks')).body;
  expect((await scenario.other.get(`/api/background-tasks/${items[0].id}/file`)).status).toBe(404);
  expect((await scenario.operator.get(`/api/background-tasks/${items[0].id}/file`)).status).toBe(404);
  const rows = await scenario.run(
    `select kind from audit_log where operation = 'own-data.archive' and action = 'reveal' and object_type = 'accounts'`,
  );
  expect(rows).toEqual([{ kind: 'individual' }]);
});

test('an operator and an employee take theirs', async () => {
  for (const client of [scenario.operator, scenario.head]) {
    const reply = await client.get('/api/auth/own-data');
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip']);
  }
});
