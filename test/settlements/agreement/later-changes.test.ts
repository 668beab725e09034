import { describe, expect, test } from 'vitest';
import type { SigningProtocolFacts } from '#domain/documents/signing-protocol.ts';
import { factsIn } from '#server/modules/documents/make.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { agree, agreed, propose, soon, three } from '../helpers/addenda.ts';
import { accept, offer, openBargaining, openParties } from '../helpers/bargaining.ts';
import { asKind } from '../helpers/scenario.ts';

const { scenario, debtor, creditor } = await openParties();

const card = async (id: number) => (await debtor.client.get(`/api/loans/${id}`)).body;
const annuity = (amount: number, rateBps: number, payments: number) => ({
  ...three,
  kind: 'annuity',
  amount,
  rateBps,
  payments,
});

describe('a new schedule', () => {
  test('is asked of the law when it is proposed and when it is accepted', async () => {
    const id = await agreed(scenario, annuity(3_000_000, 2400, 6));
    const later = annuity(3_000_000, 1200, 12);
    const refused = await asKind(scenario, 'Связь', () => propose(scenario, debtor, id, later));
    expect(refused.body.fields['plan.rateBps']).toContain('не выдаёт займов');
    expect((await propose(scenario, debtor, id, later)).status).toBe(200);
    const unlawful = await asKind(scenario, 'Связь', () => agree(scenario, creditor, id));
    expect([unlawful.status, unlawful.body.code]).toEqual([409, 'move.illegal']);
    expect((await agree(scenario, creditor, id)).status).toBe(200);
  });

  test('bears interest on what is left of the principal, and tells what it costs', async () => {
    // Of 40 000,00 agreed 35 000,00 is principal; the rest is penalty.
    const id = await agreed(scenario, annuity(4_000_000, 2400, 6));
    expect((await card(id)).rest).toMatchObject({ principal: 4_000_000, interestOn: 3_500_000 });
    const proposed = (await propose(scenario, debtor, id, annuity(4_000_000, 1200, 12))).body.proposals[0];
    const alone = await agreed(scenario, annuity(3_500_000, 1200, 12));
    const [terms] = (await card(alone)).offers;
    expect(proposed.price).toMatchObject({ interest: terms.price.interest, rateBps: 1200 });
    expect(proposed.price.total).toBe(4_000_000 + terms.price.interest);
    expect(proposed.price.fullCost).toBeGreaterThan(0);
  });

  test('begins to bear interest no sooner than a period ahead', async () => {
    const id = await agreed(scenario, annuity(3_000_000, 2400, 6));
    const { body } = await propose(scenario, debtor, id, {
      ...annuity(3_000_000, 1200, 4),
      periodMonths: 3,
      firstDate: soon,
    });
    expect(body.fields['plan.firstDate']).toContain('за целый период');
  });
});

test('two offers of the same terms are signed by fingerprints of their own', async () => {
  const { id } = await openBargaining(scenario);
  const [first] = (await offer(scenario, debtor, id, three)).body.offers;
  await debtor.client.post(`${debtor.base}/loans/${id}/recall-terms`);
  const [second] = (await offer(scenario, debtor, id, three)).body.offers;
  expect(second.termsHash).not.toBe(first.termsHash);
  const old = await creditor.client.post(`${creditor.base}/accept-terms/${id}`, {
    termsHash: first.termsHash,
    code: '000000',
  });
  expect(old.body.code).toBe('offer.replaced');
});

test('an offer whose first payment has passed is not accepted', async () => {
  const { id } = await openBargaining(scenario);
  await offer(scenario, debtor, id, annuity(3_500_000, 1000, 6));
  await scenario.run('alter table terms_offers disable trigger immutable');
  await scenario.run(
    `update terms_offers set created_at = now() - interval '9 days', rows = jsonb_set(rows, '{0,plannedDate}', to_jsonb((${MOSCOW_TODAY} - 2)::text)) where settlement_id = $1`,
    [id],
  );
  await scenario.run('alter table terms_offers enable trigger immutable');
  const { status, body } = await accept(scenario, creditor, id);
  expect([status, body.code]).toEqual([409, 'offer.replaced']);
  expect(body.message).toContain('Срок первого платежа уже прошёл');
  expect(body.message).toContain('Предложите свои или отклоните эти');
});

test('a bank that has bought a claim goes on with the interest of its contract', async () => {
  const { id } = await openBargaining(scenario, { basis: 'cession', rate: 1800 });
  const { body } = await offer(scenario, creditor, id, annuity(3_500_000, 1900, 12));
  expect(body.fields['plan.rateBps']).toContain('ст. 384 ГК РФ');
  expect((await offer(scenario, creditor, id, annuity(3_500_000, 1800, 12))).status).toBe(200);
});

test('the protocol lists what had been agreed to in the moment of each signing, and nothing later', async () => {
  const { id } = await openBargaining(scenario);
  await offer(scenario, debtor, id, three);
  // The debtor agrees to a text once he has signed.
  const [added] = await scenario.run(
    `insert into consents (account_id, document_id)
     select i.account_id, d.id from individuals i, consent_documents d
     where i.id = $1 and not exists (select from consents c where c.account_id = i.account_id and c.document_id = d.id)
     order by d.id limit 1 returning document_id as document`,
    [scenario.debtorId],
  );
  expect(added).toBeDefined();
  const [{ title }] = (await scenario.run('select title from consent_documents where id = $1', [
    added!['document'],
  ])) as [{ title: string }];
  expect((await accept(scenario, creditor, id)).status).toBe(200);
  const row = await scenario.testApp.app.database.db
    .selectFrom('issuedDocuments')
    .select(['kind', 'factsSealed', 'factsSha256'])
    .where('settlementId', '=', id)
    .where('kind', '=', 'signing_protocol')
    .executeTakeFirstOrThrow();
  const { signings } = factsIn(scenario.testApp.app, row, null) as SigningProtocolFacts;
  const debtors = signings.find(({ side }) => side === 'Должник');
  expect(debtors?.consents.map((consent) => consent.title)).not.toContain(title);
});
