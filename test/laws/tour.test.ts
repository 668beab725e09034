import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';

/** What the screens, the demonstration and the page of the bank say, string by string, with «…» where something is put in. */
const said = new Set(
  filesUnder(['src/web', 'src/server/demo', 'src/server/modules', 'src/domain', 'emulators'])
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'([^'\n]+)'|`([^`]+)`|>([^<>{}\n]+)</g)])
    .map(([, single, template, markup]) => single ?? template ?? markup ?? '')
    .flatMap((text) => (text.includes('<') ? [...text.matchAll(/>([^<>]+)</g)].map(([, inner = '']) => inner) : [text]))
    .map((text) =>
      text
        .replace(/\.$/, '')
        .replaceAll('${sum}', '… ₽')
        .replaceAll(/\$\{[^}]*\}/g, '…'),
    ),
);
/** The program and the banks of the demonstration stand in Russian sentences, in their cases. */
const inSentences: ReadonlySet<string> = new Set(['Уговоре', 'Беты', 'Альфы']);

const isSaid = (quoted: string): boolean =>
  said.has(quoted) ||
  inSentences.has(quoted) ||
  (/^\S+ \S+$/.test(quoted) && quoted.split(' ').every((one) => said.has(one)));

describe.each([
  ['README.md', '## Пять минут'],
  ['README.en.md', '## Five minutes'],
])('the tour of %s', (file, heading) => {
  const [, tour = ''] = readFileSync(file, 'utf8').split(heading);
  const quoted = [
    ...tour
      .split('\n## ')[0]!
      .replace(/\s+/g, ' ')
      .matchAll(/«([^»]+)»/g),
  ].map(([, text = '']) => text);

  test('names buttons, pages and people that are there', () => {
    expect(quoted.length).toBeGreaterThan(20);
    expect(quoted.filter((text) => !isSaid(text))).toEqual([]);
  });
});

test('a button that was renamed is found', () => expect(isSaid('Принять … ₽')).toBe(false));
