import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITATION_WARNING } from '#domain/registries/limitation.ts';
import { addDays, addMonths, type Day, moscowDay } from '#domain/values/days.ts';
import { factsContext } from '#server/modules/documents/make.ts';
import { letterTo } from '../helpers/mail/letters.ts';
import {
  accept,
  creditorOf,
  debtorOf,
  firstDate,
  offer,
  openBargaining,
  readDraft,
} from '../settlements/helpers/bargaining.ts';
import { attachWrit } from '../settlements/helpers/claims.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

/** Who had a claim before, by the basis of whoever has it now. */
const sellers: Record<string, string> = { original: '7728168971', cession: '7736050003', agent: '7702070139' };
const today = moscowDay(new Date());
/** The last day on which a term that began so runs, and the day before it began. */
const edge = addMonths(today, -36);
const late = addDays(edge, -1);
const plan = { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 };
const age = (entryId: number, from: Day, stage = 'pretrial') =>
  scenario.run('update registry_entries set overdue_from = $2, stage = $3 where id = $1', [entryId, from, stage]);
const limitationOf = async (entryId: number): Promise<string> =>
  (await scenario.debtor.get(`/api/individuals/${scenario.debtorId}/registry-entries/${entryId}`)).body.limitation;
const entryOf = async (settlementId: number): Promise<number> =>
  Number(
    (await scenario.run('select registry_entry_id as id from settlements where id = $1', [settlementId]))[0]!['id'],
  );
/** The debtor accepted the rules of signatures so long ago. */
const rulesAccepted = (ago: string) =>
  scenario.run(
    `update consents set given_at = now() - $2::interval
     where account_id = (select account_id from individuals where id = $1)
       and document_id in (select id from consent_documents where kind = 'pep-agreement')`,
    [scenario.debtorId, ago],
  );
const facts = async (settlementId: number, kind: string) => {
  const [row] = await scenario.run('select facts_sealed from issued_documents where settlement_id = $1 and kind = $2', [
    settlementId,
    kind,
  ]);
  return scenario.testApp.app.secrets.open<{ signings: { side: string; limitationShownAt: string | null }[] }>(
    factsContext,
    String(row!['facts_sealed']),
  );
};

test.each([
  ['pretrial', edge, 'running'],
  ['pretrial', late, 'may_be_over'],
  // That a court has it is the creditor's word: nothing stops the term until an act of the court is attached.
  ['court', edge, 'running'],
  // Whether a court was asked in time nobody here knows: the debtor is warned.
  ['court', late, 'may_be_over'],
  ['enforcement', late, 'enforcement'],
])('a claim at the stage %s, overdue since %s: %s', async (stage, from, expected) => {
  const id = await scenario.claim();
  await age(id, from, stage);
  expect(await limitationOf(id)).toBe(expected);
  const [own] = (await scenario.debtor.get(`/api/individuals/${scenario.debtorId}/registry-entries`)).body.items;
  expect(own).toMatchObject({ id, limitation: expected });
  const card = await scenario.manager.get(
    `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${id}`,
  );
  expect(card.body.limitation).toBe(expected);
});

test.each([
  [edge, 'stopped'],
  [late, 'may_be_over'],
])('an act of the court that its debtor can open proves it: overdue since %s it is %s', async (from, expected) => {
  const id = await scenario.claim();
  await age(id, from, 'court');
  await scenario.write((tx) => attachWrit(tx, id));
  expect(await limitationOf(id)).toBe(expected);
  const own = (await scenario.debtor.get(`/api/individuals/${scenario.debtorId}/registry-entries/${id}`)).body;
  expect(own).toMatchObject({ enforcement: { stage: 'court', writ: { name: 'лист.pdf' } }, moves: ['reject'] });
});

