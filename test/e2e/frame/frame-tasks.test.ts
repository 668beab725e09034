import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import type { Signed } from '#test/helpers/boot.ts';
import { papers } from '#test/helpers/papers.ts';
import { heading, press } from '../helpers/acts.ts';
import { accessibilityFindings } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let operator: Signed;
beforeAll(async () => {
  operator = await scenario.testApp.operator('administrator');
  for (const lastName of ['Первый', 'Второй', 'Третий']) await scenario.testApp.individual({ lastName });
});

const tray = (page: Page) => page.getByRole('button', { name: /^Фоновые задачи/ });

/** Sends a person's application; his ИНН must be his own. */
async function applicant(lastName: string, inn: string): Promise<Signed & { path: string }> {
  const person = await scenario.testApp.individual({ lastName, inn });
  const path = `/api/individuals/${person.individualId}`;
  await person.client.patch(path, { ...papers, version: 1 });
  await person.client.post(`${path}/verification`, { version: 2 });
  return { ...person, path };
}

test('long work is kept by the tray across a reload, and offers its result', async () => {
  const visitor = await scenario.enter(operator);
  const { page } = visitor;
  const saved = page.waitForEvent('download');
  await press(page, 'Выгрузить в Excel');
  expect((await saved).suggestedFilename()).toMatch(/^Физические лица .*\.xlsx$/);
  await page.reload();
  await tray(page).click();
  await page.getByText(/^Готово, .* Хранится до/).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  const again = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Скачать/ }).click();
  await (await again).path();
  await press(page, 'Убрать');
  await tray(page).waitFor({ state: 'detached' });
  await visitor.leave();
});

test('work that is still running is shown with how far it is, and can be broken off', async () => {
  const other = await scenario.testApp.operator('administrator');
  await inSystemTransaction(scenario.testApp.app.database.db, 'system.test', async (tx) => {
    const { id: sessionId } = await tx
      .selectFrom('sessions')
      .select('id')
      .where('accountId', '=', other.accountId)
      .executeTakeFirstOrThrow();
    const row = { accountId: other.accountId, sessionId, operation: 'individuals.exportExcel', querySealed: '' };
    const expiresAt = new Date(Date.now() + 3_600_000);
    await tx
      .insertInto('backgroundTasks')
      .values({ ...row, title: 'Большая выгрузка', state: 'running', bytes: 1_200_000, expiresAt })
      .execute();
  });
  const visitor = await scenario.enter(other);
  const { page } = visitor;
  await page.getByRole('button', { name: 'Фоновые задачи: выполняется 1' }).click();
  await page.getByText('Готовим файл: 1,2 МБ').waitFor();
  await press(page, 'Отменить');
  await tray(page).waitFor({ state: 'detached' });
  await visitor.leave();
});

test('the bell tells of news, which are read where they lead', async () => {
  const person = await applicant('Новостев', '500100732259');
  const verifier = await scenario.testApp.operator('verifier');
  const answer = await verifier.client.post(`${person.path}/verification_status`, {
    move: 'return',
    reason: 'Паспорт не читается',
    version: 3,
  });
  expect(answer.status).toBe(200);
  const visitor = await scenario.enter(person);
  const { page } = visitor;
  await page.getByRole('link', { name: 'Уведомления, непрочитанных: 1' }).click();
  await heading(page, 'Уведомления');
  await page.getByText('Паспорт не читается').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Открыть: Анкета возвращена с замечаниями' }).click();
  await heading(page, /Новостев/);
  await page.getByRole('link', { name: 'Уведомления', exact: true }).waitFor();
  await visitor.leave();
});

test('several rows are moved at once after a look at what will change with each', async () => {
  const waiting = [await applicant('Пачкин', '770708389324'), await applicant('Пачкина', '643909418561')];
  const visitor = await scenario.enter(operator);
  const { page } = visitor;
  const table = page.getByRole('table', { name: 'Физлица' });
  for (const name of [/Пачкин /, /Пачкина /, /Первый/]) {
    await table.getByRole('row', { name }).getByRole('checkbox').check();
  }
  await press(page, 'Изменить статус');
  const dialog = page.getByRole('dialog', { name: 'Изменить статус выбранных' });
  await dialog.getByText('На верификации → Активно').first().waitFor();
  await dialog.getByText('Не изменится: в этом статусе так нельзя').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Подтвердить: 2 строки' }).click();
  await dialog.getByText('Сделано: 2 из 2').waitFor();
  await dialog.getByRole('button', { name: 'Закрыть', exact: true }).last().click();
  await table
    .getByRole('row', { name: /Пачкина / })
    .getByText('Активно')
    .waitFor();
  for (const { path } of waiting) {
    expect((await operator.client.get(path)).body.verificationStatus).toBe('verified');
  }
  await visitor.leave();
});

test('the people of a blocked company are told so', async () => {
  const legalEntityId = await scenario.testApp.company({ verificationStatus: 'blocked' });
  const visitor = await scenario.enter(await scenario.testApp.employee({ legalEntityId, role: 'head' }), '/profile');
  await visitor.page.getByText(/^Компания заблокирована/).waitFor();
  await visitor.leave();
});

test('a list shows the people of the company that an employee of several works for now', async () => {
  const { testApp } = scenario;
  const [alpha, beta] = [await testApp.company({ shortName: 'Альфа' }), await testApp.company({ shortName: 'Бета' })];
  const head = await testApp.employee({ legalEntityId: alpha, role: 'head' });
  const colleague = await testApp.employee({ legalEntityId: beta, role: 'manager' });
  await testApp.app.database.pool.query(
    `insert into memberships (employee_id, legal_entity_id, role_id)
     select employee_id, $1, role_id from memberships where id = $2`,
    [beta, head.membershipId],
  );
  const visitor = await scenario.enter(head, '/dashboard/old/employees');
  const { page } = visitor;
  const list = page.getByRole('table', { name: 'Сотрудники' });
  await list.getByText(head.email).waitFor();
  expect(await list.getByText(colleague.email).count()).toBe(0);
  await page.getByRole('button', { name: /^Компания: Альфа$/ }).click();
  await page.getByRole('dialog', { name: 'Компании' }).getByRole('button', { name: 'Бета' }).click();
  await list.getByText(colleague.email).waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard/old/employees');
  await visitor.leave();
});
