import { beforeAll, expect, test } from 'vitest';
import { password } from '#test/helpers/boot.ts';
import { letterTo } from '#test/helpers/mail/letters.ts';
import { runAlone } from '#test/helpers/server.ts';
import { fill, heading, press, signIn } from '../helpers/acts.ts';
import { accessibilityFindings } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let company: number;
beforeAll(async () => {
  company = await scenario.testApp.company({ shortName: 'ООО «Ромашка»', inn: '7707083893' });
  await scenario.testApp.employee({ legalEntityId: company, role: 'head' });
});

test('an administrator finds an employee among those of all companies, renames and dismisses him', async () => {
  const { email } = await scenario.testApp.employee({ legalEntityId: company, role: 'manager' });
  // Whoever holds a power of attorney keeps the name that stands in it (docs/decisions/0112).
  await runAlone(scenario.testApp.databaseUrl, `update powers_of_attorney set status = 'revoked'`);
  const visitor = await scenario.enter(await scenario.testApp.operator('administrator'), '/dashboard/old/employees');
  const { page } = visitor;
  await page.getByRole('searchbox').fill(email);
  const table = page.getByRole('table', { name: 'Сотрудники' });
  await expect.poll(() => table.locator('tr[data-id]').count(), { timeout: 10_000 }).toBe(1);
  await table.locator('[data-opener]').click();
  const panel = page.getByRole('complementary').last();
  await panel.getByText('ООО «Ромашка»').waitFor();

  await press(panel, 'Изменить имя');
  await fill(page.getByRole('dialog'), { Фамилия: 'Новосёлов' });
  await press(page.getByRole('dialog'), 'Сохранить');
  await table.getByText('Новосёлов').waitFor();

  await press(panel, 'Уволить');
  await press(page.getByRole('alertdialog'), 'Уволить');
  await page.getByText('Сотрудник уволен').waitFor();
  await table.getByText('Отключён').waitFor();
  await visitor.leave();
});

test('a company with more roles than a page of a list holds offers each of them, and no role of others', async () => {
  const crowded = await scenario.testApp.company({ shortName: 'ООО «Много ролей»', inn: '7704217370' });
  await runAlone(
    scenario.testApp.databaseUrl,
    `insert into roles (kind, code, name, system, legal_entity_id)
     select 'employee', 'crowd_' || n, 'Участок ' || n, false, ${crowded} from generate_series(1, 130) n`,
  );
  await runAlone(
    scenario.testApp.databaseUrl,
    `insert into roles (kind, code, name, system, legal_entity_id) values ('employee', 'foreign', 'Чужая роль', false, ${company})`,
  );
  const visitor = await scenario.enter(
    await scenario.testApp.operator('administrator'),
    `/legal-entity-${crowded}?tab=employees`,
  );
  const { page } = visitor;
  await press(page, 'Пригласить');
  const role = page.getByLabel('Роль', { exact: true });
  await role.selectOption({ label: 'Участок 130' });
  const offered = await role.locator('option').allTextContents();
  expect(offered.filter((name) => name.startsWith('Участок'))).toHaveLength(130);
  expect(offered).not.toContain('Чужая роль');
  await visitor.leave();
});

test('an administrator gives an operator another role and dismisses him', async () => {
  const administrator = await scenario.testApp.operator('administrator');
  const { email } = await scenario.testApp.operator('observer');
  const visitor = await scenario.enter(administrator, '/dashboard/old/operators');
  const { page } = visitor;
  await heading(page, 'Операторы');
  const table = page.getByRole('table', { name: 'Операторы' });
  await page.getByRole('searchbox').fill(email);
  await expect.poll(() => table.locator('tr[data-id]').count(), { timeout: 10_000 }).toBe(1);
  await table.locator('[data-opener]').click();
  const panel = page.getByRole('complementary').last();
  await press(panel, 'Изменить');
  await page.getByLabel('Роль', { exact: true }).selectOption({ label: 'Бухгалтер' });
  await press(page.getByRole('dialog'), 'Сохранить');
  await table.getByText('Бухгалтер').waitFor();
  await press(panel, 'Уволить');
  await press(page.getByRole('alertdialog'), 'Уволить');
  await page.getByText('Оператор уволен').waitFor();
  await table.getByText('Отключён').waitFor();
  await visitor.leave();
});

