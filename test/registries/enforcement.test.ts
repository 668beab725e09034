import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths, moscowDay } from '#domain/values/days.ts';
import type { Client } from '../helpers/client.ts';
import { asMultipart, smallPaper } from '../helpers/files/multipart.ts';
import { debtorOf, openBargaining } from '../settlements/helpers/bargaining.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

/** A claim becomes one that bailiffs collect, as its creditor says, overdue for four years. */
const toBailiffs = (id: number) =>
  scenario.run(
    `update registry_entries set stage = 'enforcement', case_no = '1/26/77001-ИП', court = 'ОСП', overdue_from = $2 where id = $1`,
    [id, addMonths(moscowDay(new Date()), -48)],
  );
const entryOf = async (settlementId: number): Promise<number> =>
  Number(
    (await scenario.run('select registry_entry_id as id from settlements where id = $1', [settlementId]))[0]!['id'],
  );
const ownPath = (id: number): string => `/api/individuals/${scenario.debtorId}/registry-entries/${id}`;
const own = async (id: number) => (await scenario.debtor.get(ownPath(id))).body;
const deny = (id: number, who: Client = scenario.debtor) => who.post(`${ownPath(id)}/no-bailiffs`, {});
const registry = (): string => `/api/legal-entities/${scenario.company}/registries/${scenario.registry}`;
const pageOf = (id: number): string => `/registry-entry-${scenario.company}-${scenario.registry}-${id}`;
const recall = (id: number, who: Client = scenario.debtor) => who.delete(`${ownPath(id)}/no-bailiffs`);
const messagesOf = async (id: number, words: string) =>
  (await scenario.manager.get(`${registry()}/messages`)).body.items.filter(
    ({ entryId, text }: { entryId: number; text: string }) => entryId === id && text.includes(words),
  );
function attach(id: number, who: Client = scenario.manager, bytes = smallPaper) {
  const sent = asMultipart({}, bytes);
  return who.send('PUT', `${registry()}/entries/${id}/writ`, sent.body, sent.headers);
}

test('a debtor says that there are no bailiffs: he is warned of the limitation again, and his creditor is told', async () => {
  const id = await scenario.claim();
  expect(await own(id)).toMatchObject({ enforcement: null, moves: ['reject'] });
  await toBailiffs(id);
  const before = await own(id);
  expect(before).toMatchObject({
    limitation: 'enforcement',
    enforcement: { deniedAt: null, writ: null },
    moves: ['reject', 'denyBailiffs'],
  });
  const denied = await deny(id);
  expect(denied.status, denied.text).toBe(200);
  const moves = ['reject', 'recallDenial'];
  expect(denied.body).toMatchObject({ stage: 'enforcement', limitation: 'may_be_over', moves });
  expect(denied.body.enforcement.deniedAt).not.toBeNull();
  // Among all his debts this one says it, too.
  const listed = async () =>
    (await scenario.debtor.get(`/api/individuals/${scenario.debtorId}/registry-entries`)).body.items.find(
      (one: { id: number }) => one.id === id,
    );
  expect([before.deniedAt, denied.body.deniedAt, (await listed()).deniedAt]).toEqual([
    null,
    denied.body.enforcement.deniedAt,
    denied.body.enforcement.deniedAt,
  ]);
  expect(denied.body.growth.join(' ')).not.toContain('по решению суда');
  // A request recognises the debt: whoever was not shown the warning is not let through.
  expect((await scenario.requestOf(id)).body.code).toBe('move.illegal');
  const card = await scenario.manager.get(`${registry()}/entries/${id}`);
  expect(card.body).toMatchObject({ limitation: 'may_be_over', enforcement: denied.body.enforcement });
  const told = () => messagesOf(id, 'приставов по долгу нет');
  expect(await told()).toHaveLength(1);
  expect((await deny(id)).body.enforcement).toEqual(denied.body.enforcement);
  // The versions of a claim are those of its loads.
  expect(denied.body.version).toBe(before.version);
  expect(await told()).toHaveLength(1);
});

