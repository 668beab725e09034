import type { Page } from 'playwright-core';
import { makeIndividual } from '#server/demo/factories.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, passwordHash } from '#test/helpers/boot.ts';

const lastNames = ['Абрамов', 'Белов', 'Ветров', 'Громов', 'Дроздов'];
const statuses = ['unverified', 'pending', 'verified', 'blocked', 'verified'] as const;

/** Fills a database with people: every fifth one waits for his verification and is called Белов. */
export async function makePeople(testApp: Booted, count: number): Promise<void> {
  const hash = passwordHash();
  await inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
    for (let index = 0; index < count; index++) {
      await makeIndividual(tx, {
        passwordHash: hash,
        lastName: lastNames[index % 5]!,
        firstName: 'Иван',
        middleName: 'Петрович',
        verificationStatus: statuses[index % 5]!,
      });
    }
  });
}

export const table = (page: Page) => page.getByRole('table', { name: 'Физлица' });
/** The openers of the rows: what each row is called. */
export const openers = (page: Page) => table(page).locator('[data-opener]');
/** Waits until the list has settled with this many rows on the page. */
export async function rowsAre(page: Page, count: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const rows = document.querySelectorAll('tr[data-id]').length;
    return rows === wanted && !document.querySelector('[aria-busy=true]');
  }, count);
}
export const headings = (page: Page): Promise<string[]> => table(page).getByRole('columnheader').allInnerTexts();
