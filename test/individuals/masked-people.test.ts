import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatorRole, operatorRoles } from '#contract/kernel/access.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { individuals } from '#contract/parties/individuals.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { readWorkbook, valuesOf } from '../helpers/files/workbook.ts';
import { cookiesOf } from '../lists/helpers/downloads.ts';

const secrets = { inn: '500100732259', phone: '+79165550133', email: 'masked@people.test' };

let testApp: Booted;
let individualId: number;
beforeAll(async () => {
  testApp = await boot();
  ({ individualId } = await testApp.individual(secrets));
});
afterAll(() => testApp.stop());

const may = (operation: Operation, role: OperatorRole): boolean =>
  (operation.def.access as { operator: readonly string[] }).operator.includes(role);
const mayReveal = (role: OperatorRole): boolean => may(individuals.reveal, role);

/** Those of the list, the card and the spreadsheet that the role may read, each as one text. */
async function readings(role: OperatorRole): Promise<string[]> {
  const { client } = await testApp.operator(role);
  const ask = (path: string) =>
    fetch(`${client.url}/api/individuals${path}`, { headers: { cookie: cookiesOf(client) } });
  const pages = await Promise.all([ask(''), ask(`/${individualId}`)].map(async (page) => (await page).text()));
  if (!may(individuals.exportExcel, role)) return pages;
  const sheet = readWorkbook(Buffer.from(await (await ask('/exports/excel')).arrayBuffer()))[0]!;
  return [...pages, JSON.stringify(valuesOf(sheet))];
}

test.each(Object.keys(operatorRoles) as OperatorRole[])(
  'the list, the card and the spreadsheet of people show %s what he may reveal, and masks of the rest',
  async (role) => {
    for (const text of await readings(role)) {
      const shown = Object.values(secrets).filter((secret) => text.includes(secret));
      expect(shown).toEqual(mayReveal(role) ? Object.values(secrets) : []);
      if (!mayReveal(role)) expect(text).toContain('**');
    }
  },
);

test('every kind of operator was asked, and some may not reveal', () => {
  expect(Object.keys(operatorRoles).filter((role) => !mayReveal(role as OperatorRole)).length).toBeGreaterThan(0);
});
