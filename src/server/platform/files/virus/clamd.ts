import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Scanner, ScanOutcome } from './port.ts';

/** A scanner that says nothing for so long is taken for an absent one. */
const patienceMs = 30_000;

/**
 * The scanner clamd, asked by its command INSTREAM: the bytes in pieces with their lengths before them, then one answer.
 * @param address `tcp://host:port` or `unix:/path/of/the/socket`
 */
export function openClamd(address: string, patience = patienceMs): Scanner {
  return { scan: (bytes) => scan(address, patience, bytes) };
}

async function scan(address: string, patience: number, bytes: AsyncIterable<Buffer>): Promise<ScanOutcome> {
  const socket = dial(address);
  socket.setTimeout(patience, () => socket.destroy(new Error('the scanner is silent')));
  try {
    await once(socket, 'connect');
    const answer = answerOf(socket);
    // A scanner that has had enough closes its side before it is told everything: its answer says why.
    const sent = pipeline(framed(bytes), socket, { end: false });
    return outcomeOf(await Promise.race([answer, sent.then(() => answer)]));
  } finally {
    socket.destroy();
  }
}

function dial(address: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(address);
  return protocol === 'unix:' ? connect(decodeURIComponent(pathname)) : connect(Number(port), hostname);
}

async function* framed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of bytes) {
    if (piece.length === 0) continue;
    yield lengthOf(piece.length);
    yield piece;
  }
  yield lengthOf(0);
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  for await (const piece of socket.iterator({ destroyOnReturn: false })) answer += piece;
  return answer.replace(/\0$/, '');
}

/** @throws for everything that is no verdict, such as a file longer than the scanner is allowed to take */
function outcomeOf(answer: string): ScanOutcome {
  if (answer === 'stream: OK') return 'clean';
  if (/^stream: .* FOUND$/.test(answer)) return 'infected';
  throw new Error('the scanner has not judged the file');
}
