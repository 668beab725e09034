import { createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeSecrets } from './secrets.ts';

const secretKey = 'a key of the tests, long enough for them';
const secrets = makeSecrets(secretKey);

describe('secrets', () => {
  test.each(['', 'короткий', 'длинный '.repeat(2_000), 'снова короткий'])('mark a text by the usual HMAC', (text) => {
    const key = Buffer.from(hkdfSync('sha256', secretKey, 'ugovor', 'mark-1', 32));
    const usual = createHmac('sha256', key).update(`here\0${text}`).digest('base64url');
    expect(secrets.mark('here', text)).toBe(usual);
  });

  test('open what they have sealed, and nothing that was moved or changed', () => {
    const person = { passport: '4510 456123', address: 'г. Москва, ул. Льва Толстого, д. 1' };
    const sealed = secrets.seal('a.b', person);
    expect(secrets.open('a.b', sealed)).toEqual(person);
    expect(() => secrets.open('a.c', sealed)).toThrow();
    const changed = Buffer.from(sealed.slice(2), 'base64url');
    changed[changed.length - 1]! ^= 1;
    expect(() => secrets.open('a.b', `1.${changed.toString('base64url')}`)).toThrow();
  });
});
