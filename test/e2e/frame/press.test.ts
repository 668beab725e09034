import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
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

const things = {
  'a label around its box': '<label data-thing><input type="checkbox" data-box> Согласен</label>',
  'a box within its label': '<label><input type="checkbox" data-thing data-box> Согласен</label>',
  'a label beside its box':
    '<input type="checkbox" id="beside" data-box> <label for="beside" data-thing>Согласен</label>',
  'a label around a choice of several': '<label data-thing><input type="radio" name="choice" data-box> Первое</label>',
};

describe.each(Object.entries(things))('%s', (_, html) => {
  // By three pixels it is still under the pointer, or its label is; by two hundred neither.
  test.each([3, 12, 200])('is ticked once when it is pushed away by %i px', async (by) => {
    const visitor = await scenario.visit();
    const { page } = visitor;
    await page.goto('/signin');
    await press(page, 'Забыли пароль?');
    await page.evaluate(
      ([html, by]) => {
        document.body.innerHTML = `<input autofocus><div data-message></div>${html}`;
        const field = document.querySelector('input')!;
        field.addEventListener('blur', () => {
          document.querySelector<HTMLElement>('[data-message]')!.style.height = `${by}px`;
        });
        field.focus();
      },
      [html, by] as const,
    );
    await pressWhileItMoves(page, page.locator('[data-thing]'));
    await expect.poll(() => page.locator('[data-box]').isChecked()).toBe(true);
    await visitor.leave();
  });
});
