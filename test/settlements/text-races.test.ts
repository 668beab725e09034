import { expect, test, vi } from 'vitest';
import type { Reply } from '../helpers/client.ts';
import { patience } from '../helpers/patience.ts';
import { agree, agreed, propose, three } from './helpers/addenda.ts';
import { accept, lump, offer, openBargaining, openParties } from './helpers/bargaining.ts';

const { scenario, debtor, creditor } = await openParties();
const newer = { ...three, payments: 4 };

/** An acceptance that stands between the comparison of its text and its papers, while another transaction changes that text. */
async function changedMeanwhile(hold: string, change: string, answer: () => Promise<Reply>): Promise<Reply> {
  const other = await scenario.testApp.owner.connect();
  try {
    await other.query('begin');
    await other.query(hold);
    const answered = answer();
    await vi.waitFor(async () => {
      const { rowCount } = await scenario.testApp.owner.query(
        `select from pg_locks l join pg_stat_activity a using (pid)
         where a.datname = current_database() and not l.granted`,
      );
      expect(rowCount).toBeGreaterThan(0);
    }, patience);
    await other.query(change);
    await other.query('commit');
    return await answered;
  } finally {
    other.release();
  }
}

const signaturesHeld = 'lock table signatures in share mode';
const accountOf = (individual: number) => `(select account_id from individuals where id = ${individual})`;

test('no paper of an agreement tells another text than the one that both have signed', async () => {
  const { id } = await openBargaining(scenario);
  await offer(scenario, debtor, id, lump(3_000_000));
  const phone = `update accounts set phone = '+79160000017' where id = ${accountOf(scenario.debtorId)}`;
  const refused = await changedMeanwhile(signaturesHeld, phone, () => accept(scenario, creditor, id));
  expect([refused.status, refused.body.code]).toEqual([409, 'offer.replaced']);
  const { body } = await debtor.client.get(`/api/loans/${id}`);
  expect([body.status, body.signedAt]).toEqual(['negotiation', null]);
});

test('nor does one of a new schedule', async () => {
  const id = await agreed(scenario);
  await propose(scenario, creditor, id, newer);
  const held = `select from individuals where id = ${scenario.debtorId} for update`;
  const name = `update legal_entities set full_name = full_name || ' и партнёры' where id = ${scenario.company}`;
  const refused = await changedMeanwhile(held, name, () => agree(scenario, debtor, id));
  expect([refused.status, refused.body.code]).toEqual([409, 'offer.replaced']);
  expect((await debtor.client.get(`/api/loans/${id}`)).body.proposals).toMatchObject([{ status: 'active' }]);
});