test('who has said it so often that he may say it no more this hour still takes it back', async () => {
  const { limits } = scenario.testApp.app;
  const [{ account }] = (await scenario.run('select account_id as account from individuals where id = $1', [
    scenario.debtorId,
  ])) as [{ account: number }];
  const id = await scenario.claim();
  await toBailiffs(id);
  await deny(id);
  while (await limits.allows('markAccount', `${account} bailiffs`));
  expect((await deny(id)).status).toBe(429);
  const recalled = await recall(id);
  expect(recalled.status, recalled.text).toBe(200);
  await limits.forget('markAccount', `${account} bailiffs`);
});

test('what he has said of the bailiffs he takes back: all is as before his word, and his creditor is told', async () => {
  const id = await scenario.claim();
  await toBailiffs(id);
  const before = await own(id);
  expect((await recall(id)).body.code).toBe('move.illegal');
  await deny(id);
  expect((await recall(id, scenario.other)).status).toBe(404);
  const recalled = await recall(id);
  expect(recalled.status, recalled.text).toBe(200);
  const { limitation, enforcement, moves } = before;
  expect(recalled.body).toMatchObject({ limitation, enforcement, moves });
  expect(await messagesOf(id, 'взял назад')).toHaveLength(1);
  expect((await recall(id)).body.code).toBe('move.illegal');
  // A slip of the finger costs nothing: he may say it again, until the writ is there.
  expect((await deny(id)).status).toBe(200);
  await attach(id);
  const late = await recall(id);
  expect([late.body.code, late.body.message]).toEqual(['move.illegal', expect.stringContaining('приложил')]);
});

test('what bailiffs collect may be disputed once he has denied them, until the writ is attached', async () => {
  const { id } = await openBargaining(scenario);
  const entryId = await entryOf(id);
  await toBailiffs(entryId);
  const { client, base } = debtorOf(scenario);
  const dispute = () =>
    client.put(`${base}/loans/${id}/disputed-parts`, { parts: [{ code: 'penalty', reason: null }] });
  const settlement = async () => (await scenario.debtor.get(`/api/loans/${id}`)).body;
  expect((await dispute()).status).toBe(400);
  expect((await settlement()).proceedings).toMatchObject({ deniedAt: null, proved: false });
  expect((await deny(entryId)).status).toBe(200);
  expect((await dispute()).status).toBe(200);
  expect((await recall(entryId)).status).toBe(200);
  expect(await settlement()).toMatchObject({
    limitation: 'enforcement',
    disputed: [],
    proceedings: { deniedAt: null },
  });
  expect((await dispute()).status).toBe(400);
  expect((await deny(entryId)).status).toBe(200);
  expect(await settlement()).toMatchObject({
    limitation: 'may_be_over',
    disputed: [{ code: 'penalty', reason: null }],
    proceedings: { stage: 'enforcement', deniedAt: expect.any(String), proved: false },
  });
  const attached = await attach(entryId);
  expect(attached.status, attached.text).toBe(200);
  expect(await settlement()).toMatchObject({ limitation: 'enforcement', disputed: [], proceedings: { proved: true } });
  expect((await dispute()).status).toBe(400);
  expect((await own(entryId)).enforcement.writ).toEqual(attached.body);
  const file = `/api/registry-entries/${entryId}/writ`;
  for (const who of [scenario.debtor, scenario.manager, scenario.operator]) {
    expect((await who.get(file)).text.slice(0, 5)).toBe('%PDF-');
  }
  expect((await scenario.other.get(file)).status).toBe(404);
  const again = await attach(entryId);
  expect(again.body.attachedAt > attached.body.attachedAt).toBe(true);
});

test('nobody denies what nobody says or what is proved, and only to such a claim a writ is attached', async () => {
  const id = await scenario.claim();
  expect((await deny(id)).body.code).toBe('move.illegal');
  expect((await attach(id)).body.code).toBe('move.illegal');
  expect((await scenario.debtor.get(`/api/registry-entries/${id}/writ`)).body.code).toBe('document.absent');
  await toBailiffs(id);
  expect((await attach(id, scenario.accountant)).status).toBe(403);
  expect((await attach(id, scenario.manager, 'no paper')).body.fields).toHaveProperty('file');
  expect((await attach(id)).status).toBe(200);
  expect((await own(id)).moves).toEqual(['reject']);
  expect((await deny(id)).body.code).toBe('move.illegal');
});

