import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type axe from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Booted, boot } from '#test/helpers/boot.ts';
import { followPage } from './open-pages.ts';

/** SLOW=4 gives each page a quarter of its processor: what is lost there is lost by people with old machines too. */
const slowness = Number(process.env['SLOW'] ?? 1);
/** How long the browser may look for anything before a test fails. */
const patienceMs = 90_000 * slowness;

/** The server with the built application; links in its letters lead back to it. */
export async function openTestApp(...[overrides, options]: Parameters<typeof boot>): Promise<Booted> {
  const webFolder = resolve(process.env['WEB_DIST'] ?? 'dist/web');
  if (!existsSync(`${webFolder}/index.html`)) throw new Error('The application is not built: npm test does that first');
  const testApp = await boot(overrides, { webFolder, ...options });
  testApp.app.config.publicUrl = testApp.url;
  return testApp;
}

/** @param whole with what only a browser with windows has, as the viewer of PDF */
export const openBrowser = ({ whole = false } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env[whole ? 'CHROMIUM_WHOLE' : 'CHROMIUM']!,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page of the tests lives for seconds: what the optimizing compilers make of it costs more than it saves.
      '--js-flags=--no-opt --no-maglev',
    ],
  });

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
}

/** A person at his own browser. Whatever goes wrong on his pages, by the console or by the content policy, is kept. */
export interface Visitor {
  page: Page;
  /** Opens one more tab of the same browser. */
  newTab: () => Promise<Page>;
  /** Closes the browser; fails when something went wrong in it, other than what was expected to. */
  leave: (expected?: RegExp) => Promise<void>;
}

export async function visit(
  browser: Browser,
  testApp: Pick<Booted, 'url'>,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: testApp.url,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`Content policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  const problems: string[] = [];
  const newTab = async (): Promise<Page> => {
    const page = await context.newPage();
    watch(page, problems);
    followPage(page);
    if (slowness > 1) await slowDown(context, page);
    return page;
  };
  return {
    page: await newTab(),
    newTab,
    async leave(expected) {
      await context.close();
      expect(problems.filter((problem) => !expected?.test(problem))).toEqual([]);
    },
  };
}

/** The browser itself reports each refused request; a refusal is an answer, only a failure of the server is a problem. */
const isRefusal = (text: string): boolean => /^Failed to load resource: .* status of 4\d\d/.test(text);

/** On a busy machine a page needs longer than the browser gives it to use what it has preloaded; that it does is frame-layout's to say. */
const isLate = (text: string): boolean => text.includes('was preloaded using link preload but not used');

function watch(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    const isProblem = message.type() === 'error' || message.type() === 'warning';
    if (isProblem && !isRefusal(message.text()) && !isLate(message.text()))
      problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
}

/** What axe looks at: everything, or only what the colours of a theme change. */
export type Judged = 'everything' | 'colours';

/** Only what is wrong is told, as rules and pieces of the page: ways to the places cost as much as finding them. */
const usual: axe.RunOptions = { resultTypes: ['violations'], selectors: false, preload: false };
const options: Readonly<Record<Judged, axe.RunOptions>> = {
  everything: usual,
  colours: { ...usual, runOnly: ['color-contrast'] },
};

/** Sent to every page, so the small form of it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page: the rule and the places. */
export async function accessibilityFindings(page: Page, judged: Judged = 'everything'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const { looked, findings } = await page.evaluate(async (given) => {
    const { passes, violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(given);
    const places = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    return { looked: passes.length + violations.length, findings: places };
  }, options[judged]);
  // A run that has looked at nothing finds nothing either.
  expect(looked).toBeGreaterThan(judged === 'everything' ? 5 : 0);
  return findings;
}
