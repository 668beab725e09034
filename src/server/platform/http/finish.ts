import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How often connections are looked for over which nothing goes on any more. */
const tidyMs = 100;
/** A browser opens connections ahead; one over which nothing has been asked for so long is not waited for. */
const silentMs = 1_000;

/** @returns how to close the server: what is asked already ends first, unless it takes longer than `patienceMs` */
export function gracefulClose(server: FastifyInstance): (patienceMs: number) => Promise<void> {
  const http = server.server;
  const open = new Set<Socket>();
  http.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const leaveSilent = (): void => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
  return async (patienceMs) => {
    const tidying = setInterval(() => http.closeIdleConnections(), tidyMs);
    const silence = setTimeout(leaveSilent, silentMs);
    const cut = setTimeout(() => http.closeAllConnections(), patienceMs);
    try {
      await server.close();
    } finally {
      clearInterval(tidying);
      clearTimeout(silence);
      clearTimeout(cut);
    }
  };
}
