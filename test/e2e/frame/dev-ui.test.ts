import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mountGallery } from '../helpers/bench.ts';
import { accessibilityFindings, type Visitor } from '../helpers/browser.ts';
import { devices, themes } from '../helpers/looks.ts';
import { compare, shrink } from '../helpers/picture.ts';
import { openScenario } from '../helpers/scenario.ts';

/** `UPDATE_PICTURES=1` keeps the pictures as they are now; look at them before you commit them. */
const isUpdating = process.env['UPDATE_PICTURES'] === '1';
const folder = 'test/e2e/pictures';
const overlays = ['notifications', 'confirm-dialog', 'dialog', 'side-panel', 'drop-panel'];
const [phone, desk] = devices;
/** The parts in every view; what lies above them is made of the same parts, so two views that share nothing will do. */
const views = [
  ...devices.flatMap((device) => themes.map((theme) => ({ scene: 'parts', ...device, theme }))),
  ...overlays.flatMap((scene) => [
    { scene, ...phone, theme: 'dark' as const },
    { scene, ...desk, theme: 'light' as const },
  ]),
];
/** So many small points may differ: a letter that is painted otherwise, not a part that has moved. */
const allowed = 40;

const scenario = openScenario({ wholeBrowser: true });
let visitor: Visitor;
let page: Page;
/** An empty page that paints nothing but pictures. */
let canvas: Page;
beforeAll(async () => {
  visitor = await scenario.visit();
  page = visitor.page;
  await mountGallery(page);
  canvas = await visitor.newTab();
});
afterAll(() => visitor.leave());

async function open(scene: string, device: (typeof devices)[number], theme: (typeof themes)[number]): Promise<void> {
  await page.setViewportSize({ width: device.width, height: device.height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.goto(`/dev/ui?scene=${scene}`);
  await page.locator(`html[data-theme=${theme}]`).waitFor();
  await page.evaluate(() => document.fonts.ready);
}

/** The picture of the open scene, small, as it would be kept. */
async function take(scene: string): Promise<string> {
  const shot = await page.screenshot({ fullPage: scene === 'parts', animations: 'disabled' });
  return shrink(canvas, shot.toString('base64'));
}

/** The parts that stand on these lines of the page. */
const partsOn = (lines: readonly number[]): Promise<string[]> =>
  page.evaluate((wanted) => {
    const sections = [...document.querySelectorAll<HTMLElement>('[data-part]')];
    const hit = sections.filter((section) => {
      const { top, bottom } = section.getBoundingClientRect();
      return wanted.some((line) => line >= top + scrollY && line <= bottom + scrollY);
    });
    return hit.map((section) => section.dataset['part']!);
  }, lines);

test.each(views)('$scene looks as it did on a $device, $theme', async (view) => {
  const { scene, device, theme } = view;
  await open(scene, view, theme);
  const file = `${folder}/${scene}-${device}-${theme}.png`;
  const now = await take(scene);
  if (isUpdating) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, Buffer.from(now, 'base64'));
  }
  expect(existsSync(file), `${file} is not there: it is made by a run that updates`).toBe(true);
  const { points, worst, lines } = await compare(canvas, readFileSync(file).toString('base64'), now);
  const isAlike = points <= allowed;
  if (!isAlike) {
    mkdirSync('shots', { recursive: true });
    writeFileSync(`shots/now-${scene}-${device}-${theme}.png`, Buffer.from(now, 'base64'));
  }
  const parts = isAlike ? [] : await partsOn(lines);
  expect({ isAlike, parts }, `${points} points, the worst by ${worst}`).toEqual({ isAlike: true, parts: [] });
  if (scene === 'parts' && device === 'desk') expect(await accessibilityFindings(page)).toEqual([]);
});

describe('the pictures tell', () => {
  let before: string;
  beforeAll(async () => {
    await open('parts', desk, 'light');
    before = await take('parts');
  });

  test.each([
    ['a corner that is no longer round', '[data-part=button] button { border-radius: 0 }', 'button'],
    [
      'another tone',
      '[data-part=notice] [role=alert] { background: transparent; border-color: transparent }',
      'notice',
    ],
    ['a text that has moved', '[data-part=facts] dd { padding-left: 6px }', 'facts'],
  ])('%s', async (_what, css, part) => {
    const style = await page.addStyleTag({ content: css });
    const { points, lines } = await compare(canvas, before, await take('parts'));
    expect(points).toBeGreaterThan(allowed);
    expect(await partsOn(lines)).toEqual([part]);
    await style.evaluate((element) => (element as Element).remove());
  });
});
