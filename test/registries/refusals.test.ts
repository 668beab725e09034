import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { fileForm, generateRegistry, type Lender, makeLender, rowsOf, settled } from './helpers/scenario.ts';

let testApp: Booted;
let lender: Lender;
beforeAll(async () => {
  testApp = await boot();
  lender = await makeLender(testApp);
});
afterAll(() => testApp.stop());

const run = (text: string, values: unknown[]) => testApp.app.database.pool.query(text, values);
const numberOf = (address: string): number => Number(address.split('/').at(-1));

/** What a person may do with a registry by hand, but for withdrawing it. */
const changes = (version: number) => [
  ['corrections', { rowNo: 1, column: 'phone', value: '+79161234567', version }] as const,
  ['mapping', { mapping: [{ header: 'Телефон', column: 'phone' }], version }] as const,
  ['load', { version, withdrawAbsent: null }] as const,
];
const withdrawal = (version: number) => ['withdraw', { version, reason: 'Загружен по ошибке' }] as const;

describe.each(['full', 'simple'] as const)('a %s registry', (kind: RegistryKind) => {
  const codesOf = async (address: string, asked: readonly (readonly [string, object])[]): Promise<string[]> =>
    Promise.all(asked.map(async ([what, body]) => (await lender.client.post(`${address}/${what}`, body)).body.code));

  test('that is withdrawn is not changed any more', async () => {
    const address = await lender.prepare(kind, rowsOf(kind, generateRegistry(51), 0, 3));
    const { version } = (await lender.client.get(address)).body;
    const withdrawn = await lender.client.post(`${address}/withdraw`, withdrawal(version)[1]);
    expect(withdrawn.body.status).toBe('withdrawn');
    const asked = [...changes(withdrawn.body.version), withdrawal(withdrawn.body.version)];
    expect(await codesOf(address, asked)).toEqual(asked.map(() => 'move.illegal'));
  });

  test('that somebody has changed meanwhile is to be looked at again', async () => {
    const address = await lender.prepare(kind, rowsOf(kind, generateRegistry(55), 0, 3));
    const { version } = (await lender.client.get(address)).body;
    const asked = [...changes(version + 1), withdrawal(version + 1)];
    expect(await codesOf(address, asked)).toEqual(asked.map(() => 'version.stale'));
  });

  test('that is being loaded is left alone', async () => {
    const address = await lender.prepare(kind, rowsOf(kind, generateRegistry(52), 0, 3));
    const { version } = (await lender.client.get(address)).body;
    await run('update registries set load_requested_at = now() where id = $1', [numberOf(address)]);
    const asked = [...changes(version), withdrawal(version)];
    expect(await codesOf(address, asked)).toEqual(asked.map(() => 'registry.busy'));
  });

  test('is not loaded when another number of entries would go than was agreed to', async () => {
    const rows = rowsOf(kind, generateRegistry(53), 0, 6);
    const first = await lender.load(kind, rows);
    const address = await lender.prepare(kind, rows.slice(0, 4), { replaces: String(numberOf(first)) });
    const { version } = (await lender.client.get(address)).body;
    const asked = ['load', { version, withdrawAbsent: 1 }] as const;
    expect(await codesOf(address, [asked])).toEqual(['registry.absent_changed']);
  });

  test('has entries that are not withdrawn as they were', async () => {
    const address = await lender.load(kind, rowsOf(kind, generateRegistry(56), 0, 2));
    const [{ id }] = (await lender.client.get(`${address}/entries`)).body.items;
    const reply = await lender.client.post(`${address}/entries/${id}/withdraw`, withdrawal(7)[1]);
    expect(reply.body.code).toBe('version.stale');
  });

  test('whose file is no table has no rows to mark errors in', async () => {
    const made = await lender.client.post(lender.path(kind), fileForm('<html><body>таблица</body></html>'));
    const address = `${lender.path(kind)}/${made.body.id}`;
    expect((await settled(lender.client, address)).body.status).toBe('failed');
    expect((await lender.client.get(`${address}/error-workbook`)).body.code).toBe('move.illegal');
  });
});

test('an entry with a settlement about it is not withdrawn', async () => {
  const address = await lender.load('full', rowsOf('full', generateRegistry(54), 0, 2));
  const [{ id }] = (await lender.client.get(`${address}/entries`)).body.items;
  await run('update registry_entries set frozen_at = now() where id = $1', [id]);
  const reply = await lender.client.post(`${address}/entries/${id}/withdraw`, withdrawal(1)[1]);
  expect(reply.body.code).toBe('entry.frozen');
});

describe('at the door', () => {
  const compound = (stream: string): Buffer<ArrayBuffer> => {
    const book = Buffer.alloc(40_960);
    Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(book);
    // Far behind the first bytes, across two pieces of the stream or not: wherever the directory lies.
    book.write(stream, 30_000, 'utf16le');
    return book;
  };
  test.each([
    [
      'a book under a password',
      compound('EncryptedPackage'),
      'Файл защищён паролем: снимите пароль и загрузите его снова',
    ],
    [
      'a book of the old Excel',
      compound('Workbook'),
      'Это файл старого Excel (.xls): откройте его и сохраните как «Книга Excel (.xlsx)»',
    ],
    [
      'a text with a zero sign',
      Buffer.from('ИНН;Фамилия\r\n5001\0;Иванов\r\n'),
      'В тексте файла есть нулевые знаки: откройте его и сохраните как «Книга Excel (.xlsx)» или CSV UTF-8',
    ],
    [
      'a program',
      Buffer.from('7f454c4602010100', 'hex'),
      'Подходит таблица Excel (.xlsx) или текстовая таблица (.csv), а это другой файл',
    ],
  ])('%s is told what to do', async (_name, bytes, sentence) => {
    const { status, body } = await lender.client.post(lender.path('full'), fileForm(bytes));
    expect([status, body.fields]).toEqual([400, { file: sentence }]);
  });
});
