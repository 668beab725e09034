import { afterAll, beforeAll, expect, test } from 'vitest';
import { scanHeld } from '#server/modules/files/scan.commands.ts';
import { readConfig } from '#server/platform/config.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { type Clamd, lacksClamd, makeClamd, virus } from '../helpers/files/clamd.ts';
import { smallPaper, smallPicture, smallTable } from '../helpers/files/multipart.ts';
import { countLying } from '../helpers/files/storage.ts';
import { describeUnless } from '../helpers/run/unless.ts';
import { makeClaim, makeRegistry } from '../settlements/helpers/claims.ts';

const sick = `${smallPaper}\n${virus}`;

function send(client: Client, method: 'PUT' | 'POST', path: string, bytes: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set('file', new File([bytes], 'паспорт.pdf'));
  return client.send(method, path, form);
}

test('the address of a scanner is told in one of two ways', () => {
  const given = (url: string) => () =>
    readConfig({ DATA_DIR: '.', SECRET_KEY: 'k'.repeat(32), CLAMD_URL: url }).clamdUrl;
  expect(given('tcp://scanner:3310')()).toBe('tcp://scanner:3310');
  expect(given('unix:/run/clamav/clamd.ctl')()).toBe('unix:/run/clamav/clamd.ctl');
  expect(given('scanner')).toThrow('Неверная настройка CLAMD_URL: нужен адрес tcp://узел:порт или unix:/путь');
});

