import { expect, test } from 'vitest';
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

test('an offer whose penalty is above a ceiling that has come since is not concluded', async () => {
  const steep = { ...bandWithPenalty, penaltyDayBps: 50 };
  const published = await asKind(scenario, 'Другое', () => publish(scenario, [steep], 0));
  expect(published.status, published.text).toBe(200);
  const id = await asKind(scenario, 'Связь', async () => {
    const { id: other } = await openBargaining(scenario, { contractKind: 'other' });
    const made = (await offer(scenario, debtor, other, inThree)).body;
    expect(made).toMatchObject({ offers: [{ penalty: { per: 'day', rateBps: 50 } }] });
    return other;
  });
  await scenario.run('update settlements set consumer = true where id = $1', [id]);
  const { status, body } = await accept(scenario, creditor, id);
  expect([status, body.code]).toEqual([409, 'offer.replaced']);
  expect(body.message).toContain('выше предела закона');
  // Whoever accepts has offered nothing that he could offer anew.
  expect(body.message).not.toContain('заново');
  expect(body.message).toContain('Предложите свои или отклоните эти');
});
