import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const known = { DATA_DIR: '/nowhere/ugovor', SECRET_KEY: 'a key for tests that is long enough' };

describe('a demonstration that is open to the network', () => {
  const open: [string, Record<string, string>][] = [
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '::' }],
    ['HOST', { HOST: '127.evil.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://ugovor.test' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://ugovor.test' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://127.0.0.1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://127.0.0.1, http://192.168.0.5:3000' }],
  ];

  test.each(open)('is refused because of %s: %o', (name, env) => {
    for (const more of [{}, { DEMO_OPEN: '0' }]) {
      const line = new RegExp(`^Неверная настройка ${name}: [^\n]+DEMO_OPEN=1$`);
      expect(() => readConfig({ ...known, DEMO: '1', ...env, ...more })).toThrow(line);
    }
    expect(() => readConfig({ ...env, DEMO_OPEN: '1' })).toThrow(/^Неверная настройка /);
  });

  test.each(open)('starts when it is asked for twice, and knows that it is: %s %o', (_name, env) => {
    expect(readConfig({ ...known, DEMO: '1', DEMO_OPEN: '1', ...env })).toMatchObject({ demo: true, demoOpen: true });
    expect(readConfig({ ...known, DEMO_OPEN: '1', ...env })).toMatchObject({ demo: false, demoOpen: false });
  });

  test.each([{}, { PUBLIC_URL: 'http://localhost:3000' }, { PUBLIC_URL: 'http://[::1]:3000' }, { DEMO_OPEN: '1' }])(
    'is not one on this machine alone: %o',
    (env) => expect(readConfig({ ...known, DEMO: '1', ...env })).toMatchObject({ demo: true, demoOpen: false }),
  );
});

test('PUBLIC_URL may name several addresses: letters lead to the first, pages of all are ours', () => {
  const { publicUrl, origins } = readConfig({ ...known, PUBLIC_URL: 'https://ugovor.test/, https://www.ugovor.test' });
  expect(publicUrl).toBe('https://ugovor.test');
  expect(origins).toEqual(['https://ugovor.test', 'https://www.ugovor.test']);
  expect(readConfig(known).origins).toBeUndefined();
  expect(() => readConfig({ ...known, PUBLIC_URL: 'https://ugovor.test, ugovor' })).toThrow(
    /^Неверная настройка PUBLIC/,
  );
});

test('a channel is configured whole or not at all', () => {
  const key = 'k'.repeat(32);
  expect(readConfig(known)).toMatchObject({ sms: undefined, push: undefined, messenger: undefined });
  const env = { SMS_URL: 'https://sms.test/', SMS_KEY: key, PUSH_CONTACT: 'mailto:push@ugovor.test' };
  const bot = {
    MESSENGER_TOKEN: '123456:token-of-the-bot',
    MESSENGER_PAGE: 'https://messenger.test/bot/',
    MESSENGER_URL: 'https://bots.test/',
  };
  expect(readConfig({ ...known, ...env, ...bot })).toMatchObject({
    sms: { url: 'https://sms.test', key },
    push: { contact: 'mailto:push@ugovor.test', origins: [] },
    messenger: { url: 'https://bots.test', token: bot.MESSENGER_TOKEN, page: 'https://messenger.test/bot' },
  });
  expect(() => readConfig({ ...known, SMS_URL: env.SMS_URL })).toThrow(/^Неверная настройка SMS_KEY: /);
  expect(() => readConfig({ ...known, MESSENGER_TOKEN: bot.MESSENGER_TOKEN })).toThrow(/MESSENGER_URL/);
  expect(() => readConfig({ ...known, ...bot, MESSENGER_PAGE: undefined })).toThrow(/MESSENGER_PAGE/);
  expect(() => readConfig({ ...known, ...env, SMS_URL: 'http://sms.test' })).toThrow(/SMS_URL: .*без TLS/);
  expect(() => readConfig({ ...known, PUSH_ORIGINS: 'http://push.test' })).toThrow(/PUSH_ORIGINS: .*без TLS/);
  expect(() => readConfig({ ...known, PUSH_CONTACT: 'push' })).toThrow(/PUSH_CONTACT/);
  expect(() => readConfig({ ...known, PUSH_ORIGINS: 'ftp://push.test' })).toThrow(/PUSH_ORIGINS/);
});
