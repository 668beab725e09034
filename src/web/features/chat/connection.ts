/** What is heard over a socket. */
interface Heard {
  changed: () => void;
  /** A side has read up to a number. */
  read: (read: { side: string; readNo: number }) => void;
  typing: (side: string) => void;
  turned: (isConnected: boolean) => void;
}

export interface Connection {
  typing: () => void;
  close: () => void;
}

/** Somebody who types is told of no more often than so. */
const typingMs = 2_000;

/** Whoever is sent away by a node comes back within this time, each at a moment of his own. */
const comeBackMs = 1_000;

/** The connection of one chat, with the times of docs/specification.md §9. Its code comes with the first talk that is opened. */
export async function connect(chat: number, heard: Heard): Promise<Connection> {
  const { io } = await import('socket.io-client');
  const socket = io({
    path: '/api/socket.io',
    transports: ['websocket'],
    query: { chat },
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
    timeout: 20_000,
    // Each chat has a connection of its own.
    forceNew: true,
  });
  let comeBack: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect', () => heard.turned(true));
  socket.on('disconnect', (reason) => {
    heard.turned(false);
    // A node that stops sends everybody to another one; the library comes back by itself only from a lost connection.
    if (reason === 'io server disconnect') comeBack = setTimeout(() => socket.connect(), Math.random() * comeBackMs);
  });
  socket.on('changed', heard.changed);
  socket.on('read', ({ side, read }: { side: string; read: number }) => heard.read({ side, readNo: read }));
  socket.on('typing', ({ side }: { side: string }) => heard.typing(side));
  let typed = 0;
  return {
    typing() {
      const now = Date.now();
      if (now - typed < typingMs || !socket.connected) return;
      typed = now;
      socket.volatile.emit('typing');
    },
    close() {
      clearTimeout(comeBack);
      socket.disconnect();
    },
  };
}
