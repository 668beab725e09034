import { expect, test } from 'vitest';
import { press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();

test('a debtor says of what and when he is told, on his phone', async () => {
  const me = await scenario.testApp.individual();
  const visitor = await scenario.enter(me, '/notifications', { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await page.getByRole('link', { name: 'О чём и куда сообщать' }).click();
  const box = page.getByRole('checkbox', { name: 'Письмом: Платёж поступил или не прошёл' });
  expect(await box.isChecked()).toBe(false);
  await box.check();
  await expect
    .poll(
      async () => (await scenario.testApp.owner.query('select event, channel, is_on from notification_choices')).rows,
    )
    .toEqual([{ event: 'payment.came', channel: 'letter', is_on: true }]);
  // What is not configured is not offered, and a debtor's letters about debts are switched elsewhere.
  expect(await page.getByText('По СМС').count()).toBe(0);
  await page.getByText('Почему выбрать нельзя').first().click();
  await page.getByText('Письма о долге приходят от кредитора').first().waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await page.getByLabel('Письма', { exact: true }).selectOption('23');
  await press(page, 'Сохранить часы');
  await page.getByText('Сводка приходила бы в тихие часы').waitFor();
  await page.getByLabel('Письма', { exact: true }).selectOption('9');
  await press(page, 'Сохранить часы');
  await page.getByText('Сохранено').waitFor();
  // The policy of the page lets the worker of pushes in, and no other script.
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.register('/push-worker.js')).scope);
  expect(scope).toBe(`${scenario.testApp.url}/`);
  await visitor.leave();
});
