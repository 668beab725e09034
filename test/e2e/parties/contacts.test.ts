import { expect, test } from 'vitest';
import { password } from '#test/helpers/boot.ts';
import { codeTo } from '#test/helpers/mail/letters.ts';
import { fill, press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();

test('a debtor changes the address to which notices come, on his phone', async () => {
  const me = await scenario.testApp.individual();
  const visitor = await scenario.enter(me, '/profile', { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Почта и телефон' }) });
  await press(card, 'Сменить почту');
  await fill(card, { 'Новая почта': 'нет', Пароль: password });
  await press(card, 'Получить код');
  await card.getByText('Введена неправильная почта').waitFor();
  await fill(card, { 'Новая почта': 'new-address@test.example' });
  expect(await flawsOf(page)).toEqual([]);
  await press(card, 'Получить код');
  await card.getByLabel('Код из письма на новую почту').waitFor();
  await card.getByText('Этой почты больше нет — напишите в поддержку').waitFor();
  expect(await flawsOf(page)).toEqual([]);
  await fill(card, {
    'Код из письма на новую почту': await codeTo(scenario.testApp, 'new-address@test.example'),
    'Код из письма на прежнюю почту': await codeTo(scenario.testApp, me.email),
  });
  await press(card, 'Сменить почту');
  await page.getByText('Почта изменена').waitFor();
  await page.getByText('new-address@test.example').first().waitFor();
  await visitor.leave();
});
