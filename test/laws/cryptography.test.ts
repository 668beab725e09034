import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';

/** Where cryptography may come from: the platform, and the library of one-time codes. */
const from = /from 'node:(crypto|tls)'|import\('otplib'\)/;
const sources = filesUnder(['src'])
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const page = readFileSync('docs/security/cryptography.md', 'utf8');

test('the page of cryptography names each place that takes any, and no other', () => {
  const named = new Set(page.match(/src\/[\w./-]+\.ts/g));
  const taking = sources.filter(({ text }) => from.test(text)).map(({ file }) => file);
  expect([...named].toSorted()).toEqual(taking.toSorted());
  expect(taking.length).toBeGreaterThan(10);
});

test('nothing is ciphered or hashed but by AES-256-GCM, SHA-256 and argon2id', () => {
  const call =
    /\b(?:createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync|hash|derive)\(\s*('[^']*'|\w+Name)/g;
  const used = sources
    .filter(({ text }) => from.test(text))
    .flatMap(({ text }) => [...text.matchAll(call)].map(([, what]) => nameOf(text, what!)));
  expect(new Set(used)).toEqual(new Set(['aes-256-gcm', 'sha256', 'argon2id']));
});

test('chance that others could foretell is nowhere in the server', () => {
  const careless = sources.filter(({ file, text }) => file.startsWith('src/server/') && text.includes('Math.random'));
  expect(careless.map(({ file }) => file)).toEqual([]);
});

/** A name in quotes, or what the constant of the same file stands for. */
const nameOf = (text: string, what: string): string =>
  what.startsWith("'") ? what.slice(1, -1) : (new RegExp(`const ${what} = '([^']*)'`).exec(text)?.[1] ?? what);
