import { expect } from 'vitest';
import { account, accountCode } from '../../../payments/helpers/accounts.ts';
import type { PaymentScenario } from '../../../payments/helpers/scenario.ts';
import { makeClaim, makeRegistry } from '../../../settlements/helpers/claims.ts';
import { freshContract, innOf } from '../../../settlements/helpers/scenario.ts';

interface Creditor {
  readonly name: string;
  readonly inn: string;
  /** Where he is paid to. */
  readonly number: string;
  readonly tariff: string;
  readonly rule: { readonly every: 'day' | 'week' | 'month'; readonly least: number };
}

/** One whose fee of each payment is withheld, one whose fee is invoiced, one whose fee is of the agreed sum. */
const creditors: readonly Creditor[] = [
  {
    name: 'Альфа',
    inn: innOf.creditor,
    number: '40702810138000000005',
    tariff: `'creditor', 'paid_amount', 450, 1000, 20000, 60000, 'included', 2000, 'withhold'`,
    rule: { every: 'day', least: 100_000 },
  },
  {
    name: 'Бета',
    inn: innOf.stranger,
    number: '40702810200000000001',
    tariff: `'creditor', 'paid_amount', 500, 0, 0, null, 'on_top', 2000, 'invoice'`,
    rule: { every: 'week', least: 200_000 },
  },
  {
    name: 'Гамма',
    inn: '7736050003',
    number: '40702810138000000005',
    tariff: `'creditor', 'agreed_amount', 330, 777, 0, null, 'none', 0, 'withhold'`,
    rule: { every: 'month', least: 100 },
  },
];

/** A company of the stage as its debtors and accountants know it. */
export type Side = PaymentScenario & { readonly name: string };

/** The creditors of a quarter with their people, tariffs, accounts and rules of payouts. */
export async function openCreditors(base: PaymentScenario): Promise<Side[]> {
  const sides: Side[] = [];
  for (const creditor of creditors) sides.push(await settle(base, creditor));
  return sides;
}

/** A creditor with his people, his tariff, the account he is paid to and when. */
async function settle(base: PaymentScenario, { name, inn, number, tariff, rule }: Creditor): Promise<Side> {
  const side = inn === innOf.creditor ? base : await another(base, inn);
  const { company, head } = side;
  await side.run(
    `insert into tariffs (name, legal_entity_id, payer, base, rate_bps, fixed, min, max, vat_mode, vat_bps, collect, valid_from)
     values ('${name}', $1, ${tariff}, '2020-01-01')`,
    [company],
  );
  const detail = { ...account, recipientName: `ООО «${name}»`, recipientInn: inn, number };
  const code = await accountCode(side, { act: 'add', ...detail });
  const added = await head.post(`/api/legal-entities/${company}/payment-details`, { ...detail, code });
  expect(added.status, added.text).toBe(201);
  await side.run('update payment_details set trusted_at = now() where id = $1', [added.body.id]);
  const set = await head.put(`/api/legal-entities/${company}/payout-rule`, { ...rule, version: null });
  expect(set.status, set.text).toBe(200);
  return { ...side, name };
}

async function another(base: PaymentScenario, inn: string): Promise<PaymentScenario> {
  const { testApp, debtor, debtorId } = base;
  const [{ type }] = (await base.run('select type_id as type from legal_entities where id = $1', [base.company])) as [
    { type: number },
  ];
  const company = await testApp.company({ inn, verificationStatus: 'verified', typeId: type });
  const registry = await base.write((tx) => makeRegistry(tx, company));
  const employee = (role: 'head' | 'manager' | 'accountant') => testApp.employee({ legalEntityId: company, role });
  const [head, manager, accountant] = [await employee('head'), await employee('manager'), await employee('accountant')];
  return {
    ...base,
    company,
    registry,
    head: head.client,
    headEmail: head.email,
    manager: manager.client,
    managerEmail: manager.email,
    accountant: accountant.client,
    claim: (options = {}) =>
      base.write((tx) =>
        makeClaim(tx, {
          legalEntityId: company,
          registryId: registry,
          individualId: debtorId,
          debtorInn: innOf.debtor,
          contractNumber: freshContract(),
          ...options,
        }),
      ),
    requestOf: (entryId, body = {}) =>
      debtor.post(
        `/api/individuals/${debtorId}/questionnaires/create-by/legal-entity/${company}/registry/${registry}/registry-entry/${entryId}`,
        body,
      ),
  };
}
