/**
 * `npm run shots`: pictures of every screen into shots/, at both widths and in both themes, with the demonstration's data.
 * `npm run shots -- signin legal` takes only the screens whose path or name contains one of the words.
 */
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { allScreens, cookiesOf, enterAs, viewers } from '#test/helpers/screens.ts';
import { inDemonstration } from './demonstration.ts';

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
await inDemonstration(async (browser, url) => {
  console.log(`Снимков: ${await takeAll(browser, url)}, папка ${folder}/`);
});

async function takeAll(browser: Browser, url: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  let taken = 0;
  for (const viewer of viewers) {
    const context = await browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
    const client = await enterAs(viewer, url);
    await context.addCookies(cookiesOf(client, url));
    const page = await context.newPage();
    for (const { name, addressFor } of screens.filter(({ who }) => who === viewer))
      taken += await take(page, name, url + (await addressFor(client)));
    await context.close();
  }
  return taken;
}

/** One screen at both widths and in both themes. @returns how many pictures that is */
async function take(page: Page, name: string, address: string): Promise<number> {
  await page.setViewportSize(widths[0]!);
  await page.goto(address);
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
