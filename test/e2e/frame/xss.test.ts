import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let company: number;
beforeAll(async () => {
  company = await scenario.testApp.company();
});

/** Each would set the mark if it were taken for anything but text. */
const payloads = [
  '<img src=x onerror="window.__xss=1">',
  '"><svg onload="window.__xss=1"></svg>',
  '</title></textarea><script>window.__xss=1</script>',
  'javascript:window.__xss=1',
  `'-(window.__xss=1)-'`,
  '{{constructor.constructor("window.__xss=1")()}}${window.__xss=1}',
];
/** All of them at once, for fields that are long enough. */
const everything = payloads.join(' ');

/** What the forms would never let in stands in the database: the pages must not lean on the forms. */
async function poison(): Promise<void> {
  await inSystemTransaction(scenario.testApp.app.database.db, 'system.test', async (tx) => {
    const names = { lastName: everything, firstName: payloads[0]!, middleName: payloads[1]! };
    await tx.updateTable('individuals').set(names).execute();
    await tx.updateTable('employees').set(names).execute();
    await tx.updateTable('operators').set(names).execute();
    const texts = { shortName: everything, fullName: everything, legalAddress: everything, site: payloads[3]! };
    await tx.updateTable('legalEntities').set(texts).execute();
    await tx.updateTable('memberships').set({ position: everything }).execute();
    await tx.updateTable('sessions').set({ userAgent: everything, ip: payloads[0]! }).execute();
    await tx.updateTable('roles').set({ name: everything }).where('system', '=', true).execute();
  });
}

/** Opens a page, waits until it is quiet and gives its text; nothing on it may have run. */
async function open(page: Page, path: string): Promise<string> {
  await page.goto(path, { waitUntil: 'networkidle' });
  expect(await page.evaluate('window.__xss')).toBeUndefined();
  return page.locator('body').innerText();
}

const searches = payloads.slice(0, 2).map((payload) => `?q=${encodeURIComponent(payload)}`);

describe('hostile text in every field stays text', () => {
  test('for an operator: the lists, their searches, the profile', async () => {
    const somebody = await scenario.testApp.operator('administrator');
    await scenario.testApp.individual();
    const visitor = await scenario.enter(somebody);
    await poison();
    for (const path of ['/dashboard/individuals', '/dashboard/legal-entities']) {
      expect(await open(visitor.page, path)).toContain(payloads[0]);
      for (const search of searches) await open(visitor.page, path + search);
    }
    expect(await open(visitor.page, '/profile')).toContain(payloads[0]);
    await visitor.leave();
  });

  test('for an employee: the list of his companies, the profile', async () => {
    const somebody = await scenario.testApp.employee({ legalEntityId: company, role: 'head' });
    const visitor = await scenario.enter(somebody);
    await poison();
    expect(await open(visitor.page, '/dashboard/legal-entities')).toContain(payloads[0]);
    expect(await open(visitor.page, '/profile')).toContain(payloads[0]);
    await visitor.leave();
  });

  test('for an individual: his own page, the profile', async () => {
    const somebody = await scenario.testApp.individual();
    const visitor = await scenario.enter(somebody);
    await poison();
    expect(await open(visitor.page, '/dashboard/individuals')).toContain(payloads[0]);
    expect(await open(visitor.page, '/profile')).toContain(payloads[0]);
    await visitor.leave();
  });

  test('for a stranger: the mailbox, an invitation, addresses with payloads', async () => {
    const { client } = await scenario.testApp.employee({ legalEntityId: company, role: 'head' });
    await poison();
    // The letters of a company that nobody has verified name its ИНН.
    await scenario.testApp.owner.query(
      `update legal_entities set verification_status = 'verified' where id = ${company}`,
    );
    const { body: roles } = await client.get('/api/employee-roles');
    const roleId = roles.items.find((role: { code: string }) => role.code === 'observer').id;
    const invitation = { email: 'guest@test.example', roleId };
    expect((await client.post(`/api/legal-entities/${company}/employees/invite`, invitation)).status).toBe(201);
    const visitor = await scenario.visit();
    const mailbox = await open(visitor.page, '/mailbox');
    expect(mailbox).toContain(payloads[0]);
    const token = /invitation=([\w-]+)/.exec(await visitor.page.content())![1];
    expect(await open(visitor.page, `/signup?invitation=${token}`)).toContain(payloads[0]);
    const encoded = encodeURIComponent(everything);
    for (const path of [`/signin?to=${encoded}`, `/signup?invitation=${encoded}`, `/restore/${encoded}`, `/${encoded}`])
      await open(visitor.page, path);
    await visitor.leave(/Page Not Found/i);
  });
});

test('what is taken for markup would be noticed', async () => {
  const visitor = await scenario.visit();
  const { page } = visitor;
  await page.goto('/signin', { waitUntil: 'networkidle' });
  const report = page.waitForEvent('console', (message) => message.text().startsWith('Content policy: script-src'));
  await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), payloads[0]!);
  await report;
  await expect(visitor.leave()).rejects.toThrow('to deeply equal []');
});
