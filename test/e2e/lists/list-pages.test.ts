import { beforeAll, expect, test } from 'vitest';
import { fill, heading, press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let company: number;
beforeAll(async () => {
  company = await scenario.testApp.company({ shortName: 'ООО «Ромашка»', inn: '7707083893' });
});

/** The others he opens in the tour of the demonstration (look.test.ts), where axe looks at them too. */
const ofCompanies = [
  ['/dashboard/old/employees', 'Сотрудники'],
  ['/dashboard/old/invites', 'Приглашения'],
] as const;

test('an administrator opens what a head has a list of, and axe finds nothing in it', async () => {
  const visitor = await scenario.enter(await scenario.testApp.operator('administrator'));
  const { page } = visitor;
  const found: string[] = [];
  for (const [path, title] of ofCompanies) {
    await page.goto(path);
    await heading(page, title);
    await page.waitForLoadState('networkidle');
    found.push(...(await flawsOf(page)).map((finding) => `${path}: ${finding}`));
  }
  expect(found).toEqual([]);
  await visitor.leave();
});

test('a list is only for those whom the contract lets in', async () => {
  const denied: Record<string, readonly string[]> = {
    head: [
      '/dashboard/old/individuals',
      '/dashboard/old/legal-entities',
      '/dashboard/old/operators',
      '/dashboard/logs',
      '/ledger',
    ],
    observer: ['/dashboard/old/employees', '/dashboard/old/invites', '/approvals'],
  };
  for (const role of ['head', 'observer'] as const) {
    const visitor = await scenario.enter(await scenario.testApp.employee({ legalEntityId: company, role }));
    const { page } = visitor;
    for (const path of denied[role]!) {
      await page.goto(path);
      await heading(page, 'Что-то пошло не так');
    }
    await visitor.leave(/./);
  }
});

test('a head sees the people of his company and invites one more', async () => {
  const head = await scenario.testApp.employee({ legalEntityId: company, role: 'head' });
  const visitor = await scenario.enter(head);
  const { page } = visitor;
  await page.goto('/dashboard/old/employees');
  await page.getByRole('table', { name: 'Сотрудники' }).getByText(head.email).waitFor();
  await page.goto('/dashboard/old/invites');
  await heading(page, 'Приглашения');
  await page.getByRole('button', { name: 'Пригласить' }).first().click();
  await fill(page, { Почта: 'new@test.example' });
  await page.getByLabel('Роль').selectOption({ label: 'Наблюдатель' });
  await press(page, 'Отправить приглашение');
  await page.getByText('Приглашение отправлено').waitFor();
  await page.getByRole('table', { name: 'Приглашения' }).getByText('new@test.example').waitFor();
  await visitor.leave();
});

test('an operator chooses a company by a part of its name and sees its people', async () => {
  const { email } = await scenario.testApp.employee({ legalEntityId: company, role: 'manager' });
  const visitor = await scenario.enter(await scenario.testApp.operator('manager'));
  const { page } = visitor;
  await page.goto('/dashboard/old/employees');
  await page.getByLabel('Компания').fill('ромаш');
  await page.locator('datalist option').first().waitFor({ state: 'attached' });
  await page.getByLabel('Компания').fill('ООО «Ромашка» · 7707083893');
  await page.getByRole('table', { name: 'Сотрудники' }).getByText(email).waitFor();
  expect(new URL(page.url()).search).toBe(`?company=${company}`);
  await visitor.leave();
});

test('a proposal is decided by another person, who names his reason when he refuses', async () => {
  const [maker, checker] = [
    await scenario.testApp.operator('administrator'),
    await scenario.testApp.operator('administrator'),
  ];
  const { individualId } = await scenario.testApp.individual();
  const { body } = await maker.client.get(`/api/individuals/${individualId}`);
  const { version } = body as { version: number };
  const move = { move: 'block', reason: 'Подозрение на подлог', version };
  const proposed = await maker.client.post(`/api/individuals/${individualId}/verification_status`, move);
  expect(proposed.status).toBe(200);
  const visitor = await scenario.enter(checker);
  const { page } = visitor;
  await page.goto('/approvals');
  await page.locator('[data-opener]').first().click();
  await press(page, 'Отклонить');
  await page.getByText('Назовите причину отказа').waitFor();
  await page.getByLabel(/Причина вашего решения/).fill('Документы подлинные');
  await press(page, 'Отклонить');
  await page.getByText('Решение отклонено').waitFor();
  await page.getByRole('table', { name: 'Решения вдвоём' }).getByText('Отклонено').waitFor();
  await visitor.leave();
});

test('an administrator ends the sessions of somebody who asks for help', async () => {
  const person = await scenario.testApp.individual({ lastName: 'Забывалкин' });
  const visitor = await scenario.enter(await scenario.testApp.operator('administrator'), '/dashboard/old/individuals');
  const { page } = visitor;
  await page.getByRole('searchbox').fill('Забывалкин');
  // A new search closes the panel, so the row is opened when the search is there.
  await page.waitForURL(/q=/);
  await page.getByRole('button', { name: /Забывалкин/ }).click();
  const panel = page.getByRole('complementary');
  await panel.getByText('подтверждён', { exact: false }).first().waitFor();
  await panel.getByRole('button', { name: 'Завершить сеансы' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Завершить сеансы' }).click();
  await page.getByText('Сеансы завершены').waitFor();
  expect((await person.client.get('/api/auth/me')).status).toBe(401);
  expect(await flawsOf(page)).toEqual([]);
  await visitor.leave();
});

test('an invitation is sent again and taken back', async () => {
  const head = await scenario.testApp.employee({ legalEntityId: company, role: 'head' });
  const roles = (await head.client.get('/api/employee-roles')).body.items;
  const roleId = roles.find(({ code }: { code: string }) => code === 'observer').id;
  const invitation = { email: 'again@test.example', roleId };
  await head.client.post(`/api/legal-entities/${company}/employees/invite`, invitation);
  const visitor = await scenario.enter(head, '/dashboard/old/invites');
  const { page } = visitor;
  await page.getByRole('button', { name: 'again@test.example' }).first().click();
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: 'Отправить ещё раз' }).click();
  await page.getByText('Приглашение отправлено заново').waitFor();
  // It is another invitation now, under another number.
  await page.goto('/dashboard/old/invites');
  await page.getByRole('button', { name: 'again@test.example' }).first().click();
  await panel.getByRole('button', { name: 'Отозвать' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отозвать' }).click();
  await page.getByText('Приглашение отозвано').waitFor();
  await visitor.leave();
});

test('the audit log shows before and after in words', async () => {
  const visitor = await scenario.enter(await scenario.testApp.operator('administrator'));
  const { page } = visitor;
  await page.goto('/dashboard/logs');
  await page.getByRole('table').getByText('Последний вход').first().click();
  const panel = page.getByRole('complementary');
  await panel.getByText('Было:').first().waitFor();
  await panel.getByText(/МСК/).first().waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await visitor.leave();
});
