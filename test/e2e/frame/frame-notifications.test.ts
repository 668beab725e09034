import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password } from '#test/helpers/boot.ts';
import { heading, signIn } from '../helpers/acts.ts';
import { openBench } from '../helpers/bench.ts';
import { accessibilityFindings, type Visitor } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  visitor = await scenario.visit();
  page = visitor.page;
});
afterAll(async () => {
  await visitor.leave();
});

const severities = ['info', 'warn', 'error', 'success', 'secondary', 'contrast'];

const notify = (notification: object): Promise<void> =>
  page.evaluate(
    (given) => (globalThis as unknown as { bench: { notify(n: object): void } }).bench.notify(given),
    notification,
  );
const toast = (summary: string): Locator => page.locator('[data-severity]').filter({ hasText: summary });

test('each of the six severities is shown with its summary and detail', async () => {
  await openBench(page);
  for (const severity of severities)
    await notify({ severity, summary: `Это ${severity}`, detail: 'Подробно', life: 60_000 });
  for (const severity of severities) {
    expect(await toast(`Это ${severity}`).getAttribute('data-severity')).toBe(severity);
    await toast(`Это ${severity}`).getByText('Подробно').waitFor();
  }
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('success and info live 3000 ms, an error stays unless its life is given', async () => {
  await openBench(page);
  await page.mouse.move(0, 700);
  for (const severity of ['success', 'info', 'error']) await notify({ severity, summary: `Это ${severity}` });
  await notify({ severity: 'error', summary: 'Недолгая', life: 500 });
  await toast('Недолгая').waitFor({ state: 'detached', timeout: 1_500 });
  await page.waitForTimeout(1_500);
  expect(await toast('Это success').count()).toBe(1);
  await toast('Это success').waitFor({ state: 'detached', timeout: 2_000 });
  await toast('Это info').waitFor({ state: 'detached', timeout: 500 });
  await page.waitForTimeout(1_000);
  expect(await toast('Это error').count()).toBe(1);
});

test('they stand at the top right, above a dialog, and can be closed', async () => {
  await openBench(page);
  await notify({ severity: 'error', summary: 'Первая' });
  const box = (await toast('Первая').boundingBox())!;
  expect(box.y).toBeLessThan(40);
  expect(box.x + box.width).toBeGreaterThan(1280 - 40);
  await toast('Первая').getByRole('button', { name: 'Закрыть' }).click();
  await toast('Первая').waitFor({ state: 'detached' });
  const layers = await page.locator('section[popover]').evaluate((area) => getComputedStyle(area).zIndex);
  expect(layers).toBe('1100');
});

test('what went wrong is an alert, everything else a status', async () => {
  await openBench(page);
  for (const severity of severities) await notify({ severity, summary: `Это ${severity}`, life: 60_000 });
  const roles = await page
    .locator('[data-severity]')
    .evaluateAll((toasts) => toasts.map((one) => one.getAttribute('role')));
  expect(roles).toEqual(['status', 'alert', 'alert', 'status', 'status', 'status']);
});

test('the notification area is at the root of both layouts', async () => {
  const guest = await scenario.visit();
  await guest.page.goto('/signin');
  await guest.page.locator('section[popover][aria-label="Уведомления"]').waitFor({ state: 'attached' });
  await signIn(guest.page, 'Оператор', (await scenario.testApp.operator('observer')).email, password);
  await heading(guest.page, 'Физлица');
  await guest.page.locator('section[popover][aria-label="Уведомления"]').waitFor({ state: 'attached' });
  await guest.leave();
});
