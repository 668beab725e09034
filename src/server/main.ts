import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { createApp, prepareDatabase, type Running } from './app.ts';
import { type Config, readConfig } from './platform/config.ts';
import { databaseConnection } from './platform/connections.ts';
import { type Embedded, startEmbedded } from './platform/embedded-postgres.ts';
import { complaintAbout } from './platform/files.ts';
import { describeError } from './platform/log.ts';

const webFolder = process.env['WEB_DIST'] ?? fileURLToPath(new URL('../../dist/web', import.meta.url));
/** A stop that takes longer than this is not waited for. */
const stopMs = 9_500;
const handOverMs = 10_000;
/** The queue, the deadlines and the first readers have begun their work by then. */
const startedMs = 1_000;

/** A configured server holds nothing of the demonstration. */
const loadDemo = async () => ({
  ...(await import('./demo/start.ts')),
  ...(await import('./demo/world.ts')),
  ...(await import('./demo/deals.ts')),
});

try {
  await start(readConfig(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function start(wanted: Config): Promise<void> {
  const complaint = await complaintAbout(wanted);
  if (complaint) throw new Error(`Неверная настройка ${complaint}`);
  const embedded = wanted.databaseUrl === undefined ? await startEmbedded({ dataDir: wanted.dataDir }) : undefined;
  const owner: pg.PoolConfig = embedded?.connection ?? databaseConnection(wanted.databaseUrl!, wanted.plainConnections);
  const connection = await prepareDatabase(owner);
  const demo = wanted.demo ? await loadDemo() : undefined;
  const emulators = await demo?.startEmulators(wanted);
  const config = emulators?.config ?? wanted;
  await demo?.fillDemoWorld(connection, config);
  const running = await createApp(config, connection, { webFolder });
  await demo?.fillDeals(running.app);
  const stop = stopper(running, embedded, emulators);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('unhandledRejection', (reason) =>
    running.app.log.error({ error: describeError(reason) }, 'unhandled rejection'),
  );
  await listen(running, config);
  if (emulators) demo?.greet(config, emulators);
  const { port } = running.server.server.address() as { port: number };
  await emulators?.listening(`http://${config.host}:${port}`);
  console.log(`listening on http://${config.host}:${port}`);
  await setTimeout(startedMs, undefined, { ref: false });
  // Starting leaves much garbage behind, which a server that then rests would hold for hours.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** A server that is being replaced needs a moment to let go of its port. */
async function listen({ server }: Running, { port, host }: Config): Promise<void> {
  const until = Date.now() + handOverMs;
  for (;;) {
    try {
      await server.listen({ port, host });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== 'EADDRINUSE' || Date.now() > until) throw error;
      await setTimeout(200);
    }
  }
}

/** Stops once, in order: requests, jobs, connections, the database; then leaves with 0. */
function stopper(
  running: Running,
  embedded: Embedded | undefined,
  emulators: { stop(): Promise<void> } | undefined,
): () => void {
  let stopping = false;
  return () => {
    if (stopping) return;
    stopping = true;
    void setTimeout(stopMs, undefined, { ref: false }).then(() => process.exit(0));
    running
      .close()
      .then(() => emulators?.stop())
      .then(() => embedded?.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
}
