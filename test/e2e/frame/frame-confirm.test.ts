import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { press } from '../helpers/acts.ts';
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

interface Bench {
  bench: { confirm: (request: object) => void; closeConfirm: (group: string) => void };
  told: string[];
}

/** Asks, and writes down in which order the callbacks run and whether the dialog is still there when they do. */
async function ask(request: object): Promise<void> {
  await page.evaluate((given) => {
    const place = globalThis as unknown as Bench;
    place.told = [];
    const tell = (name: string) => () =>
      place.told.push(`${name}${document.querySelector('dialog[open]') ? '' : ' after'}`);
    place.bench.confirm({
      ...given,
      accept: tell('accept'),
      reject: tell('reject'),
      onShow: tell('show'),
      onHide: tell('hide'),
    });
  }, request);
}
const told = (): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as Bench).told.map((name) => name.replace(/^hide.*/, 'hide')));
const dialog = (): Locator => page.getByRole('alertdialog');
const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');

const question = {
  header: 'Удалить запись?',
  message: 'Вернуть её будет нельзя.',
  acceptLabel: 'Удалить',
  rejectLabel: 'Оставить',
};

describe('the confirmation dialog', () => {
  test('shows its header, message, labels and classes, and is accessible', async () => {
    await openBench(page);
    await ask({ ...question, acceptClass: 'their-accept', rejectClass: 'their-reject' });
    await dialog().getByRole('heading', { name: 'Удалить запись?' }).waitFor();
    await dialog().getByText('Вернуть её будет нельзя.').waitFor();
    expect(await dialog().locator('.their-accept').textContent()).toBe('Удалить');
    expect(await dialog().locator('.their-reject').textContent()).toBe('Оставить');
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  test('runs the callback first and hides afterwards', async () => {
    for (const [button, callback] of [
      ['Удалить', 'accept'],
      ['Оставить', 'reject'],
    ] as const) {
      await openBench(page);
      await ask(question);
      await press(page, button);
      await dialog().waitFor({ state: 'detached' });
      expect(await told()).toEqual(['show', callback, 'hide']);
    }
  });

  test('is hidden by Escape and by its cross without an answer', async () => {
    for (const close of [() => page.keyboard.press('Escape'), () => press(page, 'Закрыть')]) {
      await openBench(page);
      await ask(question);
      await close();
      await dialog().waitFor({ state: 'detached' });
      expect(await told()).toEqual(['show', 'hide']);
    }
  });

  test('leaves the page behind it where it is, whether it has a scroll bar or not', async () => {
    for (const height of ['3000px', '100px']) {
      await openBench(page);
      await page.evaluate((given) => document.body.style.setProperty('min-height', given), height);
      const width = () => page.evaluate(() => document.body.getBoundingClientRect().width);
      const before = await width();
      await ask(question);
      await dialog().waitFor();
      expect(await width()).toBe(before);
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      expect(await width()).toBe(before);
    }
  });

  test('stays on Escape when closeOnEscape is false', async () => {
    await openBench(page);
    await ask({ ...question, closeOnEscape: false });
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Escape');
    expect(await dialog().isVisible()).toBe(true);
  });

  test('gives the focus to accept, or to reject by defaultFocus, and takes it back afterwards', async () => {
    await openBench(page);
    await page.getByRole('button', { name: 'Под диалогом' }).focus();
    await ask(question);
    await dialog().waitFor();
    expect(await focused()).toBe('Удалить');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await focused()).toBe('Под диалогом');
    await ask({ ...question, defaultFocus: 'reject' });
    await dialog().waitFor();
    expect(await focused()).toBe('Оставить');
  });

  test('is modal: nothing behind it can be reached, and the page does not scroll unless blockScroll is false', async () => {
    const scrolled = async (): Promise<number> => {
      await page.mouse.move(640, 700);
      await page.mouse.wheel(0, 400);
      await page.waitForTimeout(200);
      return page.evaluate(() => scrollY);
    };
    await openBench(page);
    await ask(question);
    expect(await scrolled()).toBe(0);
    await expect(page.getByRole('button', { name: 'Под диалогом' }).click({ timeout: 500 })).rejects.toThrow();
    await openBench(page);
    await ask({ ...question, blockScroll: false });
    expect(await scrolled()).toBeGreaterThan(0);
  });

  test('stands in the layer 1100, centred or where its position says', async () => {
    await openBench(page);
    await ask(question);
    const middle = (await dialog().boundingBox())!;
    expect(Math.abs(middle.x + middle.width / 2 - 640)).toBeLessThan(12);
    expect(Math.abs(middle.y + middle.height / 2 - 400)).toBeLessThan(4);
    expect(await dialog().evaluate((element) => getComputedStyle(element).zIndex)).toBe('1100');
    await ask({ ...question, position: 'bottomright' });
    await page.locator('[data-position=bottomright]').waitFor();
    const corner = (await dialog().boundingBox())!;
    expect(corner.x + corner.width).toBeGreaterThan(1240);
    expect(corner.y + corner.height).toBeGreaterThan(770);
  });

  test('is draggable by its head and kept in the viewport', async () => {
    await openBench(page);
    await ask(question);
    const head = (await dialog().getByRole('heading').boundingBox())!;
    const before = (await dialog().boundingBox())!;
    await page.mouse.move(head.x + 20, head.y + 5);
    await page.mouse.down();
    await page.mouse.move(head.x + 120, head.y + 55);
    const moved = (await dialog().boundingBox())!;
    expect([moved.x - before.x, moved.y - before.y]).toEqual([100, 50]);
    await page.mouse.move(-3000, 5000);
    await page.mouse.up();
    const kept = (await dialog().boundingBox())!;
    expect(kept.x).toBeGreaterThanOrEqual(0);
    expect(kept.y + kept.height).toBeLessThanOrEqual(800);
  });

  test('answers only to the questions of its group', async () => {
    await openBench(page);
    await ask({ ...question, group: 'side' });
    await dialog().waitFor();
    expect(await dialog().count()).toBe(1);
    await page.evaluate(() => (globalThis as unknown as Bench).bench.closeConfirm('side'));
    await dialog().waitFor({ state: 'detached' });
    await ask({ ...question, group: 'nobody' });
    await page.waitForTimeout(100);
    expect(await dialog().count()).toBe(0);
  });
});
