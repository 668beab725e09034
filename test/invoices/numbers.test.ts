import { expect, test } from 'vitest';
import { type Day } from '#domain/values/days.ts';
import { nextNumber } from '#server/modules/invoices/numbers.ts';
import { openPaymentScenario } from '../payments/helpers/scenario.ts';
import { invoicing } from './helpers/invoicing.ts';

const scenario = await openPaymentScenario();
await invoicing(scenario, scenario.platformAccountant).tellIssuer();

test('numbers go on when another company issues: no two papers have one', async () => {
  const [first] = await scenario.run('select id, platform_id from invoice_issuers');
  const [second] = await scenario.run(
    `insert into invoice_issuers (platform_id, bank_name, bik, corr_account, account, head_name, head_position)
      select c.id, i.bank_name, i.bik, i.corr_account, i.account, i.head_name, i.head_position
      from invoice_issuers i, operating_companies c where c.id <> i.platform_id returning id`,
  );
  const take = async (issuer: Record<string, unknown>) => {
    const day = '2031-05-04' as Day;
    return (await scenario.write((tx) => nextNumber(tx, issuer['id'] as number, 'correction', day))).number;
  };
  const taken = [await take(first!), await take(first!), await take(second!), await take(second!), await take(first!)];
  expect(taken).toEqual([1, 2, 3, 4, 5].map((count) => `КД-2031-00000${count}`));
});
