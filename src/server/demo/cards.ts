import { changeRepresentative, findRepresentative } from '../modules/legal-entities/representative.ts';
import { addDetail, sendChangeCode } from '../modules/payment-details/payment-details.commands.ts';
import { trustDetails } from '../modules/payment-details/trust.commands.ts';
import type { DemoScenario } from './scenario.ts';

/** What the heads have told of their companies, so that agreements can name it; the accounts are made up. */
const cards = [
  {
    head: 'head@alpha.test',
    person: { lastName: 'Кравцов', firstName: 'Алексей', middleName: 'Николаевич', position: 'Генеральный директор' },
    account: '40702810800000123456',
  },
  {
    head: 'head@beta.test',
    person: { lastName: 'Абдуллаев', firstName: 'Рустам', middleName: 'Каримович', position: 'Председатель правления' },
    account: '40702810300000204817',
  },
  {
    head: 'head@gamma.test',
    person: { lastName: 'Шевцова', firstName: 'Марина', middleName: 'Игоревна', position: 'Генеральный директор' },
    account: '40702810500000377120',
  },
] as const;

const bank = { bankName: 'ПАО «Надёжный Банк»', bik: '044525225', corrAccount: '30101810400000000225' };

/** Each company names its representative and the account to which it is paid. */
export async function fillCards(scenario: DemoScenario): Promise<void> {
  await scenario.on(150);
  for (const { head, person, account } of cards) {
    const ctx = await scenario.by(head);
    const id = ctx.actor.memberships[0]!.legalEntityId;
    const nobody = await findRepresentative(ctx, id);
    await changeRepresentative(ctx, id, nobody, { ...person, basis: 'charter', email: head, version: nobody.version });
    const { shortName, inn } = await ctx.db
      .selectFrom('legalEntities')
      .select(['shortName', 'inn'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const owner = { column: 'legalEntityId', id } as const;
    const recipient = { recipientName: shortName, recipientInn: inn };
    const detail = { kind: 'bank_account', ...bank, ...recipient, number: account } as const;
    const code = await scenario.codeFrom(ctx, () => sendChangeCode(ctx, owner, { act: 'add', ...detail }));
    await trustDetails(ctx, { id: await addDetail(ctx, owner, { ...detail, code }), version: 1 });
  }
}
