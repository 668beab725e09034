import { vi } from 'vitest';
import type { Resource } from '#contract/kernel/access.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { makeEntry, makeSimpleEntry } from '../../access/helpers/things.ts';
import type { Booted, Signed } from '../../helpers/boot.ts';
import { smallTable } from '../../helpers/files/multipart.ts';
import { patience } from '../../helpers/patience.ts';

/** A registry of each kind whose one row is wrong, so that it can be put right, and an entry of each about a person. */
export interface FuzzedRegistries {
  ids: Partial<Record<Resource, number>>;
  /** The row that can be corrected. */
  rowNo: number;
  /** SQL that brings them back to where they can be changed. */
  restoration: string;
}

export async function makeRegistries(
  testApp: Booted,
  head: Signed,
  { company, individual }: { company: number; individual: number },
): Promise<FuzzedRegistries> {
  const registry = await upload(testApp, head, `/api/legal-entities/${company}/registries`);
  const simpleRegistry = await upload(testApp, head, `/api/legal-entities/${company}/simple-registries`);
  const place = { legalEntityId: company, individualId: individual };
  const [registryEntry, simpleEntry] = await inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => [
    await makeEntry(tx, { ...place, registryId: registry }),
    await makeSimpleEntry(tx, { ...place, registryId: simpleRegistry }),
  ]);
  return {
    ids: { registry, simpleRegistry, registryEntry, simpleEntry },
    rowNo: 2,
    restoration: `
  update registries set status = case when random() < 0.25 then 'loaded' else 'ready' end, load_requested_at = null, phase = null, version = 1
    where id in (${registry}, ${simpleRegistry});
  update registry_entries set withdrawn_at = null, frozen_at = null, status = 'search', decision_at = null, reject_reason = null, version = 1
    where id = ${registryEntry};
  update simple_registry_entries set withdrawn_at = null, status = 'notification_sent', accepted_at = null,
    decision_at = null, reject_reason = null, version = 1 where id = ${simpleEntry};`,
  };
}

/** A file all of whose rows are wrong: nothing of it is ever loaded. */
async function upload(testApp: Booted, { client }: Signed, path: string): Promise<number> {
  const form = new FormData();
  form.set('asOfDate', '2026-01-01');
  form.set('file', new File([smallTable.replace('500100732259', '500100732258')], 'реестр.csv'));
  const { body } = await client.post(path, form);
  await vi.waitFor(async () => {
    const { rows } = await testApp.app.database.pool.query('select status from registries where id = $1', [body.id]);
    if (rows[0].status !== 'ready') throw new Error(`The registry is ${rows[0].status}`);
  }, patience);
  return body.id;
}
