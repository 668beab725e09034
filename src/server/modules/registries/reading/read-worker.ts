// The thread that reads files, one after another. It is a thread of its own, because a file may take seconds and a hostile
// one more memory than it is allowed: then this thread dies and nobody else. After a file that is refused it ends.
import { on } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { makeSecrets } from '#server/platform/secrets/secrets.ts';
import { FileRefused } from '#server/platform/xlsx/read/refusal.ts';
import { packRows } from './pack.ts';
import { readRegistry } from './read-registry.ts';
import type { PackingJob, ReadingProgress, Sent, Staged } from './reading.types.ts';

/** Messages that may wait for the reader of them; after that many the file waits. */
const batchesAhead = 2;
/** Rows of one message: each is a transaction afterwards. */
const stepRows = 1_000;

interface Packed {
  staged: Staged[];
  rows: number;
  progress: ReadingProgress | null;
}
const nothing = (): Packed => ({ staged: [], rows: 0, progress: null });

const port = parentPort;
if (!port) throw new Error('This file is run as a thread');

// What is heard: a file to read, then an answer to every message that has been taken.
const heard = on(port, 'message');
let unanswered = 0;
let packed: Packed = nothing();

for await (const [job] of heard as AsyncIterable<[PackingJob]>) {
  try {
    await read(job);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    send({ refused: { code: error.code, message: error.message } });
    break;
  }
  while (unanswered > 0) await nextAnswer();
}
port.close();

async function read(job: PackingJob): Promise<void> {
  const secrets = makeSecrets(() => job.keys);
  const registry = { id: job.registryId, kind: job.kind };
  for await (const message of readRegistry(job)) {
    if (!('rows' in message)) {
      await postPackedRows();
      await post(message);
      continue;
    }
    packed.staged.push(packRows(secrets, registry, message.rows));
    packed.progress = message.progress;
    packed.rows += message.rows.length;
    if (packed.rows >= stepRows) await postPackedRows();
  }
}

async function postPackedRows(): Promise<void> {
  const { staged, progress } = packed;
  packed = nothing();
  if (progress)
    await post(
      { staged, progress },
      staged.flatMap(({ rows, problems }) => [rows.buffer, problems.buffer]),
    );
}

async function post(message: Sent, handedOver?: readonly ArrayBufferLike[]): Promise<void> {
  if (unanswered >= batchesAhead) await nextAnswer();
  unanswered++;
  send(message, handedOver);
}

async function nextAnswer(): Promise<void> {
  await heard.next();
  unanswered--;
}

function send(message: Sent, handedOver: readonly ArrayBufferLike[] = []): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  port?.postMessage(message, handedOver as ArrayBuffer[]);
}
