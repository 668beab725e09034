import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type pg from 'pg';
import { createApp, prepareDatabase, type Running } from './app.ts';
import { type Config, readConfig } from './platform/config.ts';
import { databaseConnection } from './platform/database/connections.ts';
import { startEmbedded } from './platform/database/embedded-postgres.ts';
import { complaintAbout } from './platform/files/files.ts';
import { describeError } from './platform/log/log.ts';

const webFolder = process.env['WEB_DIST'] ?? fileURLToPath(new URL('../../dist/web', import.meta.url));
/** A stop that takes so much longer than its terms hangs, and is not waited for. */
const closingSeconds = 15;
const handOverMs = 10_000;
/** The queue, the deadlines and the first readers have begun their work by then. */
const startedMs = 1_000;

/** A configured server holds nothing of the demonstration. */
const loadDemo = async () => ({
  ...(await import('./demo/companies.ts')),
  ...(await import('./demo/entrance.ts')),
  ...(await import('./demo/start.ts')),
  ...(await import('./demo/turn.ts')),
  ...(await import('./demo/world.ts')),
  ...(await import('./demo/settlements.ts')),
});

const asked = new AbortController();
const stopping = asked.signal;
// Heard before anything is started: whoever stops a server in the middle of its start leaves nothing behind either.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => asked.abort());

/** What is started, closed from the last to the first. */
const started = new AsyncDisposableStack();

try {
  const config = readConfig(process.env);
  stopping.addEventListener('abort', () => giveUpAfter(config.drainSeconds + config.stopSeconds + closingSeconds));
  await start(config);
  if (!stopping.aborted) await new Promise((resolve) => stopping.addEventListener('abort', resolve));
} catch (error) {
  if (!stopping.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
await started.disposeAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
process.exit();

/** Starts step by step. @throws when it cannot go on, or between two steps when the server is asked to stop */
async function start(wanted: Config): Promise<void> {
  const complaint = await complaintAbout(wanted);
  if (complaint) throw new Error(`Неверная настройка ${complaint}`);
  const owner = await openOwner(wanted);
  stopping.throwIfAborted();
  const demo = wanted.demo ? await loadDemo() : undefined;
  const connection = await prepareDatabase(owner, { ...demo?.demoCompanies, ...wanted.operatingCompanies });
  stopping.throwIfAborted();
  const emulators = await demo?.startEmulators(wanted);
  started.defer(async () => emulators?.stop());
  const config = emulators?.config ?? wanted;
  const turn = await demo?.takeTurn(connection, stopping);
  started.defer(async () => turn?.end());
  await demo?.fillDemoWorld(connection, config, stopping);
  const running = await createApp(config, connection, { webFolder, demoEntrance: demo?.demoEntrance });
  started.defer(() => running.close());
  stopping.throwIfAborted();
  await demo?.fillSettlements(running.app, stopping);
  await turn?.end();
  await emulators?.remember(running.app.database.db);
  process.on('unhandledRejection', (reason) =>
    running.app.log.error({ error: describeError(reason) }, 'unhandled rejection'),
  );
  // After it nobody knows in what state the process is: it says so, ends what is begun, and goes with a code that has it replaced.
  process.on('uncaughtException', (error) => {
    running.app.log.fatal({ error: describeError(error) }, 'uncaught exception');
    process.exitCode = 1;
    asked.abort();
  });
  await listen(running, config);
  if (emulators) demo?.printWelcome(config, emulators);
  const { port } = running.server.server.address() as { port: number };
  await emulators?.listening(`http://${config.host}:${port}`);
  console.log(`listening on http://${config.host}:${port}`);
  await setTimeout(startedMs, undefined, { signal: stopping });
  // Starting leaves much garbage behind, which a server that then rests would hold for hours.
  collectGarbage();
}

/** Gives back all memory that nothing holds any more. Node shows its collector to a context that is made after the flag. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** The database as its owner sees it; an embedded one is stopped in the end. */
async function openOwner({ databaseUrl, plainConnections, dataDir }: Config): Promise<pg.PoolConfig> {
  if (databaseUrl !== undefined) return databaseConnection(databaseUrl, plainConnections);
  const embedded = await startEmbedded({ dataDir });
  started.defer(() => embedded.stop());
  return embedded.connection;
}

/** A server that is being replaced needs a moment to let go of its port. */
async function listen({ server }: Running, { port, host }: Config): Promise<void> {
  const until = Date.now() + handOverMs;
  for (;;) {
    stopping.throwIfAborted();
    try {
      await server.listen({ port, host });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== 'EADDRINUSE' || Date.now() > until) throw error;
      await setTimeout(200);
    }
  }
}

function giveUpAfter(seconds: number): void {
  void setTimeout(seconds * 1_000, undefined, { ref: false }).then(() => process.exit(1));
}
