import { expect, test } from 'vitest';
import { fill, press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';
import { enterCode } from '../helpers/signing.ts';

const scenario = openScenario();
const phone = { viewport: { width: 390, height: 844 } };
const account = {
  БИК: '044525225',
  'Номер счёта': '40702810138000000005',
  Банк: 'Сбербанк',
  Получатель: 'ООО «Альфа»',
};

test('a person tells on his phone where his money goes back, and is shown what he mistypes', async () => {
  const me = await scenario.testApp.individual();
  const { page } = await scenario.enter(me, `/individual-${me.individualId}?tab=payment-details`, phone);
  await press(page, 'Добавить реквизиты');
  await fill(page, { ...account, 'Номер счёта': '40702810138000000006' });
  await press(page, 'Получить код');
  await page.getByText('Расчётный счёт не соответствует БИК').waitFor();
  await fill(page, { 'Номер счёта': account['Номер счёта'] });
  await enterCode(scenario, page, me);
  await page.getByRole('region', { name: 'Банковский счёт 40702810138000000005' }).waitFor();
  await page.getByText('Основные').waitFor();

  await press(page, 'Добавить реквизиты');
  await page.getByLabel('Вид').selectOption('СБП по номеру телефона');
  await fill(page, { Телефон: '9161234567', Банк: 'Т-Банк', Получатель: 'Иванов И. И.' });
  await enterCode(scenario, page, me);
  await page.getByRole('region', { name: 'СБП по номеру телефона +7 (916) 123-45-67' }).waitFor();
  await press(page, 'Сделать основными');
  await enterCode(scenario, page, me);
  await page.getByText('Реквизиты стали основными').waitFor();
  expect(await flawsOf(page)).toEqual([]);
});

test('an account that the accountant has written waits for the word of the head', async () => {
  const legalEntityId = await scenario.testApp.company();
  const accountant = await scenario.testApp.employee({ legalEntityId, role: 'accountant' });
  const head = await scenario.testApp.employee({ legalEntityId, role: 'head' });
  const path = `/legal-entity-${legalEntityId}?tab=payment-details`;
  const { page } = await scenario.enter(accountant, path);
  await press(page, 'Добавить реквизиты');
  await fill(page, account);
  await enterCode(scenario, page, accountant);
  await page.getByText('Ждут подтверждения').waitFor();
  expect(await page.getByRole('button', { name: 'Подтвердить' }).count()).toBe(0);

  const desk = await scenario.enter(head, path);
  await press(desk.page, 'Подтвердить');
  await enterCode(scenario, desk.page, head);
  await desk.page.getByText('Основные').waitFor();
  expect(await flawsOf(desk.page)).toEqual([]);
});
