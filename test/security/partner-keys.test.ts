import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '#contract/index.ts';
import { openSignedClient } from '#server/partners/signed-client.ts';
import { isSigned, signedHeaders } from '#server/platform/auth/signature.ts';
import { readConfig } from '#server/platform/config.ts';
import { type Booted, boot } from '../helpers/boot.ts';

const [key, keyBefore, stranger] = ['n', 'b', 's'].map((letter) => letter.repeat(40)) as [string, string, string];
const url = 'http://127.0.0.1:9';
let testApp: Booted;
beforeAll(async () => {
  testApp = await boot({
    payments: { url, key, keyBefore },
    rnko: { url, key, keyBefore },
    sms: { url, key, keyBefore },
  });
});
afterAll(() => testApp.stop());

const doors = operations.filter(({ def }) => def.signed).map(({ path }) => path);

/** What is answered to a message of no sense: 400 for its signature, or for its fields when that is right. */
async function codeOf(path: string, signedWith: string): Promise<string> {
  const headers = { ...signedHeaders(signedWith, `POST ${path}`, '{}'), 'content-type': 'application/json' };
  return (await testApp.anonymous().send('POST', path, '{}', headers)).body.code;
}

describe.each(doors)('a key of a partner is changed without a gap: %s', (path) => {
  test('takes messages signed with the new key and with the one before it, and no others', async () => {
    expect(await codeOf(path, key)).toBe('input.invalid');
    expect(await codeOf(path, keyBefore)).toBe('input.invalid');
    expect(await codeOf(path, stranger)).toBe('signature.wrong');
  });
});

test('what we ask of a partner is signed with the new key', async () => {
  const signers: string[] = [];
  const partner = createServer((request, response) => {
    const subject = `${request.method} ${request.url}`;
    const by = [key, keyBefore].find((one) => isSigned(one, request.headers, subject, Buffer.alloc(0), new Date()));
    signers.push(by ?? 'nobody');
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve));
  const { port } = partner.address() as AddressInfo;
  await openSignedClient({ url: `http://127.0.0.1:${port}`, key }).ask(z.object({}), 'GET', '/anything');
  partner.close();
  expect(signers).toEqual([key]);
});

test('both keys come from the environment, and the one before it only beside a new one', () => {
  const env = {
    DATA_DIR: testApp.dataDir,
    SECRET_KEY: key,
    PAYMENTS_URL: url,
    PAYMENTS_KEY: key,
    RNKO_URL: url,
    RNKO_KEY: key,
  };
  const { payments, rnko } = readConfig({ ...env, PAYMENTS_KEY_BEFORE: keyBefore, RNKO_KEY_BEFORE: keyBefore });
  expect([payments, rnko]).toEqual([
    { url, key, keyBefore },
    { url, key, keyBefore },
  ]);
  expect(readConfig(env).payments).toEqual({ url, key });
});
