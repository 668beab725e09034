import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isPassing, toRefusal } from '#server/platform/http/refusals.ts';
import { freePort } from '../helpers/processes/processes.ts';

/** A database that dies at a moment when somebody just asks it: each error that the sockets then throw is trouble that passes. */
async function dying(): Promise<{ socket: Socket; stop: () => void }> {
  const server = createServer((one) => {
    one.on('error', () => undefined);
    setTimeout(() => one.end(), 20);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  return { socket, stop: () => server.close() };
}

/** What a write says that comes `laterMs` after the other end has gone. */
async function errorOfWrite(laterMs: number, prepare: (socket: Socket) => void = () => undefined): Promise<Error> {
  const { socket, stop } = await dying();
  await once(socket, 'end');
  prepare(socket);
  await sleep(laterMs);
  const { promise, resolve } = Promise.withResolvers<Error>();
  socket.write('select 1', (error) => resolve(error ?? new Error('It was written')));
  const error = await promise;
  stop();
  return error;
}

async function refusedEverywhere(): Promise<Error> {
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const socket = connect({
    host: 'database.test',
    port: await freePort(),
    autoSelectFamily: true,
    lookup: (_name, _options, found) => found(null, addresses),
  });
  return once(socket, 'connect').then(
    () => new Error('It was connected'),
    (error: Error) => error,
  );
}

const errors: [string, () => Promise<unknown>][] = [
  ['a write after the other end has closed', () => errorOfWrite(20)],
  ['a write to a socket that has been destroyed', () => errorOfWrite(20, (socket) => socket.destroy())],
  ['a connection that every address of a name refuses', refusedEverywhere],
];

describe('trouble with a connection', () => {
  test.each(errors)('%s passes, so what was asked is asked again', async (_, fail) => {
    const error = await fail();
    expect([String(error), toRefusal(error).code, isPassing(error)]).toEqual([String(error), 'server.busy', true]);
  });

  test('is none where a program of ours ends or a file is not there', () => {
    const ended = Object.assign(new Error('spawn pdftoppm ENOENT'), { code: 'ENOENT', syscall: 'spawn pdftoppm' });
    const lost = Object.assign(new Error('ENOENT: open'), { code: 'ENOENT', syscall: 'open' });
    for (const error of [ended, lost, new Error('Some defect')]) expect(isPassing(error)).toBe(false);
  });
});