test('whoever works in a company already signs in with his own password and accepts the invitation of another', async () => {
  const first = await scenario.testApp.company({ shortName: 'ООО «Первая»', inn: '7736207543' });
  const { email } = await scenario.testApp.employee({ legalEntityId: first, role: 'manager' });
  const administrator = await scenario.testApp.operator('administrator');
  const { body: roles } = await administrator.client.get('/api/employee-roles?limit=100');
  await administrator.client.post(`/api/legal-entities/${company}/employees/invite`, {
    email,
    roleId: roles.items.find(({ code }: { code: string }) => code === 'observer').id,
  });
  const { page, leave } = await scenario.visit();
  await page.goto((await letterTo(scenario.testApp, email)).link);
  await press(page, 'У меня уже есть учётная запись');
  await page.waitForURL((url) => url.pathname === '/signin');
  await page.getByText('Войдите со своим паролем: приглашение откроется снова.').waitFor();
  await signIn(page, 'Компания', email, password);
  await press(page, 'Принять приглашение');
  await page.waitForURL((url) => url.pathname.startsWith('/dashboard'));
  const { legalEntities } = await (await page.request.get('/api/auth/me')).json();
  expect(legalEntities.map(({ id }: { id: number }) => id)).toEqual([first, company]);
  await leave();
});

test('whoever is signed in is told whose an invitation is: his own he accepts, for another he signs out', async () => {
  const first = await scenario.testApp.company({ shortName: 'ООО «Иная»' });
  const invited = await scenario.testApp.employee({ legalEntityId: first, role: 'manager' });
  const another = await scenario.testApp.employee({ legalEntityId: first, role: 'manager' });
  const administrator = await scenario.testApp.operator('administrator');
  const { body: roles } = await administrator.client.get('/api/employee-roles?limit=100');
  await administrator.client.post(`/api/legal-entities/${company}/employees/invite`, {
    email: invited.email,
    roleId: roles.items.find(({ code }: { code: string }) => code === 'observer').id,
  });
  const { link } = await letterTo(scenario.testApp, invited.email);

  const guest = await scenario.enter(another, link);
  await guest.page.getByText(`чья почта ${invited.email}`).waitFor();
  await guest.page.getByText(another.email).waitFor();
  expect(await accessibilityFindings(guest.page)).toEqual([]);
  await press(guest.page, 'Выйти и продолжить');
  await guest.page.getByText('Вас пригласили работать от имени компании').waitFor();
  await guest.leave();

  const { page, leave } = await scenario.enter(invited, link);
  await press(page, 'Принять приглашение');
  await page.getByText('Приглашение принято').waitFor();
  await page.waitForURL((url) => url.pathname.startsWith('/dashboard'));
  const { legalEntities } = await (await page.request.get('/api/auth/me')).json();
  expect(legalEntities.map(({ id }: { id: number }) => id)).toContain(company);
  await leave();
});

test('an invitation that is sent again is still the one looked at, under its new number', async () => {
  const administrator = await scenario.testApp.operator('administrator');
  const { body: roles } = await administrator.client.get('/api/employee-roles?limit=100');
  await administrator.client.post(`/api/legal-entities/${company}/employees/invite`, {
    email: 'asked@again.test',
    roleId: roles.items.find(({ code }: { code: string }) => code === 'observer').id,
  });
  const visitor = await scenario.enter(administrator, '/dashboard/old/invites?q=asked@again.test');
  const { page } = visitor;
  const table = page.getByRole('table', { name: 'Приглашения' });
  await table.locator('[data-opener]').first().click();
  const panel = page.getByRole('complementary', { name: 'asked@again.test' });
  const old = new URL(page.url()).searchParams.get('preview');
  await press(panel, 'Отправить ещё раз');
  await page.getByText('Приглашение отправлено заново').waitFor();
  await page.waitForURL((url) => ![null, old].includes(url.searchParams.get('preview')));
  await panel.getByText('Ждёт ответа').waitFor();
  await visitor.leave();
});
