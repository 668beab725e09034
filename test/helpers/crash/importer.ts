import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { makeCompany, makeEmployee } from '#server/demo/factories.ts';
import { csvOf } from '#server/demo/registry-generator.ts';
import type { Database } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { password, passwordHash } from '#test/helpers/boot.ts';
import { Client } from '#test/helpers/client.ts';
import { fileForm, generateRegistry, rowsOf } from '#test/registries/helpers/scenario.ts';
import { ask } from './sites.ts';
import { insist } from './writers.ts';

const rows = 120;
const lookMs = 100;

/** A creditor who loads one registry after another, whatever happens to the server. */
export interface Importer {
  /** How many registries he was told to be loaded. */
  loaded: number;
  /** Lets him end the one that he is at; then each of his registries is there once and whole. */
  stop(): Promise<void>;
}

/** Begins to load registries, each with contracts of its own. @param url where the server is, between its deaths */
export async function importOnAndOn(url: string, database: Database): Promise<Importer> {
  const company = await inSystemTransaction(database.db, 'system.test', async (tx) => {
    const id = await makeCompany(tx, { inn: '7707083893', verificationStatus: 'verified' });
    const hash = passwordHash();
    await makeEmployee(tx, { email: 'importer@crash.test', passwordHash: hash, legalEntityId: id, role: 'manager' });
    return id;
  });
  const client = new Client(url);
  expect((await client.post('/api/auth/signin', { login: 'importer@crash.test', password })).status).toBe(200);
  const path = `/api/legal-entities/${company}/registries`;
  const file = rowsOf('full', generateRegistry(1), 0, rows);
  const stopping = new AbortController();
  const importer: Importer = {
    loaded: 0,
    async stop() {
      stopping.abort();
      await running;
      expect(await whatIsThere(database, company)).toEqual(
        Array.from({ length: importer.loaded }, () => ({
          status: 'loaded',
          entries: rows,
          contracts: rows,
          tallied: rows,
        })),
      );
    },
  };

  async function comesTo(id: number, status: string): Promise<void> {
    for (;;) {
      const question = 'select status, failure from registries where id = $1';
      const found = await ask<{ status: string; failure: string | null }>(database, question, [id]);
      const { status: now, failure } = found.rows[0]!;
      if (now === status) return;
      expect(now, failure ?? '').not.toBe('failed');
      await sleep(lookMs);
    }
  }

  async function importOne(number: number): Promise<void> {
    const own = file.map((row) => ({ ...row, contractNumber: `${row['contractNumber']}/${number}`, externalId: '' }));
    const form = (): FormData => fileForm(csvOf('full', own));
    const made = await insist(() => client.post(path, form(), { 'Idempotency-Key': `file-${number}` }), 201);
    const address = `${path}/${made.body.id}`;
    await comesTo(made.body.id, 'ready');
    const { body } = await insist(() => client.get(address), 200);
    await insist(
      () => client.post(`${address}/load`, { version: body.version }, { 'Idempotency-Key': `load-${number}` }),
      202,
    );
    await comesTo(made.body.id, 'loaded');
    importer.loaded++;
  }

  const running = (async () => {
    for (let number = 1; !stopping.signal.aborted; number++) await importOne(number);
  })();
  // Whoever stops him hears of it.
  running.catch(() => undefined);
  return importer;
}

/** Everything that his loads have left behind, counted each in its own way. */
async function whatIsThere(database: Database, company: number) {
  const found = await ask(
    database,
    `select status,
      (select count(*) from registry_entries e where e.registry_id = r.id) as entries,
      (select count(distinct contract_number) from registry_entries e where e.registry_id = r.id) as contracts,
      (select sum(entries) from entry_tallies t where t.registry_id = r.id)::bigint as tallied
    from registries r where legal_entity_id = $1 order by id`,
    [company],
  );
  return found.rows;
}
