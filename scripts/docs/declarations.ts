import { readdirSync, readFileSync } from 'node:fs';
import type { Operation } from '#contract/kernel/op.ts';

const folder = 'src/contract';

/** One line of a contract file. */
interface Line {
  reference: string;
  text: string;
}

const files: Line[][] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.startsWith('kernel/'))
  .sort()
  .map((name) =>
    readFileSync(`${folder}/${name}`, 'utf8')
      .split('\n')
      .map((text, index) => ({ reference: `${folder}/${name}:${index + 1}`, text })),
  );

/**
 * Where an operation is declared: the line with its route, or, when a group function makes it, the line that calls the
 * group with the beginning of its path.
 */
export function declarationOf({ route, path, code }: Operation): string {
  const written = files.flat().find(({ text }) => text.includes(`'${route}'`));
  if (written) return written.reference;
  const name = `'${code.split('.')[0]}',`;
  const isHead = ({ text }: Line, index: number, lines: readonly Line[]): boolean =>
    text.includes(`module(${name}`) || (text.includes(name) && lines[index - 1]?.text.endsWith('module(') === true);
  const own = files.find((lines) => lines.some(isHead)) ?? [];
  const start = own.findIndex(isHead);
  const calls = [...own.slice(start), ...own.slice(0, start)].map((line) => ({ line, prefix: prefixIn(line, path) }));
  const [best] = calls.sort((one, other) => other.prefix - one.prefix);
  if (!best || best.prefix === 0) throw new Error(`${code}: no line of ${folder} names its path`);
  return best.line.reference;
}

/** The length of the longest quoted beginning of the path on this line. */
function prefixIn({ text }: Line, path: string): number {
  const quoted = [...text.matchAll(/'(\/[^']+)'/g)].map((found) => found[1]!);
  return Math.max(0, ...quoted.filter((prefix) => path.startsWith(prefix)).map((prefix) => prefix.length));
}
