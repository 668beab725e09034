import { expect, vi } from 'vitest';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { moscowDay } from '#domain/values/days.ts';
import { csvOf, type FileRow, fullRows, type GeneratedRegistry, simpleRows } from '#server/demo/registry-generator.ts';
import type { Booted } from '../../helpers/boot.ts';
import type { Client, Reply } from '../../helpers/client.ts';
import { patience } from '../../helpers/patience.ts';

/** A portfolio of the day of the test, so that its debts are never stale. */
export const generateRegistry = (
  seed: number,
  creditor: GeneratedRegistry['creditor'] = 'bank',
): GeneratedRegistry => ({
  creditor,
  seed,
  today: moscowDay(new Date()),
});

export const rowsOf = (kind: RegistryKind, of: GeneratedRegistry, from: number, to: number): FileRow[] => [
  ...(kind === 'full' ? fullRows : simpleRows)(of, from, to),
];

const words = { full: 'registries', simple: 'simple-registries' } as const;

/** A creditor with a manager who loads his registries. */
export interface Lender {
  id: number;
  client: Client;
  path(kind: RegistryKind): string;
  send(kind: RegistryKind, rows: readonly FileRow[], form?: Record<string, string>): Promise<Reply>;
  /** Sends a file and waits for its dry run; gives the address of the registry. */
  prepare(kind: RegistryKind, rows: readonly FileRow[], form?: Record<string, string>): Promise<string>;
  /** The same, and loads it. */
  load(kind: RegistryKind, rows: readonly FileRow[], form?: Record<string, string>): Promise<string>;
}

/** One ИНН is verified once, so lenders of one server have each their own. */
const inns = ['7707083893', '7728168971', '7736050003', '7702070139', '7744001497', '7710140679'];
/** How many each application has: files share this module, and each has companies of its own. */
const made = new WeakMap<Booted, number>();

export async function makeLender(
  testApp: Booted,
  company: Parameters<Booted['company']>[0] = { verificationStatus: 'verified' },
): Promise<Lender> {
  const before = made.get(testApp) ?? 0;
  made.set(testApp, before + 1);
  const id = await testApp.company({ inn: inns[before % inns.length]!, ...company });
  const { client } = await testApp.employee({ legalEntityId: id, role: 'manager' });
  const path = (kind: RegistryKind): string => `/api/legal-entities/${id}/${words[kind]}`;
  const send = (kind: RegistryKind, rows: readonly FileRow[], form: Record<string, string> = {}): Promise<Reply> =>
    client.post(path(kind), fileForm(csvOf(kind, rows), form));
  const prepare: Lender['prepare'] = async (kind, rows, form) => {
    const made = await send(kind, rows, form);
    expect(made.status, made.text).toBe(201);
    const address = `${path(kind)}/${made.body.id}`;
    await settled(client, address);
    return address;
  };
  const load: Lender['load'] = async (kind, rows, form) => {
    const address = await prepare(kind, rows, form);
    await accept(client, address);
    return address;
  };
  return { id, client, path, send, prepare, load };
}

/** A form with a file in it. */
export function fileForm(
  content: string | Uint8Array<ArrayBuffer>,
  form: Record<string, string> = {},
  name = 'реестр.csv',
): FormData {
  const data = new FormData();
  data.set('asOfDate', '2026-01-01');
  for (const [key, value] of Object.entries(form)) data.set(key, value);
  data.set('file', new File([content], name));
  return data;
}

/** Waits until nothing is being done with a registry. */
export async function settled(client: Client, address: string): Promise<Reply> {
  return vi.waitFor(async () => {
    const reply = await client.get(address);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.progress, reply.text).toBe(null);
    return reply;
  }, patience);
}

/** Loads what the dry run has shown and waits for the end of it. */
export async function accept(client: Client, address: string, withdrawAbsent: number | null = null): Promise<Reply> {
  const { body } = await client.get(address);
  const asked = await client.post(`${address}/load`, { version: body.version, withdrawAbsent });
  expect(asked.status, asked.text).toBe(202);
  const reply = await settled(client, address);
  expect(reply.body.status, reply.text).toMatch(/^loaded/);
  return reply;
}
