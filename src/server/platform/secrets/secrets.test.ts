import { describe, expect, test } from 'vitest';
import { makeSecrets, soleKey } from './secrets.ts';

const secrets = makeSecrets(soleKey('a key of the tests, long enough for them'));

describe('secrets', () => {
  test.each([
    ['', '90vsi8UnozQoxNFcpwKP14fGzrS_55FrLcsrfBWRi3c'],
    ['короткий', 'wj9Fw5uanYksAXlgpwQ6mOLCBlPCH1B7uiHIhjMVgCY'],
  ])('mark %j as it was always marked: what is kept must be found again', (text, marked) => {
    expect(secrets.mark('here', text)).toBe(marked);
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

  test('use no nonce twice', () => {
    // More than are drawn at once.
    const nonces = Array.from({ length: 2_500 }, () => secrets.seal('a.b', 'the same').slice(2, 18));
    expect(new Set(nonces).size).toBe(nonces.length);
  });
});
