import { connect, type Socket } from 'node:net';

/** What came back over a raw connection. */
export interface RawReply {
  /** Everything up to the end of the connection, or up to the moment when nothing more came. */
  text: string;
  /** The status of the first answer; 0 when there was none. */
  status: number;
  closed: boolean;
}

/** A connection that is not kept by any HTTP library. */
export async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** Sends bytes as they are and reads until the server closes, or is silent for `silenceMs`. */
export async function sendRaw(url: string, bytes: string | Buffer, silenceMs = 400): Promise<RawReply> {
  const socket = await open(url);
  socket.write(bytes);
  return read(socket, silenceMs);
}

/** What comes back over an open connection. */
export function read(socket: Socket, silenceMs: number): Promise<RawReply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = (closed: boolean): void => {
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      resolve({ text, status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), closed });
    };
    socket.setTimeout(silenceMs, () => finish(false));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('close', () => finish(true));
  });
}

/** Request lines and headers as a text on the wire. */
export const lines = (...text: string[]): string => `${text.join('\r\n')}\r\n\r\n`;
