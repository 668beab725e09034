import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Signed } from '#test/helpers/boot.ts';
import { heading } from '../helpers/acts.ts';
import { accessibilityFindings, type Visitor } from '../helpers/browser.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let operator: Signed;
beforeAll(async () => {
  operator = await scenario.testApp.operator('administrator');
});

async function enter(who: Signed, options?: BrowserContextOptions): Promise<Visitor> {
  const visitor = await scenario.enter(who, undefined, options);
  await visitor.page.getByRole('button', { name: /^Учётная запись/ }).waitFor();
  return visitor;
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Разделы' });

test('what a page loads ahead it uses: nobody is asked twice who has signed in', async () => {
  const visitor = await enter(operator);
  const asked: string[] = [];
  visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visitor.page.goto('/dashboard/individuals');
  await heading(visitor.page, 'Физлица');
  expect(asked.filter((path) => path === '/api/auth/me')).toHaveLength(1);
  await visitor.leave();
});

describe('the side menu', () => {
  test('holds the sections that the person may open, in their groups', async () => {
    const visitor = await enter(operator);
    const work = menu(visitor.page).getByRole('region', { name: 'Работа' });
    expect(await work.getByRole('link').allTextContents()).toEqual(expect.arrayContaining(['Физлица', 'Юрлица']));
    await visitor.leave();
    const person = await enter(await scenario.testApp.individual());
    const own = await menu(person.page).getByRole('link').allTextContents();
    expect(own).toEqual(expect.arrayContaining(['Уговор', 'Мой кабинет', 'Обстоятельства', 'Документы']));
    expect(own).not.toContain('Физлица');
    await person.leave();
  });

  test('is made narrow, stays so after a reload, and its links keep their names', async () => {
    const visitor = await enter(operator);
    const { page } = visitor;
    await page.getByRole('button', { name: 'Свернуть меню' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Развернуть меню' }).waitFor();
    expect((await menu(page).boundingBox())!.width).toBeLessThan(64);
    await menu(page).getByRole('link', { name: 'Юрлица' }).click();
    await heading(page, 'Юрлица');
    await visitor.leave();
  });

  test('is a drawer under 1024 pixels, which a choice closes', async () => {
    const visitor = await enter(operator, { viewport: { width: 1023, height: 800 } });
    const { page } = visitor;
    expect(await menu(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Открыть меню' }).click();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('link', { name: 'Юрлица' }).click();
    await heading(page, 'Юрлица');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1024, height: 800 });
    await menu(page).waitFor();
    expect(await page.getByRole('button', { name: 'Открыть меню' }).isVisible()).toBe(false);
    await visitor.leave();
  });
});

describe('the bar above the page', () => {
  test('keeps its distance to the edges of the narrowest phone', async () => {
    const visitor = await enter(operator, { viewport: { width: 320, height: 640 } });
    const { page } = visitor;
    const account = (await page.getByRole('button', { name: /^Учётная запись/ }).boundingBox())!;
    expect(account.x + account.width).toBeLessThanOrEqual(320 - 8);
    expect(await page.getByRole('banner').evaluate((head) => head.scrollWidth - head.clientWidth)).toBe(0);
    await visitor.leave();
  });

  test.each([700, 1023, 1024])('leaves the search room for its words at %i pixels, in any font', async (width) => {
    const visitor = await enter(operator, { viewport: { width, height: 640 } });
    const { page } = visitor;
    const words = page.getByText('Найти человека, компанию, договор');
    const cut = () => words.evaluate((hint) => hint.scrollWidth - hint.clientWidth);
    await expect.poll(cut).toBe(0);
    // The letters of another font are wider, and a font that does not come is no reason for an error.
    await page.route('**/*.woff2', (route) => route.abort());
    await page.reload();
    await words.waitFor();
    expect(await cut()).toBe(0);
    await visitor.leave(/ERR_FAILED/);
  });

  test('shows the sign whole, in the middle of the narrow menu', async () => {
    const visitor = await enter(operator);
    const { page } = visitor;
    await page.getByRole('button', { name: 'Свернуть меню' }).click();
    const side = menu(page).locator('..');
    expect(await side.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    const [sign, item] = await Promise.all(
      ['Уговор: на главную', 'Юрлица'].map(
        async (name) => (await menu(page).getByRole('link', { name }).locator('svg').boundingBox())!,
      ),
    );
    expect(sign!.width).toBe(26);
    expect(Math.abs(sign!.x + sign!.width / 2 - (item!.x + item!.width / 2))).toBeLessThan(1);
    await visitor.leave();
  });
});

test('an employee of two companies chooses for which one he works, and the choice stays', async () => {
  const [alpha, beta] = [
    await scenario.testApp.company({ shortName: 'Альфа' }),
    await scenario.testApp.company({ shortName: 'Бета' }),
  ];
  const colleague = await scenario.testApp.employee({ legalEntityId: alpha, role: 'head' });
  const { employeeId, membershipId } = colleague;
  await inSystemTransaction(scenario.testApp.app.database.db, 'system.test', async (tx) => {
    const { roleId } = await tx
      .selectFrom('memberships')
      .select('roleId')
      .where('id', '=', membershipId)
      .executeTakeFirstOrThrow();
    await tx.insertInto('memberships').values({ employeeId, legalEntityId: beta, roleId }).execute();
  });
  const visitor = await enter(colleague);
  const { page } = visitor;
  const counted: string[] = [];
  page.on('request', (request) => {
    const url = decodeURIComponent(request.url());
    if (url.includes('/api/loans/counts')) counted.push(url);
  });
  await page.getByRole('button', { name: /^Компания: (Альфа|Бета)$/ }).click();
  await page.getByRole('dialog', { name: 'Компании' }).getByRole('button', { name: 'Бета' }).click();
  await page.getByRole('button', { name: 'Компания: Бета' }).waitFor();
  await page.goto('/dashboard/individuals');
  // What waits for his answer is counted of the company whose settlements the list shows.
  await expect.poll(() => counted.at(-1)).toContain(`filter[legalEntityId]=${beta}`);
  await page.reload();
  await page.getByRole('button', { name: 'Компания: Бета' }).waitFor();
  await visitor.leave();
});

describe('the title of the tab', () => {
  test('says what is on the screen', async () => {
    const visitor = await enter(operator);
    await expect.poll(() => visitor.page.title()).toBe('Физлица · Уговор');
    await menu(visitor.page).getByRole('link', { name: 'Юрлица' }).click();
    await expect.poll(() => visitor.page.title()).toBe('Юрлица · Уговор');
    await visitor.leave();
  });
});

describe('light and dark', () => {
  const ground = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [light, dark] = ['rgb(246, 247, 245)', 'rgb(15, 21, 18)'];

  test('follow the device until the person chooses, then his choice, also after a reload', async () => {
    const visitor = await scenario.visit({ colorScheme: 'dark' });
    const { page } = visitor;
    await page.goto('/signin');
    expect(await ground(page)).toBe(dark);
    await page.getByRole('button', { name: 'Светлая тема' }).click();
    expect(await ground(page)).toBe(light);
    await page.reload();
    expect(await ground(page)).toBe(light);
    await page.getByRole('button', { name: 'Тёмная тема' }).waitFor();
    await visitor.leave();
  });

  test('are there with the first paint, before any script has come', async () => {
    const context = await scenario.browser.newContext({
      baseURL: scenario.testApp.url,
      javaScriptEnabled: false,
      colorScheme: 'dark',
    });
    const page = await context.newPage();
    await page.goto('/signin');
    expect(await ground(page)).toBe(dark);
    await context.addCookies([{ name: 'theme', value: 'light', url: scenario.testApp.url }]);
    await page.reload();
    expect(await ground(page)).toBe(light);
    await context.close();
  });
});