test('a court that had the claim lengthens its term, as the versions of the claim tell', async () => {
  const id = await scenario.claim();
  await age(id, addDays(edge, -5));
  await scenario.run(
    `insert into registry_entry_versions (entry_id, version, registry_id, content, created_at, replaced_at)
     select id, 0, registry_id, '{"stage":"court"}', now() - interval '30 days', now() - interval '10 days'
     from registry_entries where id = $1`,
    [id],
  );
  expect(await limitationOf(id)).toBe('may_be_over');
  await scenario.write((tx) => attachWrit(tx, id));
  expect(await limitationOf(id)).toBe('running');
});

test.each([
  ['original', 'running'],
  ['cession', 'may_be_over'],
  ['agent', 'may_be_over'],
])(
  'an assignment begins no term anew: a claim by the basis %s that another had before is %s',
  async (basis, expected) => {
    const contractNumber = `Прежний-${basis}`;
    const seller = await scenario.testApp.company({ inn: sellers[basis] });
    const sold = await scenario.claim({ legalEntityId: seller, contractNumber });
    await age(sold, late);
    await scenario.run('update registry_entries set withdrawn_at = now() where id = $1', [sold]);
    const id = await scenario.claim({ contractNumber, basis });
    await age(id, addMonths(today, -3));
    expect(await limitationOf(id)).toBe(expected);
  },
);

describe('the term is judged by the earliest day that its creditor has stated', () => {
  test('a load that moves the day of the overdue forward moves no term', async () => {
    const id = await scenario.claim();
    await age(id, addMonths(today, -3));
    expect(await limitationOf(id)).toBe('running');
    await scenario.run(
      `insert into registry_entry_versions (entry_id, version, registry_id, content, created_at, replaced_at)
       select id, 0, registry_id, jsonb_build_object('overdue_from', $2::date), now() - interval '30 days', now() - interval '10 days'
       from registry_entries where id = $1`,
      [id, late],
    );
    expect(await limitationOf(id)).toBe('may_be_over');
  });

  test.each([
    ['the day on which it runs still', addDays(edge, -1), 'running'],
    ['the day before', addDays(edge, -2), 'may_be_over'],
  ])('the contract has ended on %s, and nothing falls due after it', async (_, end, expected) => {
    const id = await scenario.claim();
    await age(id, addMonths(today, -3));
    await scenario.run('update registry_entries set contract_date = $3, contract_end = $2 where id = $1', [
      id,
      end,
      addMonths(end, -12),
    ]);
    expect(await limitationOf(id)).toBe(expected);
  });
});

describe('a request about a claim', () => {
  test('whose term may have run out is taken only from who was shown it, and keeps when', async () => {
    const id = await scenario.claim();
    await age(id, late);
    const unread = await scenario.requestOf(id);
    expect([unread.status, unread.body.code]).toEqual([409, 'move.illegal']);
    expect(unread.body.message).toContain('Срок исковой давности');
    const { body, status } = await scenario.requestOf(id, { limitationShown: true });
    expect(status).toBe(201);
    const [kept] = await scenario.run('select limitation_shown_at as at from requests where id = $1', [body.id]);
    expect(kept!['at']).toBeInstanceOf(Date);
    // A click is no written form: the term does not begin anew.
    expect(await limitationOf(id)).toBe('may_be_over');
  });

  test('within the term begins it anew when it asks for the whole, and nothing is shown', async () => {
    const [whole, part] = [await scenario.claim(), await scenario.claim()];
    const requests = await Promise.all([
      scenario.requestOf(whole, { limitationShown: true }),
      scenario.requestOf(part, { desiredAmount: 100_000 }),
    ]);
    const kept = await scenario.run('select limitation_shown_at as at from requests where id = any ($1)', [
      requests.map(({ body }) => body.id),
    ]);
    expect(kept).toEqual([{ at: null }, { at: null }]);
    await Promise.all([whole, part].map((id) => age(id, late)));
    await scenario.run(`update requests set created_at = now() - interval '1 day' where registry_entry_id = any ($1)`, [
      [whole, part],
    ]);
    await Promise.all([whole, part].map((id) => age(id, addDays(edge, -1))));
    expect([await limitationOf(whole), await limitationOf(part)]).toEqual(['running', 'may_be_over']);
    // Whoever calls less than the claim his debt has recognised no more.
    await scenario.run('update requests set claimed_debt = 3999999 where registry_entry_id = $1', [whole]);
    expect(await limitationOf(whole)).toBe('may_be_over');
  });
});

