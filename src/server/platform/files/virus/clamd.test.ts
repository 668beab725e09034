import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clamd, lacksClamd, makeClamd, virus } from '#test/helpers/files/clamd.ts';
import { describeUnless } from '#test/helpers/run/unless.ts';
import { openClamd } from './clamd.ts';

async function* pieces(...texts: (string | Buffer)[]) {
  for (const text of texts) yield Buffer.from(text);
}

describeUnless(lacksClamd())('a real clamd', () => {
  let clamd: Clamd;
  beforeAll(async () => {
    clamd = await makeClamd();
    await clamd.start();
  });
  afterAll(() => clamd.forget());

  test.each(['tcp', 'unix'] as const)('tells files apart over %s', async (way) => {
    const scanner = openClamd(clamd[way]);
    expect(await scanner.scan(pieces('просто', '', ' текст'))).toBe('clean');
    expect(await scanner.scan(pieces())).toBe('clean');
    expect(await scanner.scan(pieces(Buffer.alloc(700_000), virus.slice(0, 9), virus.slice(9)))).toBe('infected');
  });

  test('does not judge what is longer than it may take', async () => {
    const long = Array.from({ length: 40 }, () => Buffer.alloc(100_000));
    await expect(openClamd(clamd.tcp).scan(pieces(...long))).rejects.toThrow();
  });
});

describe('a scanner', () => {
  test('that is away judges nothing', async () => {
    await expect(openClamd('tcp://127.0.0.1:1').scan(pieces('а'))).rejects.toThrow();
    await expect(openClamd('unix:/no/such/socket').scan(pieces('а'))).rejects.toThrow();
  });

  test.each([
    ['is silent', null],
    ['says what nobody knows', 'stream: MAYBE\0'],
    ['says that it failed', 'INSTREAM: Can not allocate memory. ERROR\0'],
    ['hangs up', ''],
  ])('that %s judges nothing', async (_, answer) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).resume();
      if (answer !== null) socket.once('data', () => socket.end(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(openClamd(`tcp://127.0.0.1:${port}`, 300).scan(pieces('а'))).rejects.toThrow();
    server.close();
  });
});
