import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { createApp, prepareDatabase, type Running } from './app.ts';
import { greet, startEmulators } from './demo/start.ts';
import { fillDemoWorld } from './demo/world.ts';
import { type Config, readConfig } from './platform/config.ts';
import { describeError } from './platform/log.ts';
import { type Embedded, startEmbedded } from './platform/embedded-postgres.ts';

const webFolder = process.env['WEB_DIST'] ?? fileURLToPath(new URL('../../dist/web', import.meta.url));
/** A stop that takes longer than this is not waited for. */
const stopMs = 9_500;

try {
  await start(readConfig(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function start(wanted: Config): Promise<void> {
  const embedded = wanted.databaseUrl === undefined ? await startEmbedded({ dataDir: wanted.dataDir }) : undefined;
  const connection: pg.PoolConfig = embedded?.connection ?? { connectionString: wanted.databaseUrl };
  await prepareDatabase(connection);
  const emulators = wanted.demo ? await startEmulators(wanted) : undefined;
  const config = emulators?.config ?? wanted;
  if (config.demo) await fillDemoWorld(connection);
  const running = await createApp(config, connection, { webFolder });
  const stop = stopper(running, embedded, emulators);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('unhandledRejection', (reason) =>
    running.app.log.error({ error: describeError(reason) }, 'unhandled rejection'),
  );
  await running.server.listen({ port: config.port, host: config.host });
  if (config.demo) greet(config);
  const { port } = running.server.server.address() as { port: number };
  console.log(`listening on http://${config.host}:${port}`);
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
    setTimeout(() => process.exit(0), stopMs).unref();
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
