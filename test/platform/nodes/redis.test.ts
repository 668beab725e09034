import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { type Booted, boot, password } from '#test/helpers/boot.ts';
import { patience } from '#test/helpers/patience.ts';
import { freePort, killed, lacksPrograms } from '#test/helpers/processes/processes.ts';
import { testUnless } from '#test/helpers/run/unless.ts';
import { closed, opened, say, socketOf } from '../../chats/helpers/talk.ts';

const noRedis = lacksPrograms('redis-server');
let redis: ChildProcess;
let folder: string;
let url: string;
let testApp: Booted;
beforeAll(async () => {
  if (noRedis) return;
  const port = await freePort();
  folder = mkdtempSync(join(tmpdir(), 'ugovor-redis-'));
  redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    stdio: 'ignore',
  });
  url = `redis://127.0.0.1:${port}`;
  testApp = await boot({ redisUrl: url }, { redisSilentMs: undefined });
});
afterAll(async () => {
  // Even when the server does not stop, no frozen process stays behind.
  redis?.kill('SIGCONT');
  await testApp?.stop();
  if (!redis) return;
  await killed(redis);
  rmSync(folder, { recursive: true });
});

/** The answer to a sign-in, or nothing when there is none for so long that a person has gone away. */
const signIn = (login: string) =>
  Promise.race([
    testApp.anonymous().post('/api/auth/signin', { login, password }),
    new Promise<undefined>((resolve) => {
      setTimeout(resolve, 10_000, undefined);
    }),
  ]);

testUnless(noRedis)('a Redis that is frozen, not dead, holds up neither a sign-in nor a start', async () => {
  const { email } = await testApp.individual();
  redis.kill('SIGSTOP');
  for (let times = 0; times < 3; times++) expect((await signIn(email))?.status).toBe(200);
  const second = await boot({ redisUrl: url }, { redisSilentMs: undefined });
  await second.individual();
  await second.stop();
  redis.kill('SIGCONT');
  await vi.waitFor(async () => expect((await signIn(email))?.status).toBe(200), patience);
});

testUnless(noRedis)('nor the socket of a chat and the stop of its node', async () => {
  redis.kill('SIGSTOP');
  const node = await boot({ redisUrl: url }, { redisSilentMs: undefined });
  const { client, accountId } = await node.individual();
  const asker = { client, accountId };
  const { id: chat } = (await client.post('/api/chats/support')).body;
  const socket = socketOf(asker, chat);
  const heard = new Promise((resolve) =>
    socket.on('changed', ({ no }: { no?: number }) => no !== undefined && resolve(no)),
  );
  expect(await opened(socket)).toBe('open');
  socket.emit('typing');
  const { body } = await say(asker, chat, 'Слышно?');
  expect(await heard).toBe(body.no);
  const gone = closed(socket);
  await node.stop();
  await gone;
  redis.kill('SIGCONT');
});
