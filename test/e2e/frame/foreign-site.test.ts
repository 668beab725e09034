import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password } from '#test/helpers/boot.ts';
import { stateOf } from '#test/security/helpers/state.ts';
import { heading } from '../helpers/acts.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
let evil: Server;
beforeAll(async () => {
  evil = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Prizes</title>');
  }).listen(0);
  await once(evil, 'listening');
});
afterAll(async () => {
  evil.close();
});

/** Writes that anybody signed in might be made to do, and one that signs him in as somebody else. */
const targets = [
  '/api/auth/signout',
  '/api/auth/sessions/end-others',
  '/api/auth/password',
  '/api/auth/second-factor',
  '/api/auth/restore-password',
  '/api/auth/signin',
];
const fields = { password, current: password, login: 'thief@test.example', email: 'thief@test.example' };

/** What a page can do without asking anybody: forms of all kinds, requests whose answer it does not see, pictures. */
async function attack({ site, paths, values }: { site: string; paths: string[]; values: Record<string, string> }) {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  for (const path of paths) {
    for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      const frame = document.createElement('iframe');
      frame.name = `${path} ${enctype}`;
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: site + path,
        target: frame.name,
        enctype,
      });
      for (const [name, value] of Object.entries(values)) {
        form.append(Object.assign(document.createElement('input'), { name, value }));
      }
      document.body.append(frame, form);
      form.submit();
    }
    const sent = { method: 'POST', credentials: 'include', mode: 'no-cors' } as const;
    const text = { ...sent, headers: { 'content-type': 'text/plain' }, body: JSON.stringify(values) };
    await fetch(site + path, text).catch(() => undefined);
    const asJson = { ...text, mode: 'cors', headers: { 'content-type': 'application/json' } } as const;
    await fetch(site + path, asJson).catch(() => undefined);
    await fetch(site + path, { ...sent, mode: 'cors', method: 'PUT' }).catch(() => undefined);
    document.body.append(Object.assign(document.createElement('img'), { src: site + path, alt: '' }));
  }
  await pause(300);
}

/** The cookie that went out with a request. Of one that the browser gave up it never says: null, after a while. */
const cookieOf = async (request: Request): Promise<string | null> => {
  const silent = new Promise<null>((resolve) => setTimeout(resolve, 5_000, null));
  const headers = await Promise.race([request.allHeaders(), silent]);
  return headers && (headers['cookie'] ?? '');
};

test.each([
  { name: 'another port of this host, to which the cookies go', host: '127.0.0.1', hasCookies: true },
  { name: 'another site altogether', host: 'localhost', hasCookies: false },
])('a page of $name changes nothing', async ({ host, hasCookies }) => {
  const victim = await scenario.enter(await scenario.testApp.individual());
  const { page } = victim;
  await heading(page, 'Здравствуйте, Иван!');
  const before = await stateOf(scenario.testApp);
  const tab = await page.context().newPage();
  const sent: Request[] = [];
  tab.on('request', (request) => {
    if (request.url().startsWith(scenario.testApp.url)) sent.push(request);
  });
  await tab.goto(`http://${host}:${(evil.address() as AddressInfo).port}/`);
  await tab.evaluate(attack, { site: scenario.testApp.url, paths: targets, values: fields });
  const posts = sent.filter((request) => request.method() === 'POST');
  const cookies = (await Promise.all(posts.map(cookieOf))).filter((cookie) => cookie !== null);
  expect(cookies.length).toBeGreaterThanOrEqual(targets.length * 3);
  // The browser shows the answers to forms only; those to fetch it keeps from a foreign page, and from us.
  const answers = sent.map((request) => request.existingResponse()).filter((answer) => answer !== null);
  expect(posts.length).toBeGreaterThanOrEqual(targets.length * 4);
  expect(cookies.some((cookie) => cookie.includes('session='))).toBe(hasCookies);
  expect(answers.length).toBeGreaterThanOrEqual(targets.length * 3);
  expect(answers.filter((answer) => answer.ok() && answer.request().method() !== 'OPTIONS')).toEqual([]);
  expect(await stateOf(scenario.testApp)).toEqual(before);
  await page.reload();
  await heading(page, 'Здравствуйте, Иван!');
  await victim.leave();
});
