import { on } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { FileRefused } from '#server/platform/xlsx/read/refusal.ts';
import type { PackedWorkerMessage, PackingJob, Sent } from './reading.types.ts';

/** What a thread may hold; the largest allowed file of a registry needs a third of it. */
const limits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 };
/**
 * The server keeps its own young memory small by a flag that counts before any thread's limits. Lifted, it leaves the
 * server as it has started, and a thread of a reading clears its memory a quarter as often.
 */
setFlagsFromString('--max-semi-space-size=0');
/** A thread that says nothing for so long has met a file made to be slow. */
const longestSilenceMs = 60_000;

/** A thread that has read a file to its end waits so long for the next one: its code is loaded and warm. */
const idleMs = 30_000;
let idle: { worker: Worker; retires: NodeJS.Timeout } | undefined;

interface Options {
  /** Ends the reading at once. */
  readonly signal?: AbortSignal;
  readonly silenceMs?: number;
}

/**
 * Reads a creditor's file in a thread beside the server: the head, the judged rows in packed batches, the end. The file is
 * read no faster than the batches are taken, and leaving the loop before the end ends the thread. A file that cannot be
 * read throws `FileRefused` with a sentence for the person; what came before it is then worth nothing.
 */
export async function* readInThread(
  job: PackingJob,
  options: Options = {},
): AsyncGenerator<PackedWorkerMessage, void, undefined> {
  const worker = hire();
  const silence = new AbortController();
  const signals = [silence.signal, ...(options.signal ? [options.signal] : [])];
  const messages = on(worker, 'message', { signal: AbortSignal.any(signals), close: ['exit'] });
  const waitAgain = () => setTimeout(() => silence.abort(), options.silenceMs ?? longestSilenceMs);
  let bell = waitAgain();
  let ended = false;
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    worker.postMessage(job);
    for await (const [message] of messages as AsyncIterable<[Sent]>) {
      // What the taker of a batch does with it is no silence of the thread.
      clearTimeout(bell);
      if ('refused' in message) throw new FileRefused(message.refused.code, message.refused.message);
      yield message;
      ended = 'end' in message;
      bell = waitAgain();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      worker.postMessage('next');
      if (ended) break;
    }
    if (!ended) throw new Error('The thread that reads a file ended before the file');
  } catch (error) {
    throw silence.signal.aborted ? new FileRefused('slow') : isOutOfMemory(error) ? new FileRefused('memory') : error;
  } finally {
    clearTimeout(bell);
    if (ended) release(worker);
    else await worker.terminate();
  }
}

/** A thread that reads nothing else: the one that waits, or a new one. */
function hire(): Worker {
  const worker = idle?.worker ?? start();
  if (idle) clearTimeout(idle.retires);
  idle = undefined;
  worker.ref();
  return worker;
}

function start(): Worker {
  const worker = new Worker(new URL('read-worker.ts', import.meta.url), { resourceLimits: limits });
  // Whoever reads by it hears of its end; one that waits ends without a word.
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    if (idle?.worker === worker) idle = undefined;
  });
  return worker;
}

/** One thread may wait for the next file; it keeps nobody from going home. */
function release(worker: Worker): void {
  if (idle) return void worker.terminate();
  worker.unref();
  idle = { worker, retires: setTimeout(() => void worker.terminate(), idleMs).unref() };
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
