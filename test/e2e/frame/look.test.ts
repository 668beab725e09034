import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Child, startServer } from '#test/helpers/child.ts';
import { allScreens, cookiesOf, enterAs, viewers } from '#test/helpers/screens.ts';
import { openBrowser, visit } from '../helpers/browser.ts';
import { flawsOf } from '../helpers/looks.ts';

let testApp: Child;
let browser: Browser;
const dataDir = mkdtempSync(join(tmpdir(), 'ugovor-test-look-'));
beforeAll(async () => {
  [testApp, browser] = await Promise.all([startServer({ DATA_DIR: dataDir, DEMO: '1' }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await testApp.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const screens = allScreens();
/** Only these show the error page. */
const refused = new Set(['dashboard-legal-entities-refused', 'nowhere']);

test.each(viewers)(
  'every page of the application is accessible, fits a phone and a desk, and keeps its content policy, by day and by night: %s',
  async (who) => {
    const visitor = await visit(browser, testApp);
    const { page } = visitor;
    const client = await enterAs(who, testApp.url);
    await page.context().addCookies(cookiesOf(client, testApp.url));
    const found: string[] = [];
    for (const { name, addressFor } of screens.filter((screen) => screen.who === who)) {
      await page.goto(await addressFor(client));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const isRefused = (await page.getByRole('link', { name: 'Вернуться на главную' }).count()) > 0;
      if (isRefused !== refused.has(name)) found.push(`${name}: ${isRefused ? 'an error page' : 'no error page'}`);
      found.push(...(await flawsOf(page)).map((finding) => `${name}: ${finding}`));
    }
    expect(found).toEqual([]);
    await visitor.leave(/Page Not Found|Что-то пошло не так/i);
  },
  900_000,
);
