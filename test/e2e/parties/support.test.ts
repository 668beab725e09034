import { expect, test } from 'vitest';
import { lettersTo } from '#test/helpers/mail/letters.ts';
import { fill, press } from '../helpers/acts.ts';
import { flawsOf } from '../helpers/looks.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();

test('a visitor asks a question from the front page on his phone', async () => {
  const { page } = await scenario.visit({ viewport: { width: 390, height: 844 } });
  await page.goto('/');
  await page.getByRole('link', { name: 'Задать вопрос' }).click();
  await fill(page, {
    'Как к вам обращаться': 'Анна',
    'Почта для ответа': 'anna@',
    'Ваш вопрос': 'Как узнать сумму долга?',
  });
  await press(page, 'Отправить');
  await page.getByText('Введена неправильная почта').waitFor();
  await fill(page, { 'Почта для ответа': 'anna@test.example' });
  expect(await flawsOf(page)).toEqual([]);
  await press(page, 'Отправить');
  await page.getByText('Вопрос отправлен').waitFor();
  const [letter] = await lettersTo(scenario.testApp, 'support@test.example');
  expect(letter!.text).toContain('anna@test.example');
});
