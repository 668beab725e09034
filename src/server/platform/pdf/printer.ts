import { Worker } from 'node:worker_threads';
import { flatten } from '../log/one-line.ts';
import type { Printed } from './printed.ts';

/** What the thread sends back: a file, or why there is none. */
export type Reply = { id: number; file: Uint8Array } | { id: number; problem: string };

interface Waiting {
  resolve(file: Buffer): void;
  reject(error: Error): void;
}

/** The typesetter holds fonts in memory; without work for so long its thread ends. */
const idleMs = 60_000;

/** What somebody has typed reads on paper as it is written, in one direction and in its own line. */
const readable = ({ name, foot, blocks }: Printed): Pick<Printed, 'name' | 'foot' | 'blocks'> =>
  flatten({ name, foot, blocks });

/** Makes PDF files in a thread of its own, so that no request waits for a page to be set. */
export class Printer {
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #rest: NodeJS.Timeout | undefined;
  #lastId = 0;

  /** Prints one document. @throws Error when the typesetter refuses it or its thread dies */
  print(document: Printed): Promise<Buffer> {
    clearTimeout(this.#rest);
    const thread = (this.#thread ??= this.#start());
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      thread.postMessage({ id, document: { ...document, ...readable(document) } });
    });
  }

  /** Ends the thread; what it has not finished fails. */
  async close(): Promise<void> {
    clearTimeout(this.#rest);
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(new URL('print-worker.ts', import.meta.url));
    thread.unref();
    thread.on('message', (reply: Reply) => this.#settle(reply));
    thread.on('error', (error) => this.#fail(thread, error instanceof Error ? error : new Error(String(error))));
    thread.on('exit', () => this.#fail(thread, new Error('The thread that prints documents ended')));
    return thread;
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('file' in reply) waiting?.resolve(Buffer.from(reply.file));
    else waiting?.reject(new Error(reply.problem));
    if (this.#waiting.size === 0) this.#rest = setTimeout(() => void this.close(), idleMs).unref();
  }

  #fail(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
