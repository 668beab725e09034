/**
 * `npm run shots`: pictures of every screen into shots/, at both widths and in both themes, with the demonstration's data.
 * `npm run shots -- signin legal` takes only the screens whose path or name contains one of the words.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startServer } from '#test/helpers/child.ts';
import { allScreens, cookiesOf, enterAs, viewers } from '#test/helpers/screens.ts';

const folder = 'shots';
const widths = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const themes = ['light', 'dark'] as const;
/** A page that is still loading after so long is taken as it is. */
const patienceMs = 15_000;

const wanted = process.argv.slice(2);
const screens = allScreens().filter(
  ({ path, name }) => wanted.length === 0 || wanted.some((word) => path.includes(word) || name.includes(word)),
);
const dataDir = mkdtempSync(join(tmpdir(), 'ugovor-shots-'));
const server = await startServer({ DATA_DIR: dataDir, DEMO: '1' });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const taken = await takeAll();
  console.log(`Снимков: ${taken}, папка ${folder}/`);
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function takeAll(): Promise<number> {
  mkdirSync(folder, { recursive: true });
  let taken = 0;
  for (const viewer of viewers) {
    const context = await browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
    const client = await enterAs(viewer, server.url);
    await context.addCookies(cookiesOf(client, server.url));
    const page = await context.newPage();
    for (const { name, addressFor } of screens.filter(({ who }) => who === viewer))
      taken += await take(page, name, await addressFor(client));
    await context.close();
  }
  return taken;
}

/** One screen at both widths and in both themes. @returns how many pictures that is */
async function take(page: Page, name: string, address: string): Promise<number> {
  await page.setViewportSize(widths[0]!);
  await page.goto(server.url + address);
  await page.waitForLoadState('networkidle', { timeout: patienceMs }).catch(() => undefined);
  for (const size of widths) {
    for (const colorScheme of themes) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      await page.screenshot({ path: `${folder}/${name}-${size.width}-${colorScheme}.png`, fullPage: true });
    }
  }
  return widths.length * themes.length;
}
