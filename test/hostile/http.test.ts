import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { isWrite } from '#contract/kernel/op.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import { lines, sendRaw } from './helpers/raw.ts';

let testApp: Booted;
let cookie: string;
beforeAll(async () => {
  testApp = await boot();
  const { client } = await testApp.operator('administrator');
  cookie = `session=${client.cookies.get('session')}`;
});
afterAll(() => testApp.stop());

const host = 'Host: ugovor.test';
const post = 'POST /api/auth/signin HTTP/1.1';
const json = 'Content-Type: application/json';
/** A second request hidden in the body of the first: whoever answers it has been smuggled past. */
const hidden = lines('GET /api/about HTTP/1.1', host);

const notHttp: [name: string, bytes: string | Buffer, statuses: number[]][] = [
  [
    'a length and chunks at once',
    `${lines(post, host, json, 'Content-Length: 6', 'Transfer-Encoding: chunked')}0\r\n\r\n${hidden}`,
    [400],
  ],
  [
    'chunks and a length at once',
    `${lines(post, host, json, 'Transfer-Encoding: chunked', 'Content-Length: 6')}0\r\n\r\n${hidden}`,
    [400],
  ],
  ['two lengths', `${lines(post, host, json, 'Content-Length: 0', 'Content-Length: 40')}${hidden}`, [400]],
  ['a list of lengths', `${lines(post, host, json, 'Content-Length: 0, 40')}${hidden}`, [400]],
  ['a length with a sign', `${lines(post, host, json, 'Content-Length: +2')}{}`, [400]],
  ['a negative length', `${lines(post, host, json, 'Content-Length: -1')}{}`, [400]],
  ['an unknown transfer encoding', `${lines(post, host, json, 'Transfer-Encoding: xchunked')}0\r\n\r\n`, [400]],
  ['chunks that are not last', `${lines(post, host, json, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n`, [400]],
  ['a space before the colon', `${lines(post, host, json, 'Transfer-Encoding : chunked')}0\r\n\r\n`, [400]],
  ['a chunk without a size', `${lines(post, host, json, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`, [400]],
  ['a chunk larger than 2^64', `${lines(post, host, json, 'Transfer-Encoding: chunked')}fffffffffffffffff\r\n`, [400]],
  [
    'a chunk longer than it says',
    `${lines(post, host, json, 'Transfer-Encoding: chunked')}1\r\n{}\r\n0\r\n\r\n`,
    [400],
  ],
  ['a folded header', lines('GET / HTTP/1.1', host, 'X-A: b', ' Transfer-Encoding: chunked'), [400]],
  ['a NUL in a header', lines('GET / HTTP/1.1', host, 'X-A: b\0c'), [400]],
  ['a bare line feed in a header', lines('GET / HTTP/1.1', host, 'X-A: b\nX-C: d'), [400]],
  ['no host', lines('GET / HTTP/1.1'), [400]],
  ['another version', lines('GET / HTTP/3.7', host), [400]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 505]],
  ['the greeting of TLS', Buffer.from('16030100a5010000a10303', 'hex'), [400]],
  ['an unknown method', lines('FROB / HTTP/1.1', host), [400]],
  ['a header of 100 KB', lines('GET / HTTP/1.1', host, `X-A: ${'x'.repeat(100_000)}`), [431]],
  ['ten thousand headers', lines('GET / HTTP/1.1', host, ...Array.from({ length: 10_000 }, () => 'X-A: b')), [431]],
  ['an address of 100 KB', lines(`GET /${'x'.repeat(100_000)} HTTP/1.1`, host), [431]],
];

