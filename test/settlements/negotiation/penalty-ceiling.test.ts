import { expect, test } from 'vitest';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import type { Client } from '../../helpers/client.ts';
import {
  accept,
  bandWithPenalty,
  firstDate,
  offer,
  openBargaining,
  openParties,
  publish,
} from '../helpers/bargaining.ts';
import { asKind } from '../helpers/scenario.ts';

const { scenario, debtor, creditor } = await openParties();
const inThree = { kind: 'equal', amount: 3_500_000, payments: 3, firstDate, downPayment: 0 };

const news = async (client: Client, number: string): Promise<{ title: string; detail: string }[]> =>
  (await client.get('/api/notifications?limit=100')).body.items.filter(({ title }: { title: string }) =>
    title.includes(`Предложение по ${number} снято`),
  );
/** What lies to be signed was offered on a day before. */
async function offeredBefore(id: number): Promise<void> {
  await scenario.run('alter table terms_offers disable trigger immutable');
  await scenario.run(`update terms_offers set created_at = created_at - interval '2 days' where settlement_id = $1`, [
    id,
  ]);
  await scenario.run('alter table terms_offers enable trigger immutable');
}
/** An offer of the debtor whose penalty became unlawful after he had made it. */
async function steepOffer(version: number): Promise<number> {
  const steep = { ...bandWithPenalty, penaltyDayBps: 50 };
  const published = await asKind(scenario, 'Другое', () => publish(scenario, [steep], version));
  expect(published.status, published.text).toBe(200);
  const id = await asKind(scenario, 'Связь', async () => {
    const { id: other } = await openBargaining(scenario, { contractKind: 'other' });
    const made = (await offer(scenario, debtor, other, inThree)).body;
    expect(made).toMatchObject({ offers: [{ penalty: { per: 'day', rateBps: 50 } }] });
    return other;
  });
  await scenario.run('update settlements set consumer = true where id = $1', [id]);
  return id;
}

test('an offer whose penalty is above a ceiling that has come since is not concluded', async () => {
  const id = await steepOffer(0);
  const { status, body } = await accept(scenario, creditor, id);
  expect([status, body.code]).toEqual([409, 'offer.replaced']);
  expect(body.message).toContain('выше предела закона');
  // Whoever accepts has offered nothing that he could offer anew.
  expect(body.message).not.toContain('заново');
  expect(body.message).toContain('Предложите свои или отклоните эти');
});

test('it is withdrawn on the next day, and its author reads why', async () => {
  const id = await steepOffer(1);
  const { id: lawful } = await openBargaining(scenario);
  await offer(scenario, debtor, lawful, inThree);
  await offeredBefore(lawful);
  await runDeadlines(scenario.testApp.app);
  const seen = async (one: number) => (await debtor.client.get(`/api/loans/${one}`)).body;
  expect(await seen(id)).toMatchObject({ offers: [{ status: 'active' }] });
  await offeredBefore(id);
  await runDeadlines(scenario.testApp.app);
  const { number, turn, offers } = await seen(id);
  expect([turn, offers[0].status]).toEqual(['individual', 'withdrawn']);
  expect(await seen(lawful)).toMatchObject({ offers: [{ status: 'active' }] });
  const ceiling = 'Неустойка в этих условиях выше предела закона';
  expect(await news(scenario.debtor, number)).toMatchObject([{ detail: `${ceiling}. Предложите условия заново` }]);
  expect(await news(scenario.manager, number)).toMatchObject([
    { detail: `${ceiling}. Предложите свои или ждите новых` },
  ]);
  // Each is judged once a day.
  expect(
    await scenario.run('select count(*)::int n from settlements where id = any($1) and offer_judged_on is null', [
      [id, lawful],
    ]),
  ).toEqual([{ n: 0 }]);
});
