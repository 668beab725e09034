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
