// The thread that reads one file and ends. It is a thread of its own, because a file may take seconds and a hostile one
// more memory than it is allowed: then this thread dies and nobody else.
import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { FileRefused } from '#server/platform/xlsx/read/refusal.ts';
import { readRegistry } from './read-registry.ts';
import type { ReadingJob, ReadRow, Sent, SentRow } from './reading.types.ts';

/** Messages that may wait for the reader of them; after that many the file waits. */
const ahead = 2;

const port = parentPort;
if (!port) throw new Error('This file is run as a thread');

// Every message that has been taken is answered by one.
const answers = on(port, 'message');
let told = 0;

try {
  for await (const message of readRegistry(workerData as ReadingJob)) {
    if (told >= ahead) await answers.next();
    told++;
    send('rows' in message ? { ...message, rows: JSON.stringify(message.rows.map(packed)) } : message);
  }
} catch (error) {
  if (!(error instanceof FileRefused)) throw error;
  send({ refused: { code: error.code, message: error.message } });
}
port.close();

function send(message: Sent): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  port?.postMessage(message);
}

function packed({ row, ...rest }: ReadRow): SentRow {
  return { ...rest, values: Object.values(row) };
}
