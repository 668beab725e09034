import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths, formatDay, moscowDay } from '#domain/values/days.ts';
import type { FileRow } from '#server/demo/registry-generator.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from './helpers/scenario.ts';

let testApp: Booted;
let lender: Lender;
beforeAll(async () => {
  testApp = await boot();
  lender = await makeLender(testApp);
});
afterAll(() => testApp.stop());

const run = async (text: string, values: unknown[]) => (await testApp.app.database.pool.query(text, values)).rows;
const ago = (months: number): string => formatDay(addMonths(moscowDay(new Date()), -months));
/** A row whose contract is old enough for any day of the overdue that follows. */
const rowOf = (seed: number, cells: FileRow): FileRow => {
  const [row] = rowsOf('full', generateRegistry(seed), 0, 1) as [FileRow];
  return { ...row, contractDate: ago(60), contractEnd: ago(0), ...cells };
};
const bailiffs = (caseNo: string): FileRow => ({ stage: 'Исполнительное производство', caseNo, court: 'ОСП' });
const inCourt: FileRow = { stage: 'Судебная', caseNo: '2-1/2025', court: 'Мировой суд, участок № 12' };

/** The claim of the load at this address. */
async function claimAt(address: string): Promise<{
  id: number;
  entry: string;
  version: number;
  limitation: string;
  enforcement: { deniedAt: string | null; writ: unknown } | null;
}> {
  const [{ id }] = (await lender.client.get(`${address}/entries`)).body.items;
  const entry = `${address}/entries/${id}`;
  return { ...(await lender.client.get(entry)).body, id, entry };
}
const load = async (row: FileRow) => claimAt(await lender.load('full', [row]));
async function withdraw({ entry, version }: { entry: string; version: number }): Promise<void> {
  const { status, text } = await lender.client.post(`${entry}/withdraw`, { reason: 'Загрузим заново', version });
  expect(status, text).toBe(200);
}
const problemsOf = async (address: string) =>
  (await lender.client.get(`${address}/import-errors`)).body.items.map(({ code, message }: Record<string, string>) => [
    code,
    message,
  ]);
/** What is known of the bailiffs of a claim, as its debtor left it. */
const deny = (id: number) => run('update registry_entries set no_bailiffs_at = now() where id = $1', [id]);
const deniedAt = async (id: number) =>
  (await run('select no_bailiffs_at as at from registry_entries where id = $1', [id]))[0].at;

test('a claim that is withdrawn and loaded anew keeps the day from which its term runs', async () => {
  const early = rowOf(61, { stage: 'Досудебная', caseNo: '', court: '', overdueFrom: ago(40) });
  const first = await load(early);
  expect(first.limitation).toBe('may_be_over');
  await withdraw(first);
  const late = { ...early, overdueFrom: ago(3) };
  const address = await lender.prepare('full', [late]);
  expect(await problemsOf(address)).toContainEqual([
    'LIMITATION',
    'Раньше просрочка начиналась раньше: срок исковой давности считаем с прежнего дня',
  ]);
  const anew = await load(late);
  expect(anew.id).not.toBe(first.id);
  expect(anew.limitation).toBe('may_be_over');
  await withdraw(anew);
  // Another contract of the same debtor is another debt.
  expect((await load({ ...late, contractNumber: 'Другой-61' })).limitation).toBe('running');
});

test('bailiffs that were denied stay so when the claim is withdrawn and loaded anew, and others were not denied', async () => {
  const row = rowOf(62, { ...bailiffs('1/26/77001-ИП'), overdueFrom: ago(40) });
  const first = await load(row);
  expect(first.limitation).toBe('enforcement');
  await deny(first.id);
  await withdraw(first);
  const anew = await load(row);
  expect(anew).toMatchObject({ limitation: 'may_be_over', enforcement: { deniedAt: expect.any(String) } });
  await withdraw(anew);
  const other = await load({ ...row, ...bailiffs('2/26/77001-ИП') });
  expect(other).toMatchObject({ limitation: 'enforcement', enforcement: { deniedAt: null } });
});

test('a denial that its debtor has taken back does not come back when the claim is loaded anew', async () => {
  const row = rowOf(65, { ...bailiffs('1/26/77001-ИП'), overdueFrom: ago(40) });
  const first = await load(row);
  await deny(first.id);
  await withdraw(first);
  const second = await load(row);
  const { individualId, client } = await testApp.individual();
  await run('update registry_entries set individual_id = $2 where id = $1', [second.id, individualId]);
  const recalled = await client.delete(`/api/individuals/${individualId}/registry-entries/${second.id}/no-bailiffs`);
  expect(recalled.status, recalled.text).toBe(200);
  await withdraw(await claimAt(second.entry.replace(/\/entries.*/, '')));
  expect((await load(row)).enforcement).toMatchObject({ deniedAt: null });
});

test('a load that names other bailiffs makes the answer and the writ about the former ones void, and the debtor is told', async () => {
  const row = rowOf(63, { ...bailiffs('1/26/77001-ИП'), overdueFrom: ago(40) });
  const { id } = await load(row);
  const debtor = await testApp.individual();
  await run('update registry_entries set individual_id = $2 where id = $1', [id, debtor.individualId]);
  await deny(id);
  const [{ file }] = await run(
    `with stored as (
       insert into stored_files (key, name, size, kind, sha256) values ('writ-63', 'лист.pdf', 10, 'pdf', 'ab') returning id
     ) insert into owned_files (legal_entity_id, place, kind, file_id) select $1, 'folder', 'writs', id from stored returning id as file`,
    [lender.id],
  );
  await run('update registry_entries set writ_file_id = $2 where id = $1', [id, file]);
  const told = () =>
    run(`select link from notifications where account_id = $1 and title like '%снова называет приставов'`, [
      debtor.accountId,
    ]);

  // The same bailiffs, whatever else has changed.
  await load({ ...row, court: 'ОСП № 2' });
  expect(await deniedAt(id)).not.toBeNull();
  expect(await told()).toEqual([]);

  const next = await load({ ...row, ...bailiffs('2/26/77001-ИП') });
  expect(next.id).toBe(id);
  expect(next).toMatchObject({ limitation: 'enforcement', enforcement: { deniedAt: null, writ: null } });
  expect(await told()).toEqual([
    { link: expect.stringMatching(new RegExp(`^/registry-entry-${lender.id}-\\d+-${id}$`)) },
  ]);
  expect(await run('select deleted_at is not null as gone from owned_files where id = $1', [file])).toEqual([
    { gone: true },
  ]);
});

test('an answer about bailiffs is not carried to those that come after a court', async () => {
  const row = rowOf(64, { ...bailiffs('1/26/77001-ИП'), overdueFrom: ago(20) });
  const { id } = await load(row);
  await deny(id);
  await load({ ...row, ...inCourt });
  expect(await deniedAt(id)).not.toBeNull();
  await load(row);
  expect(await deniedAt(id)).toBeNull();
});
