import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { smallPaper, smallTable } from '../helpers/files/multipart.ts';
import { lyingBytes } from '../helpers/files/storage.ts';
import { claimed } from '../hostile/helpers/spoilt.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

const png = new Uint8Array([
  0x89,
  0x50,
  0x4e,
  0x47,
  0x0d,
  0x0a,
  0x1a,
  0x0a,
  ...new TextEncoder().encode('marked-picture'),
]);

async function send(
  client: Client,
  method: 'PUT' | 'POST',
  path: string,
  bytes: string | Uint8Array<ArrayBuffer>,
  name = 'паспорт.pdf',
) {
  const form = new FormData();
  form.set('file', new File([bytes], name));
  return client.send(method, path, form);
}
const put = (client: Client, path: string, bytes: string | Uint8Array<ArrayBuffer>, name?: string): Promise<Reply> =>
  send(client, 'PUT', path, bytes, name);

const tooLarge = 'В картинке больше 60 млн точек. Сохраните её в меньшем размере и загрузите снова';

describe('a person', () => {
  test('puts a paper into its slot, replaces it, takes it back and empties the slot', async () => {
    const { client, individualId } = await testApp.individual();
    const slot = `/api/individuals/${individualId}/file/passport`;
    expect((await client.get(slot)).status).toBe(404);
    expect((await put(client, slot, smallPaper)).body).toMatchObject({
      kind: 'passport',
      name: 'паспорт.pdf',
      type: 'pdf',
      size: smallPaper.length,
    });
    await put(client, slot, png, 'паспорт.png');
    expect((await client.get(`/api/individuals/${individualId}/files`)).body.items).toMatchObject([
      { kind: 'passport', type: 'png' },
    ]);
    const got = await client.get(slot);
    expect(got.text).toContain('marked-picture');
    expect(got.headers.get('content-type')).toBe('application/octet-stream');
    expect(got.headers.get('content-disposition')).toMatch(/^attachment; filename="file\.png"/);
    expect((await client.delete(slot)).status).toBe(204);
    expect((await client.delete(slot)).status).toBe(404);
  });

  test.each([
    ['a table', smallTable, 'Подходит PDF или PNG или JPEG, а это другой файл'],
    ['a page', '<html><script>alert(1)</script></html>', 'Подходит PDF или PNG или JPEG, а это другой файл'],
    ['nothing', '', 'Файл пуст'],
    ['a picture of 60 000 × 60 000 points', claimed(60_000, 60_000), tooLarge],
  ])('is refused %s, whatever it is called', async (_name, bytes, message) => {
    const { client, individualId } = await testApp.individual();
    const { status, body } = await put(client, `/api/individuals/${individualId}/file/passport`, bytes, 'скан.pdf');
    expect([status, body.fields]).toEqual([400, { file: message }]);
  });

  test('has no slot of another word, not even one that every object has', async () => {
    const { client, individualId } = await testApp.individual();
    for (const kind of ['charter', 'constructor', '__proto__'])
      expect((await put(client, `/api/individuals/${individualId}/file/${kind}`, smallPaper)).status).toBe(404);
  });

  test('shows his papers to a verifier, who is written down, and to no other person', async () => {
    const { client, individualId } = await testApp.individual();
    const slot = `/api/individuals/${individualId}/file/passport`;
    await put(client, slot, smallPaper);
    expect((await (await testApp.individual()).client.get(slot)).status).toBe(404);
    const verifier = await testApp.operator('verifier');
    expect((await verifier.client.get(slot)).text).toBe(smallPaper);
    expect((await (await testApp.operator('observer')).client.get(slot)).status).toBe(403);
    const { rows } = await testApp.app.database.pool.query(
      `select after from audit_log where action = 'reveal' and account_id = $1 and object_type = 'owned_files'`,
      [verifier.accountId],
    );
    expect(rows).toEqual([{ after: { downloaded: 'passport' } }]);
  });

  test('changes nothing while his data are being verified', async () => {
    const { client, individualId } = await testApp.individual({ verificationStatus: 'pending' });
    const slot = `/api/individuals/${individualId}/file/passport`;
    for (const { status, body } of [await put(client, slot, smallPaper), await client.delete(slot)])
      expect([status, body.code]).toEqual([409, 'move.illegal']);
  });
});

