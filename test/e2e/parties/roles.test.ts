import { beforeAll, expect, test } from 'vitest';
import { fill, heading, press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let company: number;
beforeAll(async () => {
  company = await scenario.testApp.company({ shortName: 'ООО «Ромашка»', inn: '7707083893' });
});

test('a head copies a role for his company, chooses its permissions and takes it away', async () => {
  const visitor = await scenario.enter(
    await scenario.testApp.employee({ legalEntityId: company, role: 'head' }),
    '/roles',
  );
  const { page } = visitor;
  await heading(page, 'Роли и права');
  const matrix = page.getByRole('table', { name: 'Права по ролям' });
  await matrix.getByRole('columnheader', { name: /Руководитель/ }).waitFor();
  await page.getByRole('button', { name: 'Новая роль' }).click();
  await fill(page.getByRole('dialog'), { 'Название роли': 'Стажёр' });
  await page.getByLabel('Взять права роли').selectOption({ label: 'Наблюдатель' });
  await press(page.getByRole('dialog'), 'Новая роль');
  await page.getByText('Роль создана').waitFor();

  await page.getByRole('button', { name: 'Настроить права роли «Стажёр»' }).click();
  const invite = page.getByRole('checkbox', { name: 'Пригласить сотрудника — Стажёр' });
  expect(await invite.isChecked()).toBe(false);
  await invite.check();
  await press(page, 'Сохранить');
  await page.getByText('Роль сохранена').waitFor();
  const row = matrix.getByRole('row', { name: /^Пригласить сотрудника/ });
  expect(await row.getByRole('img', { name: 'Есть' }).count()).toBe(2);

  await page.getByRole('button', { name: 'Переименовать роль «Стажёр»' }).click();
  await fill(page.getByRole('dialog'), { 'Название роли': 'Практикант' });
  await press(page.getByRole('dialog'), 'Сохранить');
  await page.getByRole('button', { name: 'Удалить роль «Практикант»' }).click();
  await press(page.getByRole('alertdialog'), 'Удалить');
  await page.getByText('Роль удалена').waitFor();
  await matrix.getByRole('columnheader', { name: /Практикант/ }).waitFor({ state: 'detached' });
  await visitor.leave();
});

test('permissions that were chosen and not saved are not left without a question', async () => {
  const operator = await scenario.testApp.operator('administrator');
  await operator.client.post('/internal/operator-roles', { name: 'Дежурный' });
  const visitor = await scenario.enter(operator, '/roles?of=operators');
  const { page } = visitor;
  await page.getByRole('button', { name: 'Настроить права роли «Дежурный»' }).click();
  await page
    .getByRole('checkbox', { name: / — Дежурный$/ })
    .first()
    .check();
  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Физлица' }).click();
  await press(page.getByRole('alertdialog'), 'Остаться');
  await heading(page, 'Роли и права');
  await visitor.leave();
});

test('system roles are only looked at, and who may not change roles sees no way to', async () => {
  const visitor = await scenario.enter(
    await scenario.testApp.employee({ legalEntityId: company, role: 'observer' }),
    '/roles',
  );
  const { page } = visitor;
  await page.getByRole('columnheader', { name: /Наблюдатель/ }).waitFor();
  expect(await page.getByRole('button', { name: /Новая роль|Настроить|Удалить/ }).count()).toBe(0);
  await visitor.leave();
});

test('the page is accessible and fits a phone and a desk, by day and by night', async () => {
  const visitor = await scenario.enter(await scenario.testApp.operator('administrator'), '/roles');
  const { page } = visitor;
  await page.getByRole('columnheader', { name: /Наблюдатель/ }).waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await visitor.leave();
});
