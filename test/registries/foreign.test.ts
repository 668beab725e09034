import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { fullColumns } from '#domain/registries/registry-columns.ts';
import { judgeRow } from '#domain/registries/registry-row.ts';
import { moscowDay } from '#domain/values/days.ts';
import { makeCompany, makeEmployee } from '#server/demo/factories.ts';
import {
  personContext,
  plainCodes,
  type SealedPerson,
  sealedColumns,
  snakeCase,
} from '#server/modules/registries/kinds.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { makeSecrets, type Secrets } from '#server/platform/secrets/secrets.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { claims, shownCells } from '#test/helpers/registry/claims.ts';
import { caps } from '#test/helpers/registry/reading.ts';
import { password, passwordHash } from '../helpers/boot.ts';
import { Client } from '../helpers/client.ts';
import { keysOf } from '../helpers/files/keys.ts';
import type { Watched } from '../helpers/loop-watch.ts';
import { type Child, startServer } from '../helpers/processes/child.ts';
import { accept, fileForm, settled } from './helpers/scenario.ts';

/**
 * Files that other programs have written of the claims of `test/helpers/registry/claims.ts`. A usual run takes the thirty claims that
 * lie here; `FOREIGN_FILES` names larger ones, separated by commas, and `FOREIGN_ROWS` how many claims are in each. Only with
 * those the server's pauses and memory are judged, since a usual run shares the machine.
 */
const given = process.env['FOREIGN_FILES']?.split(',');
const count = Number(process.env['FOREIGN_ROWS'] ?? 30);
const small = ['libreoffice.xlsx', 'xlsxwriter.xlsx', 'libreoffice.csv'];
const files = given ?? small.map((name) => fileURLToPath(new URL(`reading/files/${name}`, import.meta.url)));
const longestPauseMs = 100;
const mostGrowthMegabytes = 200;
/** A server that has just started clears away what its start has left. */
const restMs = 3_000;
/** So many entries are compared at once. */
const pageSize = 2_000;

const watch = new URL('../helpers/loop-watch.ts', import.meta.url).href;

let dataDir: string;
let server: Child | undefined;
let database: Database | undefined;
afterEach(async () => {
  await database?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test.each(files.map((file) => [basename(file), file]))(
  'IM1 %s is loaded value by value, and the server stays awake',
  {
    timeout: 120_000 + count * 10,
  },
  async (name, file) => {
    dataDir = mkdtempSync(join(tmpdir(), 'ugovor-foreign-'));
    const watchFile = join(dataDir, 'watched.json');
    server = await startServer({
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=${watch}`,
      WATCH_FILE: watchFile,
    });
    const connection = { host: join(dataDir, 'postgres'), port: 5432, user: 'ugovor', database: 'postgres' };
    database = openDatabase(connection, 2, () => undefined);
    const { client, path } = await lender(server.url, database);

    const before = await watched(server, watchFile);
    const made = await client.post(path, fileForm(readFileSync(file), {}, name));
    expect(made.status, made.text).toBe(201);
    const address = `${path}/${made.body.id}`;
    const { body } = await settled(client, address);
    expect(body.counts).toMatchObject({ rows: count, new: count, error: 0 });
    await accept(client, address);
    const { heldUpMs, workedMs, megabytes } = watchedIn(watchFile);

    expect(await compared(database, makeSecrets(await keysOf(database.pool, dataDir)), made.body.id)).toEqual({
      entries: count,
      different: [],
    });
    if (!given) return;
    const grown = megabytes - before.megabytes;
    console.log(
      `${name}: held up ${Math.round(heldUpMs)} ms, worked ${Math.round(workedMs)} ms, + ${Math.round(grown)} MB`,
    );
    expect(heldUpMs).toBeLessThan(longestPauseMs);
    expect(grown).toBeLessThan(mostGrowthMegabytes);
  },
);

async function lender(url: string, { db }: Database): Promise<{ client: Client; path: string }> {
  const hash = { passwordHash: passwordHash() };
  const company = await inSystemTransaction(db, 'system.test', async (tx) => {
    const id = await makeCompany(tx, { inn: '7707083893', verificationStatus: 'verified' });
    await makeEmployee(tx, { ...hash, email: 'manager@foreign.test', legalEntityId: id, role: 'manager' });
    return id;
  });
  const client = new Client(url);
  expect((await client.post('/api/auth/signin', { login: 'manager@foreign.test', password })).status).toBe(200);
  return { client, path: `/api/legal-entities/${company}/registries` };
}

/** Gives what the server is like at rest, a while after its start, and forgets what was seen before. */
async function watched({ pid }: Child, file: string): Promise<Watched> {
  await sleep(given ? restMs : 0);
  process.kill(pid, 'SIGUSR2');
  await sleep(1_000);
  return watchedIn(file);
}

const watchedIn = (file: string): Watched => JSON.parse(readFileSync(file, 'utf8')) as Watched;

/** Compares every value of every entry with the claim that it was made of; names the columns that differ. */
async function compared({ pool }: Database, secrets: Secrets, registryId: number) {
  const source = claims(count);
  const today = moscowDay(new Date());
  const different = new Set<string>();
  let entries = 0;
  for (let after = 0; ; after += pageSize) {
    const { rows } = await pool.query(
      `select e.* from registry_snapshots s join registry_entries e on e.id = s.entry_id
        where s.registry_id = $1 order by s.row_no offset $2 limit $3`,
      [registryId, after, pageSize],
    );
    for (const entry of rows) {
      const { ok, row } = judgeRow(fullColumns, shownCells(source.next().value), { today, caps, right: 'acquirer' });
      if (!ok) throw new Error('A claim of the source is wrong');
      const wanted: Readonly<Record<string, unknown>> = { ...row, tz: row.tz ?? 'Europe/Moscow' };
      const person = secrets.open<SealedPerson>(personContext, entry['person_sealed']);
      for (const code of plainCodes.full) {
        const usual = code === 'contactFlag' ? 'allowed' : null;
        if (entry[snakeCase(code)] !== (wanted[code] ?? usual)) different.add(code);
      }
      for (const code of sealedColumns) if ((person[code] ?? null) !== (wanted[code] ?? null)) different.add(code);
      entries++;
    }
    if (rows.length < pageSize) return { entries, different: [...different] };
  }
}