describeUnless(lacksClamd())('with a scanner', () => {
  let clamd: Clamd;
  let testApp: Booted;
  beforeAll(async () => {
    clamd = await makeClamd();
    await clamd.start();
    testApp = await boot({ clamdUrl: clamd.unix });
  });
  afterAll(async () => {
    await testApp?.stop();
    await clamd.forget();
  });

  const run = async (text: string, values: unknown[] = []) =>
    (await testApp.app.database.pool.query(text, values)).rows;
  const slotOf = (id: number): string => `/api/individuals/${id}/file/passport`;
  const stateOf = async (client: Client, id: number) =>
    (await client.get(`/api/individuals/${id}/files`)).body.items.map(({ scan }: { scan: string }) => scan);
  /** What somebody was told of viruses. */
  const news = async (client: Client): Promise<unknown[]> =>
    (await client.get('/api/notifications')).body.items
      .filter(({ title }: { title: string }) => title.includes('вирус'))
      .map(({ title, detail }: { title: string; detail: string }) => [title, detail]);
  const closed = ({ status, body }: Reply): unknown => [status, body.code];

  test('a paper without a virus is taken and shown', async () => {
    const { client, individualId } = await testApp.individual();
    expect((await send(client, 'PUT', slotOf(individualId), smallPaper)).body).toMatchObject({ scan: 'clean' });
    expect((await client.get(slotOf(individualId))).text).toBe(smallPaper);
  });

  test('one with a virus is refused in clear words, the audit learns it, and nothing stays', async () => {
    const { client, individualId, accountId } = await testApp.individual();
    const before = await countLying(testApp.app.config, 'files');
    const { status, body } = await send(client, 'PUT', slotOf(individualId), sick);
    expect([status, body.fields]).toEqual([400, { file: 'В файле найден вирус: мы его не приняли' }]);
    expect(await countLying(testApp.app.config, 'files')).toBe(before);
    const told = await run(
      `select operation, after->>'infected' as infected from audit_log where account_id = $1 and object_type = 'stored_files'`,
      [accountId],
    );
    expect(told).toEqual([{ operation: 'individual-files.put', infected: 'true' }]);
  });

  test('a photo with a virus is refused as well', async () => {
    const { client, individualId } = await testApp.individual();
    const { body } = await send(client, 'PUT', `/api/individuals/${individualId}/avatar`, smallPicture + virus);
    expect(body.fields).toEqual({ file: 'В файле найден вирус: мы его не приняли' });
  });

  test('while the scanner is away a file is held, and is served to nobody until it was looked at', async () => {
    const { client, individualId } = await testApp.individual();
    const other = await testApp.individual();
    await clamd.stop();
    expect((await send(client, 'PUT', slotOf(individualId), smallPaper)).body).toMatchObject({ scan: 'held' });
    expect((await send(other.client, 'PUT', slotOf(other.individualId), sick)).status).toBe(200);
    const verifier = await testApp.operator('verifier');
    for (const one of [client, verifier.client])
      expect(closed(await one.get(slotOf(individualId)))).toEqual([409, 'file.held']);
    await scanHeld(testApp.app);
    expect(await stateOf(client, individualId)).toEqual(['held']);

    await clamd.start();
    await scanHeld(testApp.app);
    expect(await stateOf(client, individualId)).toEqual(['clean']);
    expect((await verifier.client.get(slotOf(individualId))).text).toBe(smallPaper);
    expect(await stateOf(other.client, other.individualId)).toEqual(['infected']);
    expect(closed(await verifier.client.get(slotOf(other.individualId)))).toEqual([409, 'file.infected']);
    expect(await news(other.client)).toEqual([
      ['Найден вирус в файле «Паспорт: разворот с фото»', expect.stringContaining('загрузите другой файл')],
    ]);
    expect(await news(client)).toEqual([]);
    // The one after it counts, as with every slot.
    expect((await send(other.client, 'PUT', slotOf(other.individualId), smallPaper)).body.scan).toBe('clean');
    expect((await verifier.client.get(slotOf(other.individualId))).status).toBe(200);
  });

  test('a file that is lost keeps none of those after it waiting', async () => {
    const [lost, whole] = [await testApp.individual(), await testApp.individual()];
    await clamd.stop();
    for (const { client, individualId } of [lost, whole]) await send(client, 'PUT', slotOf(individualId), smallPaper);
    const [{ key }] = await run(
      'select f.key from stored_files f join owned_files o on o.file_id = f.id where o.individual_id = $1',
      [lost.individualId],
    );
    await testApp.app.files.remove(key);
    await clamd.start();
    await scanHeld(testApp.app);
    expect(await stateOf(lost.client, lost.individualId)).toEqual(['held']);
    expect(await stateOf(whole.client, whole.individualId)).toEqual(['clean']);
  });

  test('a writ with a virus in it is told to the company that has attached it, and where', async () => {
    const legalEntityId = await testApp.company();
    const [manager, head] = [
      await testApp.employee({ legalEntityId, role: 'manager' }),
      await testApp.employee({ legalEntityId, role: 'head' }),
    ];
    const { client: stranger } = await testApp.employee({ legalEntityId: await testApp.company(), role: 'head' });
    const { registryId, entryId } = await testApp.app.database.db.transaction().execute(async (tx) => {
      const registry = await makeRegistry(tx, legalEntityId);
      const claim = { legalEntityId, registryId: registry, individualId: null, debtorInn: '500100732259' };
      const enforced = { stage: 'enforcement', caseNo: '1/26/77001-ИП', court: 'ОСП', contractNumber: 'К-1' };
      return { registryId: registry, entryId: await makeClaim(tx, { ...claim, ...enforced }) };
    });
    await clamd.stop();
    const path = `/api/legal-entities/${legalEntityId}/registries/${registryId}/entries/${entryId}/writ`;
    expect((await send(manager.client, 'PUT', path, sick)).body).toMatchObject({ scan: 'held' });
    await clamd.start();
    await scanHeld(testApp.app);
    const told = ['Найден вирус в исполнительном документе', expect.stringContaining('на странице требования')];
    for (const { client } of [manager, head]) {
      expect(await news(client)).toEqual([told]);
      const [{ link }] = (await client.get('/api/notifications')).body.items;
      expect(link).toBe(`/registry-entry-${legalEntityId}-${registryId}-${entryId}`);
    }
    expect(await news(stranger)).toEqual([]);
    await scanHeld(testApp.app);
    expect(await news(head.client)).toHaveLength(1);
  });

  test('a scan of a deed with a virus in it is told at a claim by that deed, and not to who has left', async () => {
    const legalEntityId = await testApp.company();
    const [leaver, head] = [
      await testApp.employee({ legalEntityId, role: 'head' }),
      await testApp.employee({ legalEntityId, role: 'head' }),
    ];
    const { registryId, entryId } = await testApp.app.database.db.transaction().execute(async (tx) => {
      const registry = await makeRegistry(tx, legalEntityId);
      const claim = { legalEntityId, registryId: registry, individualId: null, debtorInn: '500100732259' };
      return { registryId: registry, entryId: await makeClaim(tx, { ...claim, contractNumber: 'К-2' }) };
    });
    await run(
      `update registry_entries set basis = 'cession', cedent_name = 'ООО МКК «Альфа»', cedent_inn = '7707083893',
         cession_ref = '№ 77/Ц от 01.03.2025' where id = $1`,
      [entryId],
    );
    const entry = `/api/legal-entities/${legalEntityId}/registries/${registryId}/entries/${entryId}`;
    await clamd.stop();
    expect((await send(leaver.client, 'PUT', `${entry}/assignment-deed`, sick)).body).toMatchObject({ scan: 'held' });
    const byHand = `/api/legal-entities/${legalEntityId}/files/other`;
    expect((await send(leaver.client, 'POST', byHand, sick)).body).toMatchObject({ scan: 'held' });
    await run('update memberships set active = false where employee_id = $1', [leaver.employeeId]);
    await clamd.start();
    await scanHeld(testApp.app);
    expect(await news(head.client)).toEqual(
      expect.arrayContaining([
        ['Найден вирус в скане договора уступки', expect.stringContaining('№ 77/Ц от 01.03.2025')],
        ['Найден вирус в файле «Другие документы»', expect.stringContaining('на то же место')],
      ]),
    );
    expect(await news(head.client)).toHaveLength(2);
    const told = await run(
      `select n.link, n.account_id from notifications n join memberships m on m.legal_entity_id = $1
         join employees e on e.id = m.employee_id and e.account_id = n.account_id where n.title like '%вирус%' order by n.id`,
      [legalEntityId],
    );
    expect(new Set(told.map((one) => one.account_id)).size).toBe(1);
    expect(told.map((one) => one.link)).toContain(`/registry-entry-${legalEntityId}-${registryId}-${entryId}`);
  });

  test('a proof of what somebody tells of himself has no place for another file: he reads what he can do', async () => {
    const { client, individualId } = await testApp.individual();
    await clamd.stop();
    const form = new FormData();
    for (const [name, value] of Object.entries({ kind: 'bankruptcy', since: '2026-01-31' })) form.set(name, value);
    form.set('file', new File([sick], 'определение.pdf'));
    const entered = await client.send('POST', `/api/individuals/${individualId}/life-events`, form);
    expect(entered.status, entered.text).toBe(200);
    await clamd.start();
    await scanHeld(testApp.app);
    expect(await news(client)).toEqual([
      ['Найден вирус в файле «Документ об обстоятельстве»', expect.stringContaining('напишите в поддержку')],
    ]);
  });

  test('a registry is read once its file was looked at, and not at all when a virus is in it', async () => {
    const legalEntityId = await testApp.company();
    const { client } = await testApp.employee({ legalEntityId, role: 'head' });
    const registries = `/api/legal-entities/${legalEntityId}/registries`;
    const load = async (bytes: string): Promise<number> => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ asOfDate: '2026-01-31', basis: 'original' })) form.set(name, value);
      form.set('file', new File([bytes], 'реестр.csv'));
      return (await client.send('POST', registries, form)).body.id;
    };
    await clamd.stop();
    const [good, bad] = [await load(smallTable), await load(`${smallTable}\n${virus}`)];
    await run('select pg_sleep(1)');
    expect(closed(await client.get(`${registries}/${good}/download`))).toEqual([409, 'file.held']);
    await clamd.start();
    await scanHeld(testApp.app);
    const status = async (id: number) => (await client.get(`${registries}/${id}`)).body;
    await expect
      .poll(async () => (await status(bad)).failure, { timeout: 60_000 })
      .toBe('В файле найден вирус: он не открывается');
    await expect.poll(async () => (await status(good)).phase, { timeout: 60_000 }).toBe(null);
    expect(closed(await client.get(`${registries}/${bad}/download`))).toEqual([409, 'file.infected']);
    expect(await news(client)).toEqual([['Найден вирус в файле реестра', expect.stringContaining('загрузите другой')]]);
    expect((await client.get(`${registries}/${good}/download`)).text).toBe(smallTable);
  });
});