describe('what is not HTTP is refused and the connection closed', () => {
  test.each(notHttp)('%s', async (_name, bytes, statuses) => {
    const reply = await sendRaw(testApp.url, bytes, 2_000);
    expect(statuses).toContain(reply.status);
    expect(reply.closed).toBe(true);
    expect(reply.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

test('a tunnel is never opened', async () => {
  const reply = await sendRaw(testApp.url, lines('CONNECT mail.example:25 HTTP/1.1', 'Host: mail.example:25'), 2_000);
  expect(reply).toMatchObject({ status: 0, closed: true });
});

test('an unknown protocol is never switched to', async () => {
  const headers = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA'];
  const reply = await sendRaw(testApp.url, lines('GET /api/about HTTP/1.1', host, ...headers));
  expect(reply.status).not.toBe(101);
  expect(reply.text).not.toContain('Switching');
});

test('a client of HTTP/1.0 gets one answer, kept open only when it asks', async () => {
  const once = await sendRaw(testApp.url, lines('GET /api/about HTTP/1.0'), 2_000);
  expect(once).toMatchObject({ status: 200, closed: true });
  const kept = await sendRaw(testApp.url, lines('GET /api/about HTTP/1.0', 'Connection: keep-alive').repeat(2));
  expect(kept.text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test('a refused body does not become the next request', async () => {
  const body = lines('GET /api/about HTTP/1.1', host);
  const length = `Content-Length: ${body.length}`;
  const reply = await sendRaw(testApp.url, lines(post, host, json, 'Cookie: session=x', length) + body);
  expect(reply.status).toBe(400);
  expect(reply.text).not.toContain('"demo"');
});

describe('a body where the contract knows of none', () => {
  const extra = { unknown: 1 };
  const ask = async ({ method, path }: { method: string; path: string }) => {
    const { client } = await testApp.operator('administrator');
    return client.send(method, path.replace(/\{\w+\}/g, '1'), extra);
  };

  test('is refused by every operation', async () => {
    const bare = operations.filter(({ def }) => !def.body);
    const taken: string[] = [];
    for (const operation of bare) {
      const { status } = await ask(operation);
      if (status < 400) taken.push(`${operation.route}: ${status}`);
    }
    expect(taken).toEqual([]);
    expect(new Set(bare.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'DELETE']));
  });

  test('names its fields as any other, and one of nothing is none', async () => {
    const { client } = await testApp.operator('administrator');
    const other = await testApp.operator('administrator');
    await client.post('/api/auth/sessions/end-others', {});
    const [session] = (await other.client.get('/api/auth/sessions')).body.items;
    const path = `/api/auth/sessions/${session.id}`;
    for (const [method, address] of [
      ['DELETE', path],
      ['POST', '/api/auth/sessions/end-others'],
    ] as const) {
      const refused = await other.client.send(method, address, extra);
      expect([refused.status, refused.body.fields]).toEqual([400, { unknown: 'Неизвестное поле' }]);
    }
    const read = await other.client.send('GET', '/api/auth/me', extra);
    expect([read.status, read.body.fields]).toEqual([400, { body: 'Неизвестное поле' }]);
    expect((await other.client.send('POST', '/api/auth/sessions/end-others', {})).status).toBe(204);
  });
});

test('a query where the contract knows of none is refused by every write', async () => {
  const { client } = await testApp.operator('administrator');
  const taken: string[] = [];
  for (const { method, path, route } of operations.filter((one) => isWrite(one) && !one.def.query)) {
    const { status, body } = await client.send(method, `${path.replace(/\{\w+\}/g, '1')}?dryRun=1`);
    if (status < 400) taken.push(`${route}: ${status}`);
    if (status === 400 && body.fields) expect(body.fields).toHaveProperty('dryRun', 'Неизвестное поле');
  }
  expect(taken).toEqual([]);
});

/** Other spellings of an address of the API that only a signed-in person may ask. */
const spellings = [
  'http://evil.example/api/auth/me',
  '//api/auth/me',
  '///api/auth/me',
  '/api//auth/me',
  '/api/auth/me/',
  '/api/auth/me//',
  '/api%2fauth%2fme',
  '/api/auth%2fme',
  '/api/auth/%6de',
  '/%61pi/auth/me',
  '/api/auth/me%00',
  '/api/auth/me%2500',
  '/api/auth/me%252e%252e',
  '/api/auth/me;jsessionid=1',
  '/api/auth/me/.',
  '/api/auth/x/../me',
  '/api/auth/x/%2e%2e/me',
  '/api/auth/x/%252e%252e/me',
  '/assets/../api/auth/me',
  '/assets/%2e%2e/api/auth/me',
  '\\api\\auth\\me',
  '/api\\auth\\me',
  '/API/auth/me',
  '/api/auth/Me',
  '/api/auth/me#x',
  '/api/auth/%c3%28',
  '/%',
  '/%ff',
  '/api/auth/me%',
  '/аpi/auth/me',
];

describe('however an address of the API is spelled', () => {
  const ask = (path: string, ...headers: string[]) =>
    sendRaw(testApp.url, Buffer.from(lines(`GET ${path} HTTP/1.1`, host, 'Connection: close', ...headers)), 2_000);

  test.each(spellings)('%s opens nothing without a session', async (path) => {
    const reply = await ask(path);
    expect(reply.closed).toBe(true);
    expect([400, 401, 404]).toContain(reply.status);
  });

  test.each(spellings)('%s answers a signed-in person with himself or with nothing', async (path) => {
    const reply = await ask(path, `Cookie: ${cookie}`);
    expect([200, 400, 404]).toContain(reply.status);
    if (reply.status === 200) expect(reply.text).toContain('"kind":"operator"');
    else expect(reply.text).not.toContain('"kind"');
  });

  test('it is decoded once: what is still encoded after that names nothing', async () => {
    for (const path of ['/%2561pi/auth/me', '/api%252fauth%252fme']) {
      const reply = await ask(path, `Cookie: ${cookie}`);
      expect(reply.text).toContain('<!doctype html>');
      expect(reply.text).not.toContain('"kind"');
    }
  });

  test.each([
    '/etc/passwd',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/index.html',
    '/.git/config',
    '/assets/../../.git/config',
  ])('%s gives no file of the machine', async (path) => {
    const reply = await ask(path);
    expect(reply.text).not.toMatch(/root:|"dependencies"|\[core\]/);
  });
});

describe('methods that an address does not have', () => {
  const paths = [...new Set(operations.map(({ path }) => path))].map((path) => path.replace(/\{\w+\}/g, '1'));
  const methodsOf = (path: string): string[] =>
    operations.filter((one) => one.path.replace(/\{\w+\}/g, '1') === path).map(({ method }) => method);
  const rare = ['TRACE', 'PROPFIND', 'MKCOL', 'LOCK', 'SEARCH', 'QUERY', 'M-SEARCH', 'PURGE', 'LINK', 'SOURCE'];

  test.each(paths)('%s', async (path) => {
    const own = methodsOf(path);
    const plain = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !own.includes(method));
    for (const method of plain) {
      const reply = await sendRaw(testApp.url, lines(`${method} ${path} HTTP/1.1`, host, 'Connection: close'), 2_000);
      expect([method, reply.status]).toEqual([method, 405]);
      expect(/^allow: (.*)$/im.exec(reply.text)?.[1]?.split(', ')).toEqual([...own, 'OPTIONS']);
    }
    const answers = await Promise.all(
      rare.map(async (method) => {
        const request = lines(`${method} ${path} HTTP/1.1`, host, `Cookie: ${cookie}`, 'Connection: close');
        return `${method} ${(await sendRaw(testApp.url, request, 2_000)).status}`;
      }),
    );
    expect(answers.filter((answer) => !/ 40[045]$/.test(answer))).toEqual([]);
  });

  test('a request is never sent back to its sender', async () => {
    const reply = await sendRaw(
      testApp.url,
      lines('TRACE / HTTP/1.1', host, 'X-Secret: echo', 'Connection: close'),
      2_000,
    );
    expect(reply.status).toBe(404);
    expect(reply.text).not.toContain('echo');
  });

  test('a header cannot turn one method into another', async () => {
    const headers = ['X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: DELETE', 'X-Method-Override: DELETE'];
    const ask = (path: string) =>
      sendRaw(testApp.url, lines(`GET ${path} HTTP/1.1`, host, `Cookie: ${cookie}`, ...headers));
    expect((await ask('/internal/operators/1')).status).toBe(200);
    expect((await ask('/internal/operators/1?_method=DELETE')).status).toBe(200);
    const { rows } = await testApp.app.database.pool.query('select active from operators where id = 1');
    expect(rows).toEqual([{ active: true }]);
  });
});
