import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Signed } from '#test/helpers/boot.ts';
import { heading, press } from '../helpers/acts.ts';
import { type Visitor } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let operator: Signed;
beforeAll(async () => {
  operator = await scenario.testApp.operator('administrator');
});

const get = (path: string, headers = {}): Promise<Response> => fetch(scenario.testApp.url + path, { headers });

async function enter(): Promise<Visitor> {
  const visitor = await scenario.enter(operator);
  await heading(visitor.page, 'Физлица');
  return visitor;
}

/** A browser that says this of its connection. */
const withConnection = (page: Page, connection: object): Promise<unknown> =>
  page.addInitScript((told) => Object.defineProperty(navigator, 'connection', { value: told }), connection);

/** Addresses that the page asks for, by their paths. */
function requestsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname + new URL(request.url()).search));
  return paths;
}

describe('the build', () => {
  test('tells its id, which is never kept, and its manifest, which is', async () => {
    const latest = await get(`/builds/latest.json?${Date.now()}`);
    expect(latest.headers.get('cache-control')).toBe('no-store');
    const { id } = (await latest.json()) as { id: string };
    const manifest = await get(`/builds/meta/${id}.json`);
    expect(manifest.headers.get('cache-control')).toContain('immutable');
    expect(await manifest.json()).toMatchObject({ id, prerendered: ['/', '/signin', '/signup'] });
    expect(await (await get('/signin')).text()).toContain(`name="build-id" content="${id}"`);
    for (const path of ['/builds/meta/none.json', '/assets/none.js', '/nowhere/_payload.json'])
      expect((await get(path)).status).toBe(404);
  });

  test('is served precompressed: brotli, gzip, or as it is', async () => {
    const [script] = /\/assets\/index-[\w-]+\.js/.exec(await (await get('/signin')).text())!;
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await get(script, { 'accept-encoding': encoding });
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(answer.headers.get('vary')).toContain('accept-encoding');
      expect(answer.headers.get('content-type')).toMatch(/javascript/);
    }
  });

  test('has drawn the public pages, each with its payload', async () => {
    const context = await scenario.browser.newContext({ baseURL: scenario.testApp.url, javaScriptEnabled: false });
    const page = await context.newPage();
    for (const [path, title] of [
      ['/', 'Долг можно обсудить'],
      ['/signin', 'Вход'],
      ['/signup', 'Регистрация'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      const payload = await get(`${path === '/' ? '' : path}/_payload.json?hash`);
      expect(await payload.json()).toMatchObject({ path });
      // What is chosen or typed before the application is alive would be lost, so nothing but a link answers.
      const answering = page.locator(':is(input, select, textarea, button):not([inert], [inert] *)');
      expect(await answering.count(), path).toBe(0);
    }
    await context.close();
  });
});

describe('the manifest', () => {
  test('is fetched about a second after the start, and the payload of a drawn page by its hash', async () => {
    const visitor = await scenario.visit();
    const { page } = visitor;
    const asked = requestsOf(page);
    const manifest = page.waitForRequest(/\/builds\/meta\//);
    const started = Date.now();
    await page.goto('/');
    await manifest;
    expect(Date.now() - started).toBeGreaterThan(900);
    await page.waitForLoadState('networkidle');
    await page.getByRole('link', { name: 'Войти' }).first().click();
    await expect.poll(() => asked.some((path) => /^\/signin\/_payload\.json\?\w{16}$/.test(path))).toBe(true);
    await visitor.leave();
  });

  test('is not fetched on slow-2g', async () => {
    const visitor = await scenario.visit();
    await withConnection(visitor.page, { effectiveType: 'slow-2g' });
    const asked = requestsOf(visitor.page);
    await visitor.page.goto('/signin');
    await visitor.page.waitForTimeout(2_500);
    expect(asked.filter((path) => path.startsWith('/builds/meta'))).toEqual([]);
    await visitor.leave();
  });
});

describe('a newer build', () => {
  const isThere = (page: Page) =>
    page.route('**/builds/latest.json*', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }));
  const lookAgain = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

  test('is told quietly when the tab gets the focus, and taken when the person wants it', async () => {
    const visitor = await enter();
    const { page } = visitor;
    await page.waitForTimeout(1_000);
    await lookAgain(page);
    await page.waitForTimeout(300);
    expect(await page.getByText('Доступна новая версия').count()).toBe(0);
    await isThere(page);
    const poll = page.waitForRequest(/\/builds\/latest\.json\?\d+$/);
    await lookAgain(page);
    await poll;
    await page.getByRole('status').filter({ hasText: 'Доступна новая версия — обновить' }).getByText('—').waitFor();
    await page.unroute('**/builds/latest.json*');
    const reload = page.waitForEvent('framenavigated');
    await page.getByRole('button', { name: 'обновить' }).click();
    await reload;
    await heading(page, 'Физлица');
    await visitor.leave();
  });

  test('is not taken back by an answer of before that comes late', async () => {
    const visitor = await enter();
    const { page } = visitor;
    await page.waitForTimeout(1_000);
    const id = await page.locator('meta[name="build-id"]').getAttribute('content');
    const late = Promise.withResolvers<void>();
    let asked = 0;
    await page.route('**/builds/latest.json*', async (route) => {
      const isFirst = asked++ === 0;
      if (isFirst) await late.promise;
      await route.fulfill({ json: { id: isFirst ? id : 'newer', timestamp: 1 } });
    });
    await lookAgain(page);
    await lookAgain(page);
    const told = page.getByText('Доступна новая версия');
    await told.waitFor();
    const answered = page.waitForResponse(/latest\.json/);
    late.resolve();
    await answered;
    await page.waitForTimeout(300);
    expect(await told.count()).toBe(1);
    await visitor.leave();
  });

  test('leaves the page as it is when the question fails: the failure is only logged', async () => {
    const visitor = await enter();
    const { page } = visitor;
    await page.waitForTimeout(1_000);
    await page.route('**/builds/latest.json*', (route) => route.fulfill({ status: 404, body: 'no' }));
    const logged = page.waitForEvent('console', (message) => message.text().includes('latest.json'));
    await lookAgain(page);
    await logged;
    await heading(page, 'Физлица');
    await visitor.leave();
  });
});