describe('a company', () => {
  test('keeps papers of its own, of its representative, and folders', async () => {
    const legalEntityId = await testApp.company();
    const { client } = await testApp.employee({ legalEntityId, role: 'head' });
    const observer = await testApp.employee({ legalEntityId, role: 'observer' });
    const base = `/api/legal-entities/${legalEntityId}`;
    for (const path of ['/file/charter', '/representative/file/authority'])
      expect((await put(client, base + path, smallPaper)).status).toBe(200);
    const made = await send(client, 'POST', `${base}/files/powers`, smallPaper, 'доверенность.pdf');
    await send(client, 'POST', `${base}/files/powers`, png, 'вторая.png');
    expect(made.status).toBe(201);
    const folder = (await observer.client.get(`${base}/files/powers`)).body.items;
    expect(folder.map(({ name }: { name: string }) => name)).toEqual(['доверенность.pdf', 'вторая.png']);
    const one = `${base}/files/powers/${made.body.id}`;
    expect((await observer.client.get(one)).text).toBe(smallPaper);
    expect((await observer.client.delete(one)).status).toBe(403);
    expect((await client.get(`${base}/files/other/${made.body.id}`)).status).toBe(404);
    expect((await client.delete(one)).status).toBe(204);
    expect((await client.get(one)).status).toBe(404);
    expect((await client.get(`${base}/files`)).body.items).toHaveLength(1);
    expect((await client.get(`${base}/representative/files`)).body.items).toHaveLength(1);
  });

  test('keeps a hundred of one kind and no more', async () => {
    const legalEntityId = await testApp.company();
    const { client } = await testApp.employee({ legalEntityId, role: 'head' });
    const folder = `/api/legal-entities/${legalEntityId}/files/powers`;
    expect((await send(client, 'POST', folder, smallPaper)).status).toBe(201);
    await testApp.app.database.pool.query(
      `insert into owned_files (legal_entity_id, place, kind, file_id)
       select legal_entity_id, place, kind, file_id from owned_files, generate_series(1, 99) where legal_entity_id = $1`,
      [legalEntityId],
    );
    const { status, body } = await send(client, 'POST', folder, smallPaper);
    expect([status, body.fields]).toEqual([400, { file: 'Не больше 100 файлов одного вида' }]);
  });

  test('changes none of them while it is being verified', async () => {
    const legalEntityId = await testApp.company();
    const { client } = await testApp.employee({ legalEntityId, role: 'head' });
    const base = `/api/legal-entities/${legalEntityId}`;
    const kept = await send(client, 'POST', `${base}/files/other`, smallPaper);
    await testApp.app.database.pool.query(`update legal_entities set verification_status = 'pending' where id = $1`, [
      legalEntityId,
    ]);
    const tried = [
      await put(client, `${base}/file/charter`, smallPaper),
      await client.delete(`${base}/file/charter`),
      await put(client, `${base}/representative/file/passport`, smallPaper),
      await client.delete(`${base}/representative/file/passport`),
      await send(client, 'POST', `${base}/files/other`, smallPaper),
      await client.delete(`${base}/files/other/${kept.body.id}`),
    ];
    expect(tried.map(({ body }) => body.code)).toEqual(tried.map(() => 'move.illegal'));
  });
});

test('a request takes papers until it is withdrawn', async () => {
  const { client, individualId } = await testApp.individual();
  const requests = `/api/individuals/${individualId}/questionnaires`;
  const { body } = await client.post(requests, { creditorInn: '7707083893' });
  const slot = `${requests}/${body.id}/file/contract`;
  expect((await put(client, slot, smallPaper)).status).toBe(200);
  expect((await client.get(`${requests}/${body.id}/files`)).body.items).toMatchObject([{ kind: 'contract' }]);
  expect((await client.delete(`${requests}/${body.id}`)).status).toBe(204);
  for (const reply of [await put(client, slot, smallPaper), await client.delete(slot)])
    expect(reply.body.code).toBe('move.illegal');
});

test('a file lies sealed in the storage', async () => {
  const { client, individualId } = await testApp.individual();
  await put(client, `/api/individuals/${individualId}/file/selfie`, png, 'я.png');
  const { rows } = await testApp.app.database.pool.query(
    `select key from stored_files f join owned_files o on o.file_id = f.id where o.individual_id = $1`,
    [individualId],
  );
  expect((await lyingBytes(testApp.app.config, 'files', rows[0].key)).includes('marked-picture')).toBe(false);
});

describe('while the storage of files is away', () => {
  let poor: Booted;
  beforeAll(async () => {
    const s3 = { url: 'http://127.0.0.1:1', bucket: 'away', accessKey: 'a', secretKey: 'b', region: 'us-east-1' };
    poor = await boot({ s3 });
  });
  afterAll(() => poor.stop());

  test('a paper is refused in clear words, and nothing of it stays', async () => {
    const { client, individualId } = await poor.individual();
    const slot = `/api/individuals/${individualId}/file/passport`;
    const { status, body } = await put(client, slot, smallPaper);
    expect([status, body.code, body.message]).toEqual([
      503,
      'files.silent',
      'Хранилище файлов сейчас не отвечает. Повторите через несколько минут',
    ]);
    const { rows } = await poor.app.database.pool.query('select from stored_files');
    expect(rows).toEqual([]);
  });

  test('a paper that lies there is not shown, and can be taken back', async () => {
    const { client, individualId } = await poor.individual();
    const slot = `/api/individuals/${individualId}/file/passport`;
    await poor.app.database.pool.query(
      `with stored as (
         insert into stored_files (key, name, size, kind, sha256) values (repeat('a', 32), 'паспорт.pdf', 1, 'pdf', repeat('0', 64))
         returning id)
       insert into owned_files (individual_id, place, kind, file_id) select $1, 'slot', 'passport', id from stored`,
      [individualId],
    );
    expect((await client.get(slot)).body.code).toBe('files.silent');
    expect((await client.delete(slot)).status).toBe(204);
  });
});

