import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { build, type Rollup } from 'vite';
import { makeIndividual } from '#server/demo/factories.ts';
import { firstPages, mostBytes } from '#test/e2e/helpers/weights.ts';
import { startServer } from '#test/helpers/processes/child.ts';
import { allScreens, cookiesOf, enterAs, viewers } from '#test/helpers/screens.ts';
import { medianBy } from './load.ts';
import { number, type Report } from './report.ts';
import { type BenchServer, startBenchServer } from './server.ts';

const rounds = 5;
/** A phone of the middle class on a slow mobile network. */
const cpuSlowdown = 4;
const network = { offline: false, latency: 40, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const people = 200;
/** A page counts as still when nothing has come for so long. */
const stillMs = 1_500;

interface Load {
  lcpMs: number;
  tbtMs: number;
  /** Kilobytes of scripts and styles as they went over the wire. */
  kilobytes: number;
}

/** Opens the sign-in and a list as a slow phone would, beside a page that holds React alone. */
export async function measureWeb(): Promise<Report> {
  const benchServer = await startBenchServer();
  const bare = await serveBare();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    await benchServer.write(async (tx) => {
      for (let index = 0; index < people; index++) await makeIndividual(tx, { lastName: 'Крылова', passwordHash: 'x' });
    });
    const floor = await median(browser, urlOf(bare));
    const signIn = await median(browser, `${benchServer.server.url}/signin`);
    const list = await median(browser, `${benchServer.server.url}/dashboard/individuals`, benchServer);
    const inpMs = await interact(browser, benchServer);
    return report({ floor, signIn, list }, inpMs, await weighRoutes(browser));
  } finally {
    await browser.close();
    bare.close();
    await benchServer.stop();
  }
}

/** A page with a heading that React draws: nothing that uses React can be lighter. */
async function serveBare(): Promise<Server> {
  const entry = 'bare:entry';
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      react(),
      {
        name: 'bare',
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) =>
          id === `\0${entry}`
            ? `import { createElement } from 'react'; import { createRoot } from 'react-dom/client';
               createRoot(document.getElementById('root')).render(createElement('h1', null, 'Вход'));`
            : null,
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  })) as Rollup.RollupOutput;
  const script = await promisify(brotliCompress)(output.find((file) => file.type === 'chunk')!.code);
  const page =
    '<!doctype html><meta charset="utf-8"><div id="root"></div><script type="module" src="/bare.js"></script>';
  const server = createServer((request, response) => {
    if (request.url === '/bare.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' }).end(script);
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/** A browser whose cache is empty, on a slow device; with a program the operator is signed in. */
async function slowContext(
  browser: Browser,
  benchServer?: BenchServer,
): Promise<{ context: BrowserContext; page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ru-RU' });
  if (benchServer) {
    const { cookies } = benchServer.operator;
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: benchServer.server.url })));
  }
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(watch);
  return { context, page, cdp };
}

interface Watched {
  lcp: number;
  long: number[];
  events: number[];
}

/** Runs in the page: keeps what the browser tells of its paints, its long tasks and its answers to the hand. */
function watch(): void {
  const watched: Watched = { lcp: 0, long: [], events: [] };
  Object.assign(globalThis, { watched });
  const follow = (type: string, take: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  follow('largest-contentful-paint', ({ startTime }) => (watched.lcp = startTime));
  follow('longtask', ({ duration }) => watched.long.push(duration - 50));
  follow(
    'event',
    (entry) => {
      if ((entry as PerformanceEntry & { interactionId: number }).interactionId) watched.events.push(entry.duration);
    },
    { durationThreshold: 16 },
  );
}

const seen = (page: Page): Promise<Watched> =>
  page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);

/** Counts the bodies of scripts and styles as they come over the wire; what the cache holds costs nothing. */
function weigh(cdp: CDPSession): () => number {
  const counted = new Set<string>();
  let bytes = 0;
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if ((type === 'Script' || type === 'Stylesheet') && !response.fromDiskCache) counted.add(requestId);
  });
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength;
  });
  return () => {
    const weight = bytes / 1000;
    bytes = 0;
    return weight;
  };
}

async function median(browser: Browser, url: string, benchServer?: BenchServer): Promise<Load> {
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round++) loads.push(await load(browser, url, benchServer));
  return medianBy(loads, ({ lcpMs }) => lcpMs);
}

async function load(browser: Browser, url: string, benchServer?: BenchServer): Promise<Load> {
  const { context, page, cdp } = await slowContext(browser, benchServer);
  const weight = weigh(cdp);
  await page.goto(url, { waitUntil: 'load' });
  // What the page itself needs, before what is loaded ahead for the pages that may follow.
  if (benchServer) await page.locator('tr[data-id]').first().waitFor();
  else await page.getByRole('heading').first().waitFor();
  const kilobytes = weight();
  await page.waitForTimeout(stillMs);
  const { lcp, long } = await seen(page);
  await context.close();
  return { lcpMs: lcp, tbtMs: long.reduce((sum, ms) => sum + ms, 0), kilobytes };
}

