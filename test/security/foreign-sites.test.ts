import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isWrite, type Operation } from '#contract/kernel/op.ts';
import { type Booted, boot, type Signed } from '../helpers/boot.ts';
import { stateOf } from './helpers/state.ts';

let testApp: Booted;
let victims: Signed[];
beforeAll(async () => {
  testApp = await boot();
  const legalEntityId = await testApp.company();
  victims = [
    await testApp.individual(),
    await testApp.employee({ legalEntityId, role: 'head' }),
    await testApp.operator('administrator'),
  ];
});
afterAll(() => testApp.stop());

const evil = 'https://evil.example';
const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};

/** What pages of other sites can make a browser send with the victim's cookies. */
const attacks: { name: string; headers: Record<string, string>; body?: string | FormData }[] = [
  {
    name: 'a posted form',
    headers: { origin: evil, 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'version=1&lastName=Чужая',
  },
  {
    name: 'a multipart form, which needs no preflight',
    headers: { origin: evil, 'sec-fetch-site': 'cross-site' },
    body: form({ version: '1', lastName: 'Чужая' }),
  },
  {
    name: 'JSON dressed as plain text',
    headers: { origin: evil, 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
    body: '{"version":1,"lastName":"Чужая"}',
  },
  { name: 'a form in a sandboxed frame', headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } },
  { name: 'an old browser without Sec-Fetch-Site', headers: { origin: evil } },
  { name: 'an old browser and a sandboxed frame', headers: { origin: 'null' } },
  { name: 'a neighbouring subdomain', headers: { origin: 'http://blog.127.0.0.1', 'sec-fetch-site': 'same-site' } },
  { name: 'a request without Origin', headers: { 'sec-fetch-site': 'cross-site' } },
  { name: 'a page of another port of this host', headers: { origin: 'http://127.0.0.1:1' } },
];

const writes = (): Operation[] =>
  testApp.app.appDefinition.operations.map(({ operation }) => operation).filter(isWrite);
const addressOf = ({ path }: Operation): string => path.replace(/\{token\}/g, 'x'.repeat(43)).replace(/\{\w+\}/g, '1');

describe.each(attacks)('$name from another site', ({ headers, body }) => {
  test('is refused by every write and changes nothing', async () => {
    const before = await stateOf(testApp);
    const passed: string[] = [];
    for (const operation of writes()) {
      for (const { client } of victims) {
        const reply = await client.send(operation.method, addressOf(operation), body, headers);
        if (reply.body?.code !== 'access.foreign_origin') passed.push(`${operation.route}: ${reply.status}`);
      }
    }
    expect(writes().length).toBeGreaterThan(20);
    expect(passed).toEqual([]);
    expect(await stateOf(testApp)).toEqual(before);
  });
});

describe('our own pages and programs', () => {
  const own: [string, () => Record<string, string>][] = [
    ['a page of ours', () => ({ origin: testApp.url, 'sec-fetch-site': 'same-origin' })],
    ['a page of ours in an old browser', () => ({ origin: testApp.url })],
    ['a program that is no browser', () => ({})],
  ];

  test.each(own)('are heard: %s', async (_who, headers) => {
    const reply = await victims[0]!.client.post('/api/auth/sessions/end-others', {}, headers());
    expect(reply.status).toBe(204);
  });
});