test('a chunk that is gone reloads the page once per path, then the error page tells', async () => {
  const visitor = await enter();
  const { page } = visitor;
  await page.waitForLoadState('networkidle');
  await page.route(/profile-page-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  await page.goto('/profile');
  await heading(page, 'Что-то пошло не так');
  expect(documents).toEqual(['/profile', '/profile']);
  await visitor.leave(/profile-page|Что-то пошло не так|Failed to fetch/);
});

test('a part that a lost connection keeps back leaves the page as it is, and comes with the connection', async () => {
  const person = await scenario.testApp.individual({ lastName: 'Обрывов' });
  const visitor = await scenario.enter(operator, `/individual-${person.individualId}`);
  const { page } = visitor;
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await press(page, 'Изменить данные');
  await page.getByText('Нет связи с сервером').first().waitFor();
  await heading(page, 'Обрывов Иван Иванович');
  await page.context().setOffline(false);
  await page.getByLabel('Фамилия').waitFor();
  await visitor.leave(/individual-form|Failed to fetch|ERR_INTERNET_DISCONNECTED/);
});

describe('links that come into view', () => {
  test('load the code of their pages ahead, but ask the server for nothing else', async () => {
    const visitor = await scenario.visit();
    const { page } = visitor;
    const asked = requestsOf(page);
    await page.goto('/');
    await expect.poll(() => asked.some((path) => path.includes('sign-up-page'))).toBe(true);
    expect(asked.some((path) => path.startsWith('/api/consent-documents'))).toBe(false);
    await visitor.leave();
  });

  test.each([
    { saveData: true, effectiveType: '4g' },
    { saveData: false, effectiveType: '2g' },
  ])('load nothing ahead on %o', async (connection) => {
    const visitor = await scenario.visit();
    await withConnection(visitor.page, connection);
    const asked = requestsOf(visitor.page);
    await visitor.page.goto('/');
    await visitor.page.waitForTimeout(3_000);
    expect(asked.filter((path) => path.includes('sign-up-page'))).toEqual([]);
    await visitor.leave();
  });
});
