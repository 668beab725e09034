import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../helpers/client.ts';
import { isLockAwaited } from '../../helpers/database.ts';
import { agreed, three } from '../helpers/addenda.ts';
import {
  codeFor,
  generousBand,
  lump,
  noText,
  offer,
  openBargaining,
  openParties,
  type Party,
  publish,
  readDraft,
} from '../helpers/bargaining.ts';

const { scenario, debtor, creditor, head } = await openParties();

type Table = 'legal_entities' | 'individuals';
const setVerification = (table: Table, status: string) =>
  scenario.run(`update ${table} set verification_status = $1 where id = $2`, [
    status,
    table === 'individuals' ? scenario.debtorId : scenario.company,
  ]);
afterEach(async () => {
  await setVerification('legal_entities', 'verified');
  await setVerification('individuals', 'verified');
});
const seen = async (id: number, { client }: Party) => (await client.get(`/api/loans/${id}`)).body;
const refused = { status: 409, body: { code: 'move.illegal' } };
/** Who reaches a debt at all while somebody is blocked. */
const reaches = (table: Table, status: string): Party[] =>
  status !== 'blocked' ? [debtor, creditor] : table === 'individuals' ? [creditor] : [debtor];

const away = (['legal_entities', 'individuals'] as const).flatMap((table) =>
  ['unverified', 'pending', 'blocked'].map((status) => [table, status] as const),
);
describe.each(away)('while one of %s is %s', (table, status) => {
  test('nobody is sent a code, offers, accepts or asks his head; both read why', async () => {
    const { id } = await openBargaining(scenario);
    await offer(scenario, debtor, id, lump(3_000_000));
    const { offers } = await seen(id, creditor);
    const codes = new Map<Party, string>();
    for (const party of [debtor, creditor]) codes.set(party, await codeFor(scenario, party, id));
    await setVerification(table, status);
    for (const party of reaches(table, status)) {
      const post = (path: string, body: object = {}) => party.client.post(`${party.base}/${path}`, body);
      const code = codes.get(party)!;
      expect(await post(`loans/${id}/signing-code`, { textHash: noText })).toMatchObject(refused);
      expect(await post(`offer-terms/${id}`, { plan: lump(3_100_000), textHash: noText, code })).toMatchObject(refused);
      const accepting = { termsHash: offers[0].termsHash, code };
      expect(await post(`accept-terms/${id}`, accepting)).toMatchObject(refused);
      const { moves, cannotAgree } = await seen(id, party);
      expect(cannotAgree).toEqual(expect.any(String));
      expect(moves).not.toEqual(expect.arrayContaining(['offer']));
      expect(moves).not.toEqual(expect.arrayContaining(['accept']));
      expect(moves).toContain('stop');
    }
    if (reaches(table, status).includes(creditor)) {
      const asked = { reason: 'Очень нужно', plan: lump(1_000_000) };
      expect(await creditor.client.post(`${creditor.base}/loans/${id}/ask-to-offer`, asked)).toMatchObject(refused);
    }
    expect((await scenario.run('select status from settlements where id = $1', [id]))[0]).toEqual({
      status: 'negotiation',
    });
  });

  test('an agreement in force is neither changed nor given up, and is paid', async () => {
    const id = await agreed(scenario, three);
    await setVerification(table, status);
    for (const party of reaches(table, status)) {
      const post = (path: string, body: object) => party.client.post(`${party.base}/loans/${id}/${path}`, body);
      const signed = { code: '123456', textHash: 'a'.repeat(64) };
      expect(await post('reschedule', { plan: three, ...signed })).toMatchObject(refused);
      if (party === debtor) {
        expect(await post('reopen', { reason: 'Передумали оба', ...signed })).toMatchObject(refused);
      }
      const { moves } = await seen(id, party);
      expect(moves).not.toContain('reschedule');
      if (party === debtor) expect(moves).toEqual(expect.arrayContaining(['pay']));
    }
  });
});

test.each(['unverified', 'pending'])('a company that is %s signs no rule for what comes', async (status) => {
  await setVerification('legal_entities', status);
  const asked = { policy: { form: { bands: [], version: 0 } }, 'certificate-rule': { textHash: noText } };
  for (const [path, body] of Object.entries(asked)) {
    expect(await head.client.post(`${head.base}/${path}/signing-code`, body)).toMatchObject(refused);
  }
  expect((await head.client.get(`${head.base}/policy`)).body.cannotPublish).toEqual(expect.any(String));
});

