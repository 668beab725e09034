import { afterEach, describe, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import type { Reply } from '../helpers/client.ts';
import { openPaymentScenario, seenSettlement } from '../payments/helpers/scenario.ts';
import {
  bandWithPenalty,
  creditorOf,
  debtorOf,
  firstDate,
  noText,
  openBargaining,
  publish,
} from '../settlements/helpers/bargaining.ts';
import { freshContract, innOf } from '../settlements/helpers/scenario.ts';
import { forget, happen, lateAgreement } from './helpers/life.ts';

/** What the table of events forbids is refused wherever it is asked for, by the server (docs/decisions/0108). */
const scenario = await openPaymentScenario();
const [debtor, manager] = [debtorOf(scenario), creditorOf(scenario)];
const second = (await scenario.testApp.operator('manager')).client;
const today = moscowDay(new Date());
expect((await publish(scenario, [bandWithPenalty], 0)).status).toBe(200);
afterEach(() => forget(scenario));

const manage = 'обратитесь к финансовому управляющему';
const refused = ({ status, body, text }: Reply, words = manage): void => {
  expect([status, body.code], text).toEqual([409, 'move.illegal']);
  expect(body.message).toContain(words);
};
const ownRequests = `${debtor.base}/questionnaires`;
const simple = `${debtor.base}/simple-requests`;
const draft = (): Promise<Reply> =>
  debtor.client.post(ownRequests, { creditorInn: '7710140679', creditorName: 'Банк', contractNumber: freshContract() });

/** A creditor's question «is this debt yours?», as a load of a simple registry leaves it. */
async function question(contractNumber: string | null = null): Promise<number> {
  const [row] = await scenario.run(
    `insert into simple_registry_entries (registry_id, legal_entity_id, individual_id, status, last_name, first_name,
       birth_date, debtor_inn, phone, content_hash, contract_number)
     values ($1, $2, $3, 'notification_sent', 'Иванов', 'Иван', '1985-04-12', $4, '+79161234567', '\\x01', $5) returning id`,
    [scenario.registry, scenario.company, scenario.debtorId, innOf.debtor, contractNumber],
  );
  return row!['id'] as number;
}

describe('who is bankrupt', () => {
  test('asks nobody for a settlement, and is asked by nobody', async () => {
    const kept = (await draft()).body;
    const claim = await scenario.claim();
    await happen(scenario, second, 'bankruptcy', today);
    refused(await draft());
    refused(await scenario.requestOf(claim));
    refused(await debtor.client.patch(`${ownRequests}/${kept.id}`, { comment: 'Скорее', version: kept.version }));
    refused(await debtor.client.post(simple, { creditorInn: innOf.creditor, disclosed: true }));
    expect((await debtor.client.get(`${ownRequests}/${kept.id}`)).body.moves).toEqual(['withdraw']);
    expect((await debtor.client.delete(`${ownRequests}/${kept.id}`)).status).toBe(204);
  });

  test('owns up to no debt, but says that one is not his', async () => {
    const id = await question();
    await happen(scenario, second, 'bankruptcy_out_of_court', today);
    const own = `${debtor.base}/simple-registries`;
    const seen = (await debtor.client.get(`${own}/entries`)).body.items.find((one: { id: number }) => one.id === id);
    expect(seen.moves).toEqual(['reject']);
    refused(await debtor.client.post(`${own}/accept/${id}`, {}), 'МФЦ');
    const rejected = await debtor.client.post(`${own}/reject/${id}`, { reason: 'not_mine' });
    expect(rejected.status, rejected.text).toBe(200);
  });

  test('says of no debt that it is his but for the sum, and is not asked to', async () => {
    const [simpleId, claim] = [await question(freshContract()), await scenario.claim()];
    await happen(scenario, second, 'bankruptcy_out_of_court', today);
    const own = `${debtor.base}/simple-registries`;
    const path = `${debtor.base}/registry-entries/${claim}`;
    const openReasons = ['not_mine', 'paid', 'other'];
    const seen = (await debtor.client.get(`${own}/entries`)).body.items.find(
      (one: { id: number }) => one.id === simpleId,
    );
    expect(seen).toMatchObject({ openReasons });
    expect((await debtor.client.get(path)).body).toMatchObject({ openReasons });
    const disputed = { reason: 'wrong_amount' };
    refused(await debtor.client.post(`${own}/reject/${simpleId}`, disputed), 'МФЦ');
    refused(await debtor.client.post(`${path}/reject`, disputed), 'МФЦ');
    const rejected = await debtor.client.post(`${path}/reject`, { reason: 'not_mine' });
    expect(rejected.status, rejected.text).toBe(200);
  });

  test('signs nothing: neither side gets a code', async () => {
    const { id } = await openBargaining(scenario);
    await happen(scenario, second, 'bankruptcy', today);
    for (const { client, base } of [debtor, manager])
      refused(await client.post(`${base}/loans/${id}/signing-code`, { textHash: noText }));
    const plan = { kind: 'at_once', amount: 3_000_000, firstDate };
    for (const { client, base } of [debtor, manager])
      refused(await client.post(`${base}/offer-terms/${id}`, { plan, textHash: noText, code: '123456' }));
  });

  test('a request that waits with its creditor opens no bargaining', async () => {
    const { id, version } = (await scenario.requestOf(await scenario.claim())).body;
    await happen(scenario, second, 'bankruptcy', today);
    refused(await manager.client.post(`${ownRequests}/${id}/negotiate/${scenario.company}`, { version }));
    const { moves, stopped } = (await manager.client.get(`${ownRequests}/${id}`)).body;
    expect(moves).not.toContain('negotiate');
    // Why the button is gone stands in its place.
    expect(stopped).toContain(manage);
  });

  test('what was paid past the platform before the day of it counts, and not after it', async () => {
    const id = await lateAgreement(scenario, 3);
    const paid = (amount: number, paidOn: string): Promise<Reply> =>
      debtor.client.post(`${debtor.base}/loans/${id}/outside-payments`, { amount, paidOn });
    const before = await paid(100_000, addDays(today, -10));
    expect(before.status, before.text).toBe(201);
    const answer = (paymentId: number): Promise<Reply> =>
      scenario.accountant.post(`${manager.base}/payments/${paymentId}/answer`, { answer: 'confirm' });
    await happen(scenario, second, 'bankruptcy', addDays(today, -5));
    refused(await paid(100_000, today), 'оплата в эти дни здесь не учитывается');
    const confirmed = await answer(before.body.id);
    expect(confirmed.status, confirmed.text).toBe(200);
    expect((await seenSettlement(scenario, id)).paidAmount).toBe(100_000);
  });
});
