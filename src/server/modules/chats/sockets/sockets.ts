import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Server, Socket } from 'socket.io';
import { messageOf, Refusal } from '#contract/kernel/errors.ts';
import type { App } from '#server/platform/app.ts';
import { describeError } from '#server/platform/log/log.ts';
import { openAdapter } from './adapter.ts';
import { listenToDatabase } from './announcements.ts';
import { type Guest, guestOf, mostOfAccount } from './guests.ts';
import { Looks } from './looks.ts';
import { roomOf, takeTyping } from './one-socket.ts';

/** Where the specification has the socket of a chat (docs/specification.md §2). */
const socketPath = '/api/socket.io/';
const mostBytes = 1_000_000;
/** So long a connection that comes to no chat may take to read why. */
const refusedMs = 1_000;
/** How often it is looked whose session has ended by its time. */
const expiryMs = 500;

interface ChatSockets {
  close(): Promise<void>;
}

/**
 * The sockets of chats. They only announce: what is said is stored by operations and read by `receive`. Everything of them is loaded
 * when the first one comes, for most nodes of a demonstration or a test never have one.
 */
export function mountChatSockets(server: FastifyInstance, app: App, connection: pg.PoolConfig): ChatSockets {
  let opened: Promise<Opened> | undefined;
  const isClosed = (): boolean => app.stopping.signal.aborted;
  // Anything else that would upgrade is answered as if it had not asked to, as HTTP wants it.
  Object.assign(server.server, { shouldUpgradeCallback: isSocket });
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    if (isClosed() || !isSocket(request)) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    opened ??= open(app, server, connection);
    opened.then(
      ({ handle }) => handle(request, socket, head),
      (error: unknown) => {
        opened = undefined;
        app.log.error({ error: describeError(error) }, 'sockets of chats');
        socket.destroy();
      },
    );
  });
  const leave = (): void => {
    opened?.then(({ io }) => io.local.disconnectSockets(true)).catch(() => undefined);
  };
  // Whoever is here goes to another node at once, while this one still answers what it was asked.
  app.stopping.signal.addEventListener('abort', leave);
  return {
    async close() {
      app.stopping.signal.removeEventListener('abort', leave);
      const last = opened;
      opened = undefined;
      await (await last?.catch(() => undefined))?.close();
    },
  };
}

const isSocket = ({ url, headers }: IncomingMessage): boolean =>
  url?.startsWith(socketPath) === true && headers.upgrade?.toLowerCase() === 'websocket';

interface Opened {
  io: Server;
  handle: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  close: () => Promise<void>;
}

const of = ([socket]: [Socket, Guest]): Socket => socket;

async function open(app: App, server: FastifyInstance, connection: pg.PoolConfig): Promise<Opened> {
  const { Server: SocketServer } = await import('socket.io');
  const between = await openAdapter(app, connection);
  const guests = new Map<Socket, Guest>();
  const looks = new Looks(app, guests);
  const coming = new WeakMap<IncomingMessage, Guest>();
  /** @returns why somebody is not let in; nothing where he is */
  const admit = async (request: IncomingMessage): Promise<string | undefined> => {
    try {
      coming.set(request, await guestOf(app, request, server.parseCookie(request.headers.cookie ?? '')));
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return messageOf(error.code);
      app.log.warn({ error: describeError(error) }, 'a handshake of a chat');
      return messageOf('server.failed');
    }
  };
  // A server that never listens: what is asked over HTTP goes past the sockets, and only upgrades are handed to them.
  const door = createServer();
  const io: Server = new SocketServer(door, {
    path: socketPath.slice(0, -1),
    transports: ['websocket'],
    serveClient: false,
    allowEIO3: false,
    maxHttpBufferSize: mostBytes,
    perMessageDeflate: false,
    connectTimeout: 10_000,
    adapter: between.adapter,
    allowRequest: (request, answer) => {
      void admit(request).then((refusal) => answer(refusal, refusal === undefined));
    },
  });
  /** How many connections each account has, whether they have come to a chat yet or not. */
  const held = new Map<number, number>();
  /** A connection is of one chat, so that nobody comes by it twice; one too many comes to none. */
  const spent = new WeakSet<Socket['conn']>();
  io.engine.on('connection', (connection: Socket['conn']) => {
    const account = coming.get(connection.request)?.actor.accountId;
    const before = held.get(account ?? 0) ?? 0;
    if (account === undefined || before >= mostOfAccount) {
      spent.add(connection);
      return;
    }
    held.set(account, before + 1);
    connection.once('close', () => {
      const left = (held.get(account) ?? 1) - 1;
      if (left > 0) held.set(account, left);
      else held.delete(account);
    });
  });
  io.use((socket, next) => {
    const isSpent = spent.has(socket.conn);
    spent.add(socket.conn);
    next(isSpent ? new Error(messageOf('rate.limited')) : undefined);
    // What is not said by then is not waited for.
    if (isSpent) setTimeout(() => socket.conn.close(), refusedMs).unref();
  });
  io.on('connection', (socket) => {
    const guest = coming.get(socket.request);
    if (!guest || app.stopping.signal.aborted) {
      socket.disconnect(true);
      return;
    }
    guests.set(socket, guest);
    socket.once('disconnect', () => {
      guests.delete(socket);
      socket.conn.close();
    });
    void socket.join(roomOf(guest.chatId));
    takeTyping(socket, guest);
    // Between the handshake and this moment the right may have gone, and nobody would have looked.
    looks.at([socket]);
  });
  const announcements = listenToDatabase(connection, {
    onChat(payload) {
      const { chat, ...said } = JSON.parse(payload) as { chat: number; read?: number };
      io.local.to(roomOf(chat)).emit(said.read === undefined ? 'changed' : 'read', said);
    },
    onRights(account) {
      looks.at([...guests].filter(([, { actor }]) => account === '' || actor.accountId === Number(account)).map(of));
    },
    onGap() {
      io.local.emit('changed', {});
      looks.at(guests.keys());
    },
  });
  const expiry = setInterval(() => {
    const now = Date.now();
    looks.at([...guests].filter(([, { actor }]) => actor.expiresAt.getTime() <= now).map(of));
  }, expiryMs);
  return {
    io,
    handle: (request, socket, head) => void door.emit('upgrade', request, socket, head),
    async close() {
      clearInterval(expiry);
      await announcements.close();
      await io.close();
      await between.close();
    },
  };
}
