import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { connectionUrl, startEmbedded } from '#server/platform/database/embedded-postgres.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { startSwift } from '../files/swift.ts';
import { runAlone, type TestServer, templateOf, withDatabase } from '../server.ts';
import { note } from './failures.ts';
import { makeFolder, sweepLeftovers } from './leftovers.ts';
import { folderForDatabases, places } from './place.ts';
import { unreachedRefusals } from './reached.ts';

type Host = { admin: string; stop(): Promise<void> };

interface Shared {
  provided: Pick<ProvidedContext, 'testServer' | 'reachedRefusals' | 's3'>;
  stop(): Promise<void>;
  users: number;
}
/** Both projects that need a server are set up in one process, each by a copy of this module of its own. */
const shelf = globalThis as { sharedByProjects?: Promise<Shared> | undefined };

/**
 * One server and one template database for the whole run, whichever project asks first; it is stopped after the last of them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = await (shelf.sharedByProjects ??= start());
  shared.users++;
  project.provide('testServer', shared.provided.testServer);
  project.provide('reachedRefusals', shared.provided.reachedRefusals);
  project.provide('s3', shared.provided.s3);
  return async () => {
    if (--shared.users > 0) return;
    shelf.sharedByProjects = undefined;
    await shared.stop();
  };
}

/** TEST_DATABASE_URL names a server to use instead of our own. With TEST_STORAGE=s3 files lie in a real S3-compatible server. */
async function start(): Promise<Shared> {
  const prefix = `ugovor_test_${process.pid}_`;
  const url = process.env['TEST_DATABASE_URL'];
  const dataDir = url ? '' : await makeFolder(await folderForDatabases(), 'test');
  // A run that was killed may have left its folders in memory, where nothing else ever takes them away.
  for (const place of places) await sweepLeftovers(place);
  const janitor = hireJanitor(url ?? '', prefix, dataDir);
  const host = url ? { admin: url, stop: async () => {} } : await startOwn(dataDir);
  const server = { admin: host.admin, prefix };
  await createTemplate(server);
  const reached = join(tmpdir(), `${prefix}refusals`);
  const swift = process.env['TEST_STORAGE'] === 's3' ? await startSwift() : null;
  return {
    provided: { testServer: server, reachedRefusals: reached, s3: swift && (await swift.bucket()) },
    users: 0,
    async stop() {
      await swift?.stop();
      if (process.env['WHOLE_SUITE']) demandAllReached(reached);
      await rm(reached, { force: true });
      await host.stop();
      janitor.ref();
      janitor.stdin?.end();
      await once(janitor, 'exit');
    },
  };
}

/**
 * A refusal that the contract promises and no test has seen fails the run: it may not exist, or not be designed. The usual
 * run demands each refusal once, of whatever operation; one with many questions (FUZZ_RUNS=30) of every operation that
 * declares it, because some operations refuse only what few questions hit.
 */
function demandAllReached(file: string): void {
  const { pairs, codes } = unreachedRefusals(file);
  const missing = Number(process.env['FUZZ_RUNS'] ?? 0) >= 30 ? pairs : codes;
  if (pairs.length > 0) console.error(`\nDeclared refusals that no test has provoked:\n${pairs.join('\n')}`);
  if (missing.length === 0) return;
  console.error(`\nFAILED: no test has provoked these refusals:\n${missing.join('\n')}`);
  note({ reason: `no test has provoked: ${missing.join(', ')}` });
  process.exitCode = 1;
}

/** The janitor waits for the end of its input, which comes even when this process is killed, and then cleans up. */
function hireJanitor(url: string, prefix: string, dataDir: string): ChildProcess {
  const script = fileURLToPath(new URL('janitor.ts', import.meta.url));
  const janitor = spawn(process.execPath, [script, url, prefix, dataDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  janitor.unref();
  return janitor;
}

async function startOwn(dataDir: string): Promise<Host> {
  const embedded = await startEmbedded({ dataDir, durable: false });
  return { admin: connectionUrl(embedded.connection), stop: () => embedded.stop() };
}

async function createTemplate(server: TestServer): Promise<void> {
  const template = templateOf(server);
  await runAlone(server.admin, `create database ${template} template template0`);
  const url = withDatabase(server.admin, template);
  await migrate(url, new URL('../../../src/server/migrations', import.meta.url));
  await prepareTemplate(url);
  // A forgotten connection to the template would make every copy fail.
  await runAlone(server.admin, `alter database ${template} allow_connections false`);
}

async function prepareTemplate(url: string): Promise<void> {
  const file = new URL('../template.ts', import.meta.url);
  if (!existsSync(file)) return;
  const module: { prepareTemplate?: (connectionString: string) => Promise<void> } = await import(file.href);
  await module.prepareTemplate?.(url);
}
