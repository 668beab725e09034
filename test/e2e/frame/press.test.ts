import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fill, heading, press } from '../helpers/acts.ts';
import { openScenario } from '../helpers/scenario.ts';

/**
 * To press something takes the focus from a field, whose message may push the pressed thing away before it is released
 * (src/web/ui/press.ts). Whatever is pressed, the press counts.
 */
const scenario = openScenario();

/** Presses near the upper edge and releases where the thing is no more, once it has been pushed away. */
async function pressWhileItMoves(page: Page, thing: Locator): Promise<void> {
  await thing.scrollIntoViewIfNeeded();
  const place = (await thing.boundingBox())!;
  await page.mouse.move(place.x + 8, place.y + 2);
  await page.mouse.down();
  await expect.poll(async () => (await thing.boundingBox())!.y).toBeGreaterThan(place.y + 2);
  await page.mouse.up();
}

test('a button that is no part of the form and stands below it', async () => {
  const visitor = await scenario.visit();
  const { page } = visitor;
  await page.goto('/signin');
  await press(page, 'Забыли пароль?');
  await fill(page, { Почта: 'не почта' });
  await pressWhileItMoves(page, page.getByRole('button', { name: 'Вернуться ко входу' }));
  await heading(page, 'Вход');
  await visitor.leave();
});

test('a checkbox below a field whose message pushes it away', async () => {
  const visitor = await scenario.visit();
  const { page } = visitor;
  await page.goto('/signup');
  const box = page.getByRole('checkbox').first();
  await fill(page, { Пароль: 'лес-Ветер-7-поле', 'Повторите пароль': 'другое' });
  await pressWhileItMoves(page, box);
  expect(await box.isChecked()).toBe(true);
  await visitor.leave();
});