/** Types into the search of a list and sorts it. @returns the slowest answer to the hand, milliseconds */
async function interact(browser: Browser, benchServer: BenchServer): Promise<number> {
  const { context, page } = await slowContext(browser, benchServer);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${benchServer.server.url}/dashboard/individuals`);
  await page.locator('tr[data-id]').first().waitFor();
  await page.waitForTimeout(stillMs);
  await page.getByRole('searchbox').pressSequentially('крыл', { delay: 150 });
  await page.waitForTimeout(stillMs);
  for (const name of ['ФИО', 'Создан']) {
    await page.getByRole('columnheader', { name }).getByRole('button').first().click();
    await page.waitForTimeout(stillMs);
  }
  const { events } = await seen(page);
  await context.close();
  return Math.max(0, ...events);
}

/** What comes for a screen that the first one has not brought: the sign-in to a stranger, a list to who is signed in. */
interface Weight {
  name: string;
  kilobytes: number;
}

/** Weighs every screen of the application, the heaviest first, as each of its viewers opens it in the demonstration. */
async function weighRoutes(browser: Browser): Promise<Weight[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ugovor-bench-'));
  const server = await startServer({ DATA_DIR: dataDir, DEMO: '1' });
  const weights: Weight[] = [];
  try {
    for (const viewer of viewers) {
      const client = await enterAs(viewer, server.url);
      const cookies = cookiesOf(client, server.url);
      const first = viewer === 'nobody' ? firstPages.signIn : firstPages.list;
      for (const { name, addressFor } of allScreens().filter(({ who }) => who === viewer)) {
        const address = await addressFor(client);
        weights.push({ name, kilobytes: await weighLast(browser, server.url, cookies, [first, address]) });
      }
    }
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return weights.toSorted((a, b) => b.kilobytes - a.kilobytes);
}

/** What comes for the last of several pages that are opened one after another, kilobytes. */
async function weighLast(
  browser: Browser,
  url: string,
  cookies: ReturnType<typeof cookiesOf>,
  addresses: readonly string[],
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'ru-RU' });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  // Nothing is loaded ahead where data are spared, so all that comes is what the page needs.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const weight = weigh(cdp);
  let last = 0;
  for (const address of addresses) {
    await page.goto(url + address, { waitUntil: 'networkidle' });
    last = weight();
  }
  await context.close();
  return last;
}

function report(
  { floor, signIn, list }: Record<'floor' | 'signIn' | 'list', Load>,
  inpMs: number,
  weights: readonly Weight[],
): Report {
  const heaviest = weights.slice(0, 5).map(({ name, kilobytes }) => `${name} ${number(kilobytes, 1)}`);
  const row = (name: string, { lcpMs, tbtMs, kilobytes }: Load) => [
    name,
    number(lcpMs, 0),
    number(tbtMs, 0),
    number(kilobytes, 1),
  ];
  return {
    title: 'Страницы в браузере',
    about: `Chromium, процессор медленнее в ${cpuSlowdown} раза, 1,6 Мбит/с, ${network.latency} мс, пустой кеш; середина из ${rounds}. Предел: страница из одного React. Вес снят со
всех ${weights.length} экранов: то, чего не принесла страница входа, а после входа — список; самые тяжёлые, кБ: ${heaviest.join(', ')}.`,
    head: ['страница', 'LCP, мс', 'TBT, мс', 'JS и CSS, кБ'],
    rows: [row('один React', floor), row('вход', signIn), row('список физлиц', list)],
    bars: [
      { id: 'P13', what: 'вход', figure: signIn.kilobytes, limit: mostBytes.signIn / 1000, unit: 'кБ' },
      { id: 'P13', what: 'список', figure: list.kilobytes, limit: mostBytes.list / 1000, unit: 'кБ' },
      {
        id: 'P13',
        what: 'самая тяжёлая следующая страница',
        figure: weights[0]!.kilobytes,
        limit: mostBytes.further / 1000,
        unit: 'кБ',
      },
      { id: 'P14', what: 'LCP входа', figure: signIn.lcpMs / 1000, limit: 1.5, unit: 'с' },
      { id: 'P14', what: 'LCP списка', figure: list.lcpMs / 1000, limit: 2.2, unit: 'с' },
      { id: 'P14', what: 'TBT входа', figure: signIn.tbtMs, limit: 200, unit: 'мс' },
      { id: 'P14', what: 'TBT списка', figure: list.tbtMs, limit: 200, unit: 'мс' },
      { id: 'P14', what: 'INP поиска и порядка', figure: inpMs, limit: 100, unit: 'мс' },
    ],
  };
}
