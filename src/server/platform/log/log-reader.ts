import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { type LogLevel, logLevels } from '#domain/settings/log-level.ts';
import { hasWords } from '#domain/values/text/plain-words.ts';

/** No reading takes more of the log than this, from its end. */
const mostBytes = 2 * 1024 * 1024;
const mostLines = 300;

interface Line {
  at: Date;
  level: LogLevel;
  message: string;
  requestId: string | null;
  more: Record<string, unknown>;
}
interface Read {
  /** The newest first. */
  items: Line[];
  /** Until where it has been read: the file, because a full one is put away, and the byte in it. */
  place: string;
}
interface LogFilter {
  q?: string | undefined;
  level?: LogLevel | undefined;
}

export const logFile = (dataDir: string): string => join(dataDir, 'logs', 'app.log');

/**
 * The lines of the log that fit, its last ones or those behind a place that was read before.
 * @param since a place of an earlier answer; of a file that has been put away meanwhile the new one is read from its start
 */
export async function readLog(dataDir: string, filters: LogFilter, since?: string): Promise<Read> {
  const file = await open(logFile(dataDir), 'r');
  try {
    const { size, ino } = await file.stat();
    const [known, offset] = (since ?? '').split('-').map(Number);
    const from = since === undefined ? 0 : known === ino && offset! <= size ? offset! : 0;
    const begin = Math.max(from, size - mostBytes);
    const bytes = await readPart(file, begin, size);
    // What is being written just now is read when it is whole.
    const end = bytes.lastIndexOf('\n') + 1;
    const lines = bytes
      .toString('utf8', 0, end)
      .split('\n')
      .slice(begin > from ? 1 : 0);
    const items = lines.flatMap((line) => parse(line) ?? []).filter((line) => fits(line, filters));
    return {
      items: items.slice(-mostLines).toReversed(),
      place: `${ino}-${begin + end}`,
    };
  } finally {
    await file.close();
  }
}

async function readPart(file: FileHandle, begin: number, end: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - begin), 0, end - begin, begin);
  return buffer.subarray(0, bytesRead);
}

/** A line, or null for what is none, as the half of one that was being written when the server was killed. */
function parse(line: string): Line | null {
  if (line === '') return null;
  try {
    const { level, time, msg, requestId, ...more } = JSON.parse(line) as Record<string, unknown>;
    const found = logLevels.find((one) => pino.levels.values[one] === level);
    const at = new Date(typeof time === 'string' ? time : Number.NaN);
    if (!found || Number.isNaN(at.getTime())) return null;
    return {
      at,
      level: found,
      message: typeof msg === 'string' ? msg : '',
      requestId: typeof requestId === 'string' ? requestId : null,
      more,
    };
  } catch {
    return null;
  }
}

function fits(line: Line, { q, level }: LogFilter): boolean {
  if (level && pino.levels.values[line.level]! < pino.levels.values[level]!) return false;
  return !q || hasWords(JSON.stringify(line), q);
}
