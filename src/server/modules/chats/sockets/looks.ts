import type { Socket } from 'socket.io';
import type { App } from '#server/platform/app.ts';
import { describeError } from '#server/platform/log/log.ts';
import { type Guest, mayStay } from './guests.ts';

/** So many are looked at at once: what people ask over HTTP needs connections too. */
const atOnce = 4;
/** Whoever could not be looked at is looked at again after so long. */
const againMs = 1_000;

/**
 * Looks whether those who are in chats may still be there, and closes the connections of those who may not. However often it is asked for,
 * each waits in the line once. Where the database cannot be asked nobody's right can have changed either, and he is asked about again.
 */
export class Looks {
  readonly #app: App;
  readonly #guests: ReadonlyMap<Socket, Guest>;
  readonly #waiting = new Set<Socket>();
  #working = 0;

  constructor(app: App, guests: ReadonlyMap<Socket, Guest>) {
    this.#app = app;
    this.#guests = guests;
  }

  /** Has these looked at soon. */
  at(sockets: Iterable<Socket>): void {
    for (const socket of sockets) this.#waiting.add(socket);
    while (this.#working < Math.min(atOnce, this.#waiting.size)) {
      this.#working++;
      void this.#work();
    }
  }

  async #work(): Promise<void> {
    for (const socket of this.#waiting) {
      this.#waiting.delete(socket);
      const guest = this.#guests.get(socket);
      if (guest) await this.#look(socket, guest);
    }
    this.#working--;
  }

  async #look(socket: Socket, guest: Guest): Promise<void> {
    try {
      if (!(await mayStay(this.#app, guest))) socket.disconnect(true);
    } catch (error) {
      this.#app.log.warn({ error: describeError(error) }, 'the right of a socket');
      setTimeout(() => this.at([socket]), againMs).unref();
    }
  }
}