test('a writ that was attached by mistake is taken away: what the debtor said of bailiffs counts again, and he is told', async () => {
  const id = await scenario.claim();
  await toBailiffs(id);
  const remove = (who: Client = scenario.manager) => who.delete(`${registry()}/entries/${id}/writ`);
  expect((await remove()).body.code).toBe('document.absent');
  const denied = await deny(id);
  expect((await attach(id)).status).toBe(200);
  expect((await own(id)).limitation).toBe('enforcement');
  for (const who of [scenario.accountant, scenario.debtor]) expect((await remove(who)).status).toBe(403);
  const removed = await remove();
  expect(removed.status, removed.text).toBe(204);
  expect(await own(id)).toEqual(denied.body);
  expect((await scenario.debtor.get(`/api/registry-entries/${id}/writ`)).body.code).toBe('document.absent');
  expect((await remove()).body.code).toBe('document.absent');
  const told = await scenario.run(
    `select title from notifications where title like '%исполнительный документ убран' and link = $1`,
    [pageOf(id)],
  );
  // Whoever has several debts to one creditor knows which of them it is.
  expect(told).toEqual([{ title: expect.stringContaining(`договор № ${denied.body.contractNumber}: `) }]);
  expect((await own(id)).deniedAt).toBe(denied.body.deniedAt);
  // Another is attached in its stead.
  expect((await attach(id)).status).toBe(200);
  expect((await recall(id)).body.code).toBe('move.illegal');
});

test('a writ that nobody can open proves nothing, and its debtor is told of each', async () => {
  const id = await scenario.claim();
  await toBailiffs(id);
  const scanned = (scan: string) =>
    scenario.run(
      `update stored_files set scan = $2 where id = (
         select o.file_id from registry_entries e join owned_files o on o.id = e.writ_file_id where e.id = $1)`,
      [id, scan],
    );
  expect((await attach(id)).status).toBe(200);
  await scanned('held');
  expect((await own(id)).moves).toEqual(['reject', 'denyBailiffs']);
  expect((await deny(id)).body).toMatchObject({ limitation: 'may_be_over', enforcement: { writ: { scan: 'held' } } });
  for (const [scan, limitation] of [
    ['infected', 'may_be_over'],
    ['clean', 'enforcement'],
    ['none', 'enforcement'],
  ] as const) {
    await scanned(scan);
    expect((await own(id)).limitation).toBe(limitation);
  }
  const told = await scenario.run(
    `select link from notifications where title like '%приложен исполнительный документ' and link = $1`,
    [pageOf(id)],
  );
  expect(told).toHaveLength(1);
});

test('each claim has its writ and each deed its scan, however many others its company has attached', async () => {
  const id = await scenario.claim();
  await toBailiffs(id);
  const acquired = await scenario.claim();
  await scenario.run(
    `update registry_entries set basis = 'cession', cedent_name = 'ООО МКК «Альфа»', cedent_inn = '7707083893',
       cession_ref = '№ 77/Ц от 01.03.2025' where id = $1`,
    [acquired],
  );
  await scenario.run(
    `insert into owned_files (legal_entity_id, place, kind, file_id)
     select $1::bigint, 'folder', kind, file_id from unnest(array['writs', 'deeds']) kind, generate_series(1, 100),
       lateral (select file_id from owned_files limit 1) f`,
    [scenario.company],
  );
  const attached = await attach(id);
  expect(attached.status, attached.text).toBe(200);
  expect((await own(id)).enforcement.writ).toEqual(attached.body);
  const { body, headers } = asMultipart({}, smallPaper);
  const deed = await scenario.manager.send('PUT', `${registry()}/entries/${acquired}/assignment-deed`, body, headers);
  expect(deed.status, deed.text).toBe(200);
  // What is put there by hand stays a folder that can be looked through.
  const byHand = await scenario.head.send('POST', `/api/legal-entities/${scenario.company}/files/deeds`, body, headers);
  expect(byHand.body.fields).toEqual({ file: 'Не больше 100 файлов одного вида' });
});