describe('a short-lived link', () => {
  const minutes = 60_000;
  /** A person with a paper in a slot, and the way to its link. */
  async function withPaper(bytes: string | Uint8Array<ArrayBuffer> = smallPaper, name = 'паспорт.pdf') {
    const person = await testApp.individual();
    const slot = `/api/individuals/${person.individualId}/file/passport`;
    await put(person.client, slot, bytes, name);
    return { ...person, slot, linkFor: async (who: Client) => (await who.get(`${slot}/link`)).body };
  }
  const seal = (place: string, link: object) => `/api/shown-files/${testApp.app.secrets.seal(place, link)}`;

  test('shows the file in the page by its own type, where nothing in it runs', async () => {
    for (const [bytes, name, type] of [
      [smallPaper, 'паспорт.pdf', 'application/pdf'],
      [png, 'паспорт.png', 'image/png'],
    ] as const) {
      const { client, linkFor } = await withPaper(bytes, name);
      const { href, until } = await linkFor(client);
      expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(5 * minutes);
      const shown = await client.get(href);
      expect(shown.status).toBe(200);
      expect(shown.headers.get('content-type')).toBe(type);
      expect(shown.headers.get('content-disposition')).toMatch(/^inline; filename="file\.(pdf|png)"/);
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
      expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'self'");
      expect(shown.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(shown.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('opens nothing to another account, to nobody, late, forged, or when the file has gone', async () => {
    const { client, accountId, individualId, slot, linkFor } = await withPaper();
    const { href } = await linkFor(client);
    const dead = async (link: string, who = client) => {
      const { status, body } = await who.get(link);
      expect([status, body.code]).toEqual([409, 'token.dead']);
    };
    await dead(href, (await testApp.individual()).client);
    await dead(href, (await testApp.operator('administrator')).client);
    expect((await testApp.anonymous().get(href)).status).toBe(401);
    const file = (await client.get(slot.replace('/file/passport', '/files'))).body.items[0].id;
    const right = { right: 'individual-files.link', ids: { id: individualId } };
    const good = { file, account: accountId, until: Date.now() + minutes, ...right };
    expect((await client.get(seal('shown_files.token', good))).status).toBe(200);
    await dead(seal('shown_files.token', { ...good, until: Date.now() - 1 }));
    await dead(seal('shown_files.token', { ...good, right: 'individual-files.lost' }));
    await dead(seal('individuals.passport', good));
    await dead(`${href.slice(0, -2)}${href.endsWith('AA') ? 'BB' : 'AA'}`);
    for (const token of ['1.', 'x', 'A'.repeat(400), '1.AAAA']) await dead(`/api/shown-files/${token}`);
    await client.delete(slot);
    await dead(href);
  });

  test('is given only to whom the file is open, and whoever looks at it is written down', async () => {
    const { slot, linkFor } = await withPaper();
    expect((await (await testApp.individual()).client.get(`${slot}/link`)).status).toBe(404);
    expect((await (await testApp.operator('observer')).client.get(`${slot}/link`)).status).toBe(403);
    const { client, accountId } = await testApp.operator('verifier');
    const { href } = await linkFor(client);
    expect((await client.get(href)).status).toBe(200);
    const { rows } = await testApp.app.database.pool.query(
      `select after from audit_log where object_type = 'owned_files' and action = 'reveal' and account_id = $1`,
      [accountId],
    );
    expect(rows).toEqual([{ after: { shown: 'passport' } }]);
  });

  test('never shows a file that is no paper, whatever its row says', async () => {
    const { client, accountId, individualId, slot } = await withPaper(
      '%PDF-1.4 <html><script>alert(1)</script></html>',
    );
    const file = (await client.get(slot.replace('/file/passport', '/files'))).body.items[0].id;
    const right = { right: 'individual-files.link', ids: { id: individualId } };
    const href = seal('shown_files.token', { file, account: accountId, until: Date.now() + minutes, ...right });
    expect((await client.get(href)).headers.get('content-type')).toBe('application/pdf');
    await testApp.app.database.pool.query(
      `update stored_files set kind = 'text' where id = (select file_id from owned_files where id = $1)`,
      [file],
    );
    expect((await client.get(href)).body.code).toBe('token.dead');
  });
});
