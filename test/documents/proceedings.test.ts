import { afterAll, beforeAll, expect, test } from 'vitest';
import { paperText } from '#test/helpers/paper-text.ts';
import { accept, creditorOf, debtorOf, firstDate, offer, openBargaining } from '../settlements/helpers/bargaining.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

const plan = { kind: 'equal', amount: 3_000_000, payments: 3, firstDate, downPayment: 0 };
const draft = (id: number, kind: string, who = scenario.debtor) => who.get(`/api/loans/${id}/court-paper?kind=${kind}`);

/** An agreement about a claim at a stage. */
async function agreed(claim: Parameters<typeof openBargaining>[1]): Promise<number> {
  const { id } = await openBargaining(scenario, claim);
  await offer(scenario, creditorOf(scenario), id, plan);
  const before = await scenario.debtor.get(`/api/loans/${id}`);
  expect(before.body.proceedings?.papers ?? []).toEqual([]);
  expect((await accept(scenario, debtorOf(scenario), id)).status).toBe(200);
  return id;
}
const toldCreditor = (id: number, title: string) =>
  scenario.run('select 1 from notifications where link = $1 and title like $2', [`/settlement-${id}`, `%${title}`]);

test('of a debt with bailiffs the agreement says what stops them, and both take the drafts', async () => {
  const id = await agreed({ stage: 'enforcement', caseNo: '77001/26/1-ИП', court: 'ОСП № 3' });
  const { proceedings } = (await scenario.debtor.get(`/api/loans/${id}`)).body;
  expect(proceedings).toEqual({
    stage: 'enforcement',
    deniedAt: null,
    proved: false,
    words: 'исполнительное производство № 77001/26/1-ИП, ОСП № 3',
    papers: ['writ_return', 'settlement_motion'],
  });
  const text = await paperText(scenario.testApp.app, id, 'agreement');
  expect(text).toContain('исполнительное производство № 77001/26/1-ИП, ОСП № 3');
  expect(text).toContain('просит пристава возвратить исполнительный документ');
  expect(text).toContain('Исполнительский сбор');
  // What bailiffs collect is the creditor's word: what the signature recognises is said of every debt.
  expect(text).toContain('если он ещё не взыскан судом');
  expect(text).not.toContain('Долг в суде');
  for (const kind of ['writ_return', 'settlement_motion']) {
    for (const who of [scenario.debtor, scenario.manager]) {
      const answer = await draft(id, kind, who);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    }
    expect((await draft(id, kind, scenario.accountant)).status).toBe(403);
    expect((await draft(id, kind, scenario.other)).status).toBe(404);
  }
  expect(await toldCreditor(id, 'Отзовите исполнительный документ')).not.toHaveLength(0);
});

test('of a debt in court only the motion, and the stage that counts for it is that of today', async () => {
  const id = await agreed({ stage: 'court', caseNo: '2-17/2026', court: 'Мировой суд, участок № 12' });
  expect((await draft(id, 'settlement_motion')).status).toBe(200);
  expect((await draft(id, 'writ_return')).body.code).toBe('document.absent');
  expect(await paperText(scenario.testApp.app, id, 'agreement')).toContain(
    'дело № 2-17/2026, Мировой суд, участок № 12',
  );
  expect(await toldCreditor(id, 'Сообщите суду о соглашении')).not.toHaveLength(0);
  await scenario.run(
    `update registry_entries set stage = 'enforcement' where id = (select registry_entry_id from settlements where id = $1)`,
    [id],
  );
  expect((await draft(id, 'writ_return')).status).toBe(200);
});

test('of a debt that is not in court there is nothing of it', async () => {
  const id = await agreed({});
  expect((await scenario.debtor.get(`/api/loans/${id}`)).body.proceedings).toBeNull();
  expect(await paperText(scenario.testApp.app, id, 'agreement')).not.toMatch(/Долг в суде|Исполнительное производство/);
  expect((await draft(id, 'settlement_motion')).body.code).toBe('document.absent');
  expect((await draft(id, 'another')).status).toBe(400);
});
