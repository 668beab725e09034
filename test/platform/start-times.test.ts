import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Client } from '../helpers/client.ts';
import { serversOfEachTest } from '../helpers/processes/servers.ts';

const servers = serversOfEachTest();

test('SIGTERM lets a slow request finish, takes no new one and exits with 0 within 10 s', async () => {
  const child = await servers.start();
  const { url } = child;
  const { port } = new URL(url);
  const body = JSON.stringify({ login: 'nobody@slow.test', password: 'correct-Horse-7-battery' });
  const socket = connect(Number(port), '127.0.0.1');
  const answer = collect(socket);
  const head = `POST /api/auth/signin HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
  await sleep(300);
  const began = performance.now();
  const ended = child.stop();
  await sleep(700);
  await expect(fetch(`${url}/api/health`)).rejects.toThrow('fetch failed');
  socket.write(body.slice(10));
  expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(await ended).toBe(0);
  expect(performance.now() - began).toBeLessThan(10_000);
});

const collect = async (socket: Socket): Promise<string> => {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
};

test('a second start on a filled folder makes nothing anew, and so takes less time than the first', async () => {
  const timed = async (): Promise<number> => {
    const began = performance.now();
    const child = await servers.start();
    expect((await new Client(child.url).get('/api/health/ready')).status).toBe(200);
    const took = performance.now() - began;
    await child.stop();
    return took;
  };
  const first = await timed();
  expect(await timed()).toBeLessThan(first);
});
