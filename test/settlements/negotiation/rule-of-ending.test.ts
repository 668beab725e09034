// docs/decisions/0163: the rule that ends an agreement for a breach is named in a text as long as it acts.
import { afterEach, beforeAll, expect, test } from 'vitest';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { paperText } from '../../helpers/paper-text.ts';
import { agreed, propose } from '../helpers/addenda.ts';
import {
  accept,
  bandWithPenalty,
  firstDate,
  offer,
  openBargaining,
  openParties,
  publish,
} from '../helpers/bargaining.ts';

const { scenario, debtor, creditor } = await openParties();
const plan = { kind: 'equal', amount: 3_500_000, payments: 3, firstDate, downPayment: 0 };
const named = 'подписал правило';
const byHand = 'Без его решения Соглашение не расторгается';

beforeAll(async () => {
  const published = await publish(scenario, [{ ...bandWithPenalty, breachByRule: true }], 0);
  expect(published.status, published.text).toBe(200);
});
afterEach(() => powers('given'));

/** Of whoever has published the conditions. */
const powers = (status: string) =>
  scenario.run(
    `update powers_of_attorney set status = $1 where membership_id in (select m.id from memberships m
      join settlement_policies p on p.legal_entity_id = m.legal_entity_id
      join employees e on e.id = m.employee_id and e.account_id = p.account_id)`,
    [status],
  );
const textOf = async (id: number) => (await debtor.client.get(`/api/loans/${id}/agreement-text`)).text;
const offered = async () => {
  const { id } = await openBargaining(scenario);
  const made = await offer(scenario, debtor, id, plan);
  expect(made.status, made.text).toBe(200);
  return id;
};
const byRule = async (id: number) =>
  (await scenario.run('select breach_by_rule as by from agreements where settlement_id = $1', [id]))[0]!['by'];

test('a rule that acts is read, signed and printed', async () => {
  const id = await offered();
  expect(await textOf(id)).toContain(named);
  expect((await accept(scenario, creditor, id)).status).toBe(200);
  expect(await byRule(id)).toBe(true);
});

test('one whose publisher lost the right while they bargained is signed by nobody; the next offer says who decides', async () => {
  const id = await offered();
  const movesOf = async () => (await creditor.client.get(`/api/loans/${id}`)).body;
  expect(await movesOf()).toMatchObject({ namesEndedRule: false, moves: expect.arrayContaining(['accept']) });
  await powers('revoked');
  const card = await movesOf();
  expect([card.namesEndedRule, card.moves.includes('accept'), card.moves.includes('reject')]).toEqual([
    true,
    false,
    true,
  ]);
  const refused = await accept(scenario, creditor, id);
  expect(refused.body).toMatchObject({ code: 'offer.replaced', message: expect.stringContaining('правило кредитора') });
  expect(await textOf(id)).toContain('названо правило кредитора о расторжении, а оно больше не действует');
  const again = await offer(scenario, creditor, id, plan);
  expect(again.status, again.text).toBe(200);
  expect(await textOf(id)).toContain(byHand);
  expect((await movesOf()).namesEndedRule).toBe(false);
  expect((await accept(scenario, debtor, id)).status).toBe(200);
  expect(await byRule(id)).toBe(false);
  expect(await paperText(scenario.testApp.app, id, 'agreement')).not.toContain(named);
});

test('an offer that names none is accepted as it was read, though its publisher has the right again', async () => {
  await powers('revoked');
  const id = await offered();
  const read = await textOf(id);
  expect(read).toContain(byHand);
  await powers('given');
  expect(await textOf(id)).toBe(read);
  const accepted = await accept(scenario, creditor, id);
  expect(accepted.status, accepted.text).toBe(200);
  expect(await byRule(id)).toBe(false);
});

test('an offer that names a rule which acts no more is withdrawn the day after, and both read why', async () => {
  const id = await offered();
  await powers('revoked');
  await scenario.run('alter table terms_offers disable trigger immutable');
  await scenario.run(`update terms_offers set created_at = created_at - interval '2 days' where settlement_id = $1`, [
    id,
  ]);
  await scenario.run('alter table terms_offers enable trigger immutable');
  await runDeadlines(scenario.testApp.app);
  const { offers, number } = (await debtor.client.get(`/api/loans/${id}`)).body;
  expect(offers.map(({ status }: { status: string }) => status)).toEqual(['withdrawn']);
  const detailOf = async (client: typeof debtor.client) =>
    (await client.get('/api/notifications?limit=100')).body.items.find(({ title }: { title: string }) =>
      title.includes(`Предложение по ${number} снято`),
    )?.detail;
  const why = 'В тексте названо правило кредитора о расторжении, а оно больше не действует';
  expect(await detailOf(debtor.client)).toBe(`${why}. Предложите условия заново`);
  expect(await detailOf(creditor.client)).toBe(`${why}. Предложите свои или ждите новых`);
});

test('a change of an agreement names no rule: whoever may not read it any more reads what has changed', async () => {
  const id = await agreed(scenario, plan);
  expect((await propose(scenario, debtor, id, { ...plan, payments: 5 })).status).toBe(200);
  await powers('revoked');
  await scenario.run(`update legal_entities set full_name = full_name || ' новая' where id = $1`, [scenario.company]);
  const told = await textOf(id);
  expect(told).toContain('Текст соглашения изменился с тех пор');
  expect(told).not.toContain('правило кредитора');
});
