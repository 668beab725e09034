import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Booted, Signed } from '#test/helpers/boot.ts';
import { type Bank, openBank, partnerKey } from '#test/payments/helpers/scenario.ts';
import { openRnko, type Rnko } from '#test/rnko/helpers/partner.ts';
import { type Emulator, startEmulator } from '../../../emulators/start.ts';
import { openBrowser, openTestApp, type Visitor, visit } from './browser.ts';

/** What a file of browser tests plays on: one server and one browser, from before its first test until after its last. */
export interface Scenario {
  readonly testApp: Booted;
  readonly browser: Browser;
  /** The emulated payment partner, for whoever has asked for one. */
  readonly bank: Bank;
  /** The emulated partner who identifies, for whoever has asked for one. */
  readonly rnko: Rnko;
  /** Somebody whom nobody knows yet. */
  visit(options?: BrowserContextOptions): Promise<Visitor>;
  /** Somebody who is signed in already, on the page he has opened. */
  enter(who: Signed, path?: string, options?: BrowserContextOptions): Promise<Visitor>;
}

/**
 * Opens the stage for the file that calls it.
 * @param withBank people pay there through an emulated partner
 * @param withRnko people are identified there by an emulated partner
 * @param withSms codes go to phones, by an emulated gateway
 * @param byClock the server does what comes with the clock
 * @param wholeBrowser with what the light one lacks, as the viewer of PDF, or as the pictures of looks were taken
 */
export function openScenario({
  withBank = false,
  withRnko = false,
  withSms = false,
  byClock = true,
  wholeBrowser = false,
} = {}): Scenario {
  let bank: Bank | undefined;
  let rnko: Rnko | undefined;
  let sms: Emulator<'sms'> | undefined;
  let testApp: Booted;
  let browser: Browser;
  beforeAll(async () => {
    bank = withBank ? await openBank() : undefined;
    rnko = withRnko ? await openRnko() : undefined;
    sms = withSms ? await startEmulator('sms', { SMS_KEY: partnerKey, SMS_ANSWERS: 'deliver' }) : undefined;
    const overrides = {
      ...(bank && { payments: { url: bank.url, key: partnerKey } }),
      ...(rnko && { rnko: { url: rnko.url, key: partnerKey } }),
      ...(sms && { sms: { url: `http://127.0.0.1:${sms.ports.http}`, key: partnerKey } }),
    };
    [testApp, browser] = await Promise.all([openTestApp(overrides, { byClock }), openBrowser({ whole: wholeBrowser })]);
    await bank?.speak(testApp.url);
    await rnko?.speak(testApp.url);
  });
  afterAll(async () => {
    await browser.close();
    await testApp.stop();
    await bank?.stop();
    await rnko?.stop();
    await sms?.stop();
  });
  return {
    get testApp() {
      return testApp;
    },
    get bank() {
      if (!bank) throw new Error('This stage has no payment partner');
      return bank;
    },
    get rnko() {
      if (!rnko) throw new Error('Nobody identifies on this stage');
      return rnko;
    },
    get browser() {
      return browser;
    },
    visit: (options) => visit(browser, testApp, options),
    async enter({ client }, path = '/dashboard/individuals', options = {}) {
      const visitor = await visit(browser, testApp, options);
      const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: testApp.url, httpOnly: true }));
      await visitor.page.context().addCookies(cookies);
      await visitor.page.goto(path);
      return visitor;
    },
  };
}
