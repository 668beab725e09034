import { once } from 'node:events';
import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { closedFolder } from '../closed-folder.ts';

/** A file of this many bytes is full. */
const fullBytes = 20 * 1024 * 1024;
/** How many full log files stay besides the one that is written. */
const mostFiles = 9;

/** The log and the way to end it. */
interface OpenLog {
  log: Logger;
  /** Ends the log; everything said until now is in the file then, unless the disk refuses it. */
  readonly close: () => Promise<void>;
}

/**
 * The application log: one JSON line an event, rolled by size, in `DATA_DIR/logs`. It never holds personal data:
 * no bodies, no query strings, no raw paths, no messages of foreign errors.
 * @param full how many bytes fill a file
 */
export function openLog(dataDir: string, level: string, full = fullBytes): OpenLog {
  const stream = rolledFile(join(dataDir, 'logs'), full);
  // A full disk must not end the server.
  stream.on('error', () => undefined);
  let open = true;
  // Connections may still complain while they go, and nobody reads that any more.
  const lines = { write: (line: string): boolean => open && stream.write(line) };
  return {
    log: pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, lines),
    close: async () => {
      open = false;
      const closed = once(stream, 'close').catch(() => undefined);
      stream.end();
      await closed;
    },
  };
}

/** Writes `app.log`; a full one becomes `app.1.log`, that one `app.2.log`, and the oldest goes. */
function rolledFile(folder: string, full: number): ReturnType<typeof pino.destination> {
  closedFolder(folder);
  const name = (age: number): string => join(folder, age === 0 ? 'app.log' : `app.${age}.log`);
  let size = statSync(name(0), { throwIfNoEntry: false })?.size ?? 0;
  const stream = pino.destination({ dest: name(0), sync: false, mode: 0o600 });
  stream.on('write', (bytes: number) => {
    size += bytes;
    if (size < full) return;
    size = 0;
    for (let age = mostFiles; age > 0; age--) if (existsSync(name(age - 1))) renameSync(name(age - 1), name(age));
    stream.reopen();
  });
  return stream;
}

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
const withoutValues = (message: string): string =>
  message
    .replace(/["'’«“`](?:.*["'’»”`]|.*)/s, '"…"')
    .slice(0, 500)
    .replace(/\S+@\S+/g, '…')
    .replace(/\d{4,}/g, '…');
