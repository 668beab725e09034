import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../helpers/client.ts';
import { asMultipart, smallPaper } from '../helpers/files/multipart.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

const deed = '№ 17/Ц от 01.03.2025';
/** A claim that its creditor has acquired by a deed. */
async function acquired(cessionRef: string | null = deed): Promise<number> {
  const id = await scenario.claim();
  await scenario.run(
    `update registry_entries set basis = 'cession', cedent_name = 'ООО МКК «Альфа»', cedent_inn = '7707083893', cession_ref = $2
     where id = $1`,
    [id, cessionRef],
  );
  return id;
}
const pathOf = (id: number): string =>
  `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${id}`;
const fileOf = (id: number): string => `/api/registry-entries/${id}/assignment-deed`;
function attach(id: number, who: Client = scenario.manager, bytes = smallPaper) {
  const sent = asMultipart({}, bytes);
  return who.send('PUT', `${pathOf(id)}/assignment-deed`, sent.body, sent.headers);
}
const ownCard = async (id: number) =>
  (await scenario.debtor.get(`/api/individuals/${scenario.debtorId}/registry-entries/${id}`)).body;

test('a creditor attaches the scan of a deed once, and whoever sees a claim by that deed opens it', async () => {
  const [one, same, other] = [await acquired(), await acquired(), await acquired('№ 18/Ц от 02.03.2025')];
  expect((await ownCard(one)).assignmentDeed).toBeNull();
  expect((await scenario.debtor.get(fileOf(one))).body.code).toBe('document.absent');
  const attached = await attach(one);
  expect(attached.status, attached.text).toBe(200);
  expect(attached.body).toMatchObject({ type: 'pdf', name: expect.any(String) });
  for (const id of [one, same]) {
    expect((await ownCard(id)).assignmentDeed).toEqual(attached.body);
    for (const client of [scenario.debtor, scenario.manager, scenario.accountant, scenario.operator]) {
      const taken = await client.get(fileOf(id));
      expect([taken.status, taken.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    }
    expect((await scenario.manager.get(pathOf(id))).body.assignmentDeed).toEqual(attached.body);
  }
  expect((await ownCard(other)).assignmentDeed).toBeNull();
  for (const id of [one, other]) expect((await scenario.other.get(fileOf(id))).status).toBe(404);
});

test('another scan replaces it, and it can be taken away', async () => {
  const id = await acquired('№ 19/Ц от 03.03.2025');
  const remove = () => scenario.manager.delete(`${pathOf(id)}/assignment-deed`);
  expect((await remove()).body.code).toBe('document.absent');
  const first = (await attach(id)).body;
  await Promise.all([attach(id), attach(id)]);
  const { assignmentDeed } = await ownCard(id);
  expect(assignmentDeed.attachedAt > first.attachedAt).toBe(true);
  const [{ count }] = (await scenario.run(
    `select count(*)::int from owned_files o where kind = 'deeds' and deleted_at is null
       and id in (select file_id from assignment_deeds where cession_ref like '№ 19/Ц%')`,
  )) as [{ count: number }];
  expect(count).toBe(1);
  expect((await remove()).status).toBe(204);
  expect((await ownCard(id)).assignmentDeed).toBeNull();
  expect((await scenario.debtor.get(fileOf(id))).body.code).toBe('document.absent');
});

test('only who loads registries attaches one, a paper alone, and to a claim that was acquired', async () => {
  const id = await acquired();
  expect((await attach(id, scenario.accountant)).status).toBe(403);
  expect((await attach(id, scenario.operator)).status).toBe(403);
  const text = await attach(id, scenario.manager, 'no paper');
  expect([text.status, Object.keys(text.body.fields)]).toEqual([400, ['file']]);
  const plain = await scenario.claim();
  for (const one of [plain, await acquired(null)]) {
    const refused = await attach(one);
    expect([refused.status, refused.body.code]).toEqual([409, 'move.illegal']);
  }
});

test('a scan that waits for the virus scanner, or is infected, is served to nobody', async () => {
  const id = await acquired('№ 20/Ц от 04.03.2025');
  await attach(id);
  for (const [scan, code] of [
    ['held', 'file.held'],
    ['infected', 'file.infected'],
  ] as const) {
    await scenario.run(
      `update stored_files set scan = $1 where id in (select o.file_id from owned_files o join assignment_deeds a on a.file_id = o.id
       where a.cession_ref like '№ 20/Ц%')`,
      [scan],
    );
    expect((await ownCard(id)).assignmentDeed.scan).toBe(scan);
    for (const client of [scenario.debtor, scenario.head]) expect((await client.get(fileOf(id))).body.code).toBe(code);
  }
});
