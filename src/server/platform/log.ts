import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';

type Rolled = Parameters<typeof pino.destination>[0] & { file: string; size: string; limit: { count: number } };
/** The library comes without types. */
const roll = createRequire(import.meta.url)('pino-roll') as (
  options: Rolled,
) => Promise<ReturnType<typeof pino.destination>>;

/**
 * The application log: one JSON line an event, rolled by size, in `DATA_DIR/logs`. It never holds personal data:
 * no bodies, no query strings, no raw paths, no messages of foreign errors.
 */
export async function openLog(dataDir: string, level: string): Promise<Logger> {
  const file = join(dataDir, 'logs', 'app.log');
  const stream = await roll({ file, size: '20m', limit: { count: 10 }, mkdir: true, sync: false });
  // A full disk must not end the server.
  stream.on('error', () => undefined);
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}

/** Waits until everything said so far is in the file. */
export const flushLog = (log: Logger): Promise<void> => new Promise((resolve) => log.flush(() => resolve()));

/** What may be said of an error in the log: its kind, where it happened, and its message with all values cut out. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const { code, table, constraint, routine } = error as {
    code?: string;
    table?: string;
    constraint?: string;
    routine?: string;
  };
  return {
    name: error.name,
    code,
    table,
    constraint,
    routine,
    message: withoutValues(error.message),
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 12),
  };
}

/**
 * Messages of libraries and of the database quote what they choked on. A quoted name may itself hold a quote (О'Нил),
 * so everything from the first quote to the last goes, and then addresses and long numbers.
 */
export const withoutValues = (message: string): string =>
  message
    .replace(/["'’«“`](?:.*["'’»”`]|.*)/s, '"…"')
    .slice(0, 500)
    .replace(/\S+@\S+/g, '…')
    .replace(/\d{4,}/g, '…');
