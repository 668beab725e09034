import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Booted, boot } from '#test/helpers/boot.ts';
import type { Client } from '#test/helpers/client.ts';

let testApp: Booted;
let person: Client;

beforeAll(async () => {
  testApp = await boot({}, { byClock: false });
  person = (await testApp.individual({ phone: '+79161230183' })).client;
});
afterAll(() => testApp.stop());

test('a channel that is not configured is not offered, not chosen and not bound', async () => {
  const { body } = await person.get('/api/notifications/choices');
  expect(body.channels.map(({ code }: { code: string }) => code)).toEqual(['page', 'letter']);
  const ways = JSON.stringify(body.groups);
  for (const channel of ['sms', 'push', 'messenger']) expect(ways).not.toContain(`"${channel}"`);
  const chosen = await person.put('/api/notifications/choices', {
    event: 'settlement.offer',
    channel: 'push',
    isOn: true,
  });
  expect(chosen.body.code).toBe('channel.unavailable');
  expect((await person.post('/api/notifications/browser-key')).body.code).toBe('channel.unavailable');
  expect((await person.post('/api/notifications/messenger')).body.code).toBe('channel.unavailable');
  const bound = await person.post('/api/notifications/browsers', {
    endpoint: 'https://fcm.googleapis.com/x',
    publicKey: 'x',
  });
  expect(bound.body.code).toBe('channel.unavailable');
});

test('the worker of pushes answers no request of a page and stores nothing', async () => {
  const answer = await fetch(`${testApp.url}/push-worker.js`);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/javascript');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(text).toContain("addEventListener('push'");
  expect(text).not.toMatch(/'fetch'|caches|indexedDB|\.json\(|event\.data/);
});
