import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Child, startServer } from '#test/helpers/processes/child.ts';
import { makeFolder } from '#test/helpers/run/leftovers.ts';
import { folderForDatabases } from '#test/helpers/run/place.ts';
import { allScreens, cookiesOf, enterAs, type Who } from '#test/helpers/screens.ts';
import { openBrowser, visit } from './browser.ts';
import { flawsOf } from './looks.ts';

/** So many screens are shown in one tab, one after another. */
const inOneTab = 25;
/** Only these show the error page. */
const refused = new Set(['dashboard-legal-entities-refused', 'nowhere']);

/** Declares that each of these viewers is shown every page of the demonstration, in several tabs at once. */
export function tourOf(...viewers: readonly Who[]): void {
  const tabs = viewers.flatMap((who) => {
    const screens = allScreens().filter((screen) => screen.who === who);
    const count = Math.ceil(screens.length / inOneTab);
    return Array.from({ length: count }, (_, tab) => ({
      who,
      tab: tab + 1,
      screens: screens.filter((_screen, index) => index % count === tab),
    }));
  });
  let testApp: Child;
  let browser: Browser;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await makeFolder(await folderForDatabases(), 'servers');
    [testApp, browser] = await Promise.all([startServer({ DATA_DIR: dataDir, DEMO: '1' }), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await testApp.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test.concurrent.each(tabs)(
    'every page of the application is accessible, fits a phone and a desk, and keeps its content policy, by day and by night: $who, tab $tab',
    async ({ who, screens }) => {
      const visitor = await visit(browser, testApp);
      const { page } = visitor;
      const client = await enterAs(who, testApp.url);
      await page.context().addCookies(cookiesOf(client, testApp.url));
      const found: string[] = [];
      for (const { name, addressFor } of screens) {
        await page.goto(await addressFor(client));
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.waitForLoadState('networkidle');
        const isRefused = (await page.getByRole('link', { name: 'Вернуться на главную' }).count()) > 0;
        if (isRefused !== refused.has(name)) found.push(`${name}: ${isRefused ? 'an error page' : 'no error page'}`);
        found.push(...(await flawsOf(page)).map((finding) => `${name}: ${finding}`));
      }
      expect(found).toEqual([]);
      await visitor.leave(/Page Not Found|Что-то пошло не так|закрыта для вашей учётной записи/i);
    },
    900_000,
  );
}
