// The thread that reads one file and ends. It is a thread of its own, because a file may take seconds and a hostile one
// more memory than it is allowed: then this thread dies and nobody else.
import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { makeSecrets } from '#server/platform/secrets.ts';
import { FileRefused } from '#server/platform/xlsx/read/refusal.ts';
import { readRegistry } from './read-registry.ts';
import type { PackingJob, Sent } from './reading.types.ts';
import { packRows } from './stage.ts';

/** Messages that may wait for the reader of them; after that many the file waits. */
const ahead = 2;

const port = parentPort;
if (!port) throw new Error('This file is run as a thread');

const job = workerData as PackingJob;
const secrets = makeSecrets(job.secretKey);
const registry = { id: job.registryId, kind: job.kind };
// Every message that has been taken is answered by one.
const answers = on(port, 'message');
let told = 0;

try {
  for await (const message of readRegistry(job)) {
    if (told >= ahead) await answers.next();
    told++;
    if ('rows' in message) {
      const staged = packRows(secrets, registry, message.rows);
      send({ staged, progress: message.progress }, [staged.rows.buffer, staged.problems.buffer]);
    } else {
      send(message);
    }
  }
} catch (error) {
  if (!(error instanceof FileRefused)) throw error;
  send({ refused: { code: error.code, message: error.message } });
}
port.close();

function send(message: Sent, handedOver: readonly ArrayBufferLike[] = []): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  port?.postMessage(message, handedOver as ArrayBuffer[]);
}
