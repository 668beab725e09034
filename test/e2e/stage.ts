import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Booted, Signed } from '../boot.ts';
import { openBrowser, openHouse, type Visitor, visit } from './browser.ts';

/** What a file of browser tests plays on: one house and one browser, from before its first test until after its last. */
export interface Stage {
  readonly house: Booted;
  readonly browser: Browser;
  /** Somebody whom nobody knows yet. */
  visit(options?: BrowserContextOptions): Promise<Visitor>;
  /** Somebody who is signed in already, on the page he has opened. */
  enter(who: Signed, path?: string, options?: BrowserContextOptions): Promise<Visitor>;
}

/** Opens the stage for the file that calls it. */
export function openStage(): Stage {
  let house: Booted;
  let browser: Browser;
  beforeAll(async () => {
    [house, browser] = await Promise.all([openHouse(), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await house.stop();
  });
  return {
    get house() {
      return house;
    },
    get browser() {
      return browser;
    },
    visit: (options) => visit(browser, house, options),
    async enter({ client }, path = '/dashboard/individuals', options = {}) {
      const visitor = await visit(browser, house, options);
      const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: house.url, httpOnly: true }));
      await visitor.page.context().addCookies(cookies);
      await visitor.page.goto(path);
      return visitor;
    },
  };
}
