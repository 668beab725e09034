import { expect, test } from 'vitest';
import { addDays, formatDay, moscowDay } from '#domain/values/days.ts';
import { smallPaper } from '#test/helpers/files/multipart.ts';
import { fill, heading, press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
const today = moscowDay(new Date());

test('an accountant proposes a tariff, an administrator approves it, the company reads what it pays', async () => {
  const company = await scenario.testApp.company({ shortName: 'Ромашка', inn: '7707083893' });
  const accountant = await scenario.enter(await scenario.testApp.operator('accountant'));
  const { page } = accountant;
  await page.goto('/references/tariffs');
  await press(page, 'Новый тариф');
  const dialog = page.getByRole('dialog');
  await fill(dialog, { Название: 'Общий', 'Ставка, %': '4,5', 'Не меньше, ₽': '100' });
  const whose = dialog.getByRole('combobox', { name: /Компания/ });
  await whose.fill('Ром');
  await dialog.locator('option[value="Ромашка · 7707083893"]').waitFor({ state: 'attached' });
  await whose.fill('Ромашка · 7707083893');
  const lastDay = dialog.getByLabel('По день');
  await lastDay.fill(formatDay(addDays(today, -1)));
  await press(dialog, 'Сохранить');
  await dialog.getByText('Не раньше начала').waitFor();
  await lastDay.fill('');
  await press(dialog, 'Сохранить');
  await page.getByText('Изменение ждёт решения администратора').waitFor();
  await page
    .getByRole('row', { name: /Общий.*Ромашка/ })
    .getByText('Ждёт второго человека')
    .waitFor();

  const administrator = await scenario.enter(await scenario.testApp.operator('administrator'));
  await administrator.page.goto('/approvals');
  await administrator.page.getByRole('row', { name: /Ввести тариф/ }).click();
  await press(administrator.page, 'Утвердить');
  await administrator.page.getByText('Решение утверждено').waitFor();
  await administrator.page.goto('/references/tariffs');
  await administrator.page.getByRole('row', { name: /Общий/ }).click();
  await administrator.page.getByText('4,5 % от каждого платежа, не меньше 100,00 ₽').first().waitFor();
  await press(administrator.page, 'Посчитать');
  await administrator.page.getByText('Взяли бы по тарифу').waitFor();
  expect(await flawsOf(administrator.page)).toEqual([]);

  const head = await scenario.enter(await scenario.testApp.employee({ legalEntityId: company, role: 'head' }));
  await head.page.goto(`/legal-entity-${company}?tab=tariff`);
  await heading(head.page, 'Вознаграждение платформы');
  await head.page.getByText('Действует сегодня').waitFor();
  await head.page.getByText('4,5 % от каждого платежа, не меньше 100,00 ₽').waitFor();

  const tab = `/legal-entity-${company}?tab=tariff`;
  const paper = { name: 'приложение.pdf', mimeType: 'application/pdf', buffer: Buffer.from(smallPaper) };
  await administrator.page.goto(tab);
  const folder = administrator.page.getByRole('region', { name: 'Тарифные приложения' });
  await folder.getByLabel('Тарифные приложения', { exact: true }).setInputFiles(paper);
  await folder.getByText('приложение.pdf').waitFor();
  await head.page.goto(tab);
  await head.page.getByText('приложение.pdf').waitFor();
  expect(await flawsOf(head.page)).toEqual([]);
  for (const visitor of [accountant, administrator, head]) await visitor.leave();
});