test('conditions are silent once who has published them may not sign any more: a person answers', async () => {
  expect((await publish(scenario, [generousBand], 0)).status).toBe(200);
  const { id } = await openBargaining(scenario);
  await scenario.run(
    `update powers_of_attorney set status = 'revoked' where membership_id in (select m.id from memberships m
      join settlement_policies p on p.legal_entity_id = m.legal_entity_id
      join employees e on e.id = m.employee_id and e.account_id = p.account_id)`,
  );
  const { body } = await offer(scenario, debtor, id, lump(4_000_000));
  expect(body).toMatchObject({ status: 'negotiation', turn: 'creditor', offers: [{ decision: null }] });
});

/** As its owner: changes a form, under a code where one is sent. */
const change = async (party: Party, path: string, patch: object, code?: string) => {
  const { version } = (await party.client.get(party.base + path)).body;
  return party.client.patch(party.base + path, { ...patch, version, ...(code && { code }) });
};
test.each<[string, () => Party, string]>([
  ['a person', () => debtor, ''],
  ['a representative', () => head, '/representative'],
])('what %s was verified by is changed by a code for good, though withdrawn', async (_, whose, path) => {
  const party = whose();
  const table: Table = party === debtor ? 'individuals' : 'legal_entities';
  await setVerification(table, 'pending');
  const { version } = (await party.client.get(party.base)).body;
  await scenario.run(
    `insert into status_history (machine, object_type, object_id, move, from_status, to_status)
      values ('verification', $1, $2, 'reopen', 'verified', 'pending')`,
    [table === 'individuals' ? 'individuals' : 'legalEntities', Number(party.base.split('/').at(-1))],
  );
  const withdrawn = await party.client.post(`${party.base}/verification_status`, { move: 'withdraw', version });
  expect(withdrawn.body.verificationStatus).toBe('unverified');
  expect((await change(party, path, { lastName: 'Чужой' })).body.code).toBe('code.needed');
  expect((await change(party, path, { firstName: 'Чужой' }, '000000')).body.code).toBe('code.wrong');
});

describe('somebody who is blocked at the moment of a signature', () => {
  /** Sends what is to be signed while an uncommitted block waits for it to come, then commits. */
  async function whileBlocking(table: Table, send: () => Promise<Reply>): Promise<Reply> {
    const id = table === 'individuals' ? scenario.debtorId : scenario.company;
    const { sent } = await scenario.testApp.app.database.db.transaction().execute(async (tx) => {
      await sql`update ${sql.table(table)} set verification_status = 'blocked' where id = ${id}`.execute(tx);
      let isAnswered = false;
      const reply = send().finally(() => {
        isAnswered = true;
      });
      const { owner } = scenario.testApp;
      await expect.poll(async () => isAnswered || (await isLockAwaited(owner))).toBe(true);
      return { sent: reply };
    });
    return sent;
  }

  test.each(['individuals', 'legal_entities'] as const)('of %s concludes nothing', async (table) => {
    const { id } = await openBargaining(scenario);
    const { termsHash } = (await offer(scenario, debtor, id, lump(3_000_000))).body.offers[0];
    const code = await codeFor(scenario, creditor, id);
    const answered = await whileBlocking(table, () =>
      creditor.client.post(`${creditor.base}/accept-terms/${id}`, { termsHash, code }),
    );
    expect(answered).toMatchObject(refused);
    expect(await scenario.run('select status from settlements where id = $1', [id])).toEqual([
      { status: 'negotiation' },
    ]);
    expect(await scenario.run('select 1 from agreements where settlement_id = $1', [id])).toEqual([]);
  });

  test('changes no agreement in force', async () => {
    const id = await agreed(scenario, three);
    const plan = { kind: 'equal', amount: 3_000_000, payments: 2, firstDate: '2099-01-15', downPayment: 0 };
    const textHash = await readDraft(debtor, id, { plan });
    const code = await codeFor(scenario, debtor, id, textHash);
    const answered = await whileBlocking('legal_entities', () =>
      debtor.client.post(`${debtor.base}/loans/${id}/reschedule`, { plan, textHash, code }),
    );
    expect(answered).toMatchObject(refused);
  });
});