describe('an agreement about a claim', () => {
  test('whose term may have run out: the letter with the code, the protocol and the paper tell of it; then it runs', async () => {
    const { id } = await openBargaining(scenario);
    const entryId = await entryOf(id);
    await age(entryId, addMonths(today, -48));
    expect((await offer(scenario, debtorOf(scenario), id, plan)).status).toBe(200);
    const { text } = await letterTo(scenario.testApp, scenario.debtorEmail);
    for (const sentence of LIMITATION_WARNING) expect(text).toContain(sentence);
    expect((await scenario.debtor.get(`/api/loans/${id}`)).body.limitation).toBe('may_be_over');
    expect((await accept(scenario, creditorOf(scenario), id)).status).toBe(200);
    const signings = await scenario.run(
      `select s.side, s.limitation_shown_at as at, c.created_at as sent from signatures s join one_time_codes c on c.id = s.code_id
       where s.settlement_id = $1 order by s.id`,
      [id],
    );
    expect(signings).toMatchObject([
      { side: 'individual', at: signings[0]!['sent'] },
      { side: 'creditor', at: null },
    ]);
    const { signings: told } = await facts(id, 'signing_protocol');
    expect(told.map(({ limitationShownAt }) => limitationShownAt)).toEqual([expect.any(String), null]);
    await rulesAccepted('0');
    // What was signed before its signer had accepted the rules of such signatures is no written recognition.
    expect(await limitationOf(entryId)).toBe('may_be_over');
    await rulesAccepted('1 day');
    expect(await limitationOf(entryId)).toBe('running');
    expect((await scenario.debtor.get(`/api/loans/${id}`)).body.limitation).toBe('running');
  });

  test('that disputes a part of the debt is no recognition of the whole: the debtor is warned as before', async () => {
    const { id } = await openBargaining(scenario);
    const entryId = await entryOf(id);
    const { client, base } = debtorOf(scenario);
    await client.put(`${base}/loans/${id}/disputed-parts`, { parts: [{ code: 'penalty', reason: null }] });
    await age(entryId, addMonths(today, -48));
    expect((await offer(scenario, debtorOf(scenario), id, plan)).status).toBe(200);
    expect((await accept(scenario, creditorOf(scenario), id)).status).toBe(200);
    await rulesAccepted('1 day');
    expect(await limitationOf(entryId)).toBe('may_be_over');
    // The same agreement with nothing disputed in it.
    await scenario.run('alter table terms_offers disable trigger immutable');
    await scenario.run(`update terms_offers set disputed = '[]' where settlement_id = $1`, [id]);
    await scenario.run('alter table terms_offers enable trigger immutable');
    expect(await limitationOf(entryId)).toBe('running');
  });

  test('within the term nobody is warned of anything', async () => {
    const { id } = await openBargaining(scenario);
    expect((await offer(scenario, debtorOf(scenario), id, plan)).status).toBe(200);
    const { text } = await letterTo(scenario.testApp, scenario.debtorEmail);
    expect(text).not.toContain('давности');
    const [signed] = await scenario.run('select limitation_shown_at as at from signatures where settlement_id = $1', [
      id,
    ]);
    expect(signed).toEqual({ at: null });
  });

  test('is signed by no code that came before the term ran out: its letter told nothing', async () => {
    const { id } = await openBargaining(scenario);
    const party = debtorOf(scenario);
    const textHash = await readDraft(party, id, { plan });
    await party.client.post(`${party.base}/loans/${id}/signing-code`, { textHash });
    const { text } = await letterTo(scenario.testApp, party.email);
    await age(await entryOf(id), addMonths(today, -48));
    const code = /: (\d{6})$/m.exec(text)![1]!;
    const refused = await party.client.post(`${party.base}/offer-terms/${id}`, { plan, textHash, code });
    expect([refused.status, refused.body.code]).toEqual([409, 'move.illegal']);
  });
});
