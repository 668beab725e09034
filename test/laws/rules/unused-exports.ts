// What is exported and taken by nobody. The forms of imports and exports are those that the formatter leaves, one a line or
// in braces, so they are read as text: that takes a second, where a compiler would take ten.
import { posix } from 'node:path';
import { resolveImport } from './import-law.ts';

/** One export as it stands in the text. */
interface Export {
  name: string;
  line: number;
}

/** What one file takes of another: the names in braces, or whatever of it the text names. */
type Taken = ReadonlySet<string> | 'named in the text';

const declaration =
  /^export (?:declare )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const braces = /^export (?:type )?\{([^}]*)\}/gm;
const byDefault = /^export default /gm;

/** The names that a file exports. */
export function exportsOf(text: string): Export[] {
  const named = [...text.matchAll(declaration)]
    .filter(([whole]) => !whole.startsWith('export default'))
    .map((match) => ({ name: match[1]!, line: lineOf(text, match) }));
  const inBraces = [...text.matchAll(braces)].flatMap((match) =>
    namesIn(match[1]!, 'last').map((name) => ({ name, line: lineOf(text, match) })),
  );
  const whole = [...text.matchAll(byDefault)].map((match) => ({ name: 'default', line: lineOf(text, match) }));
  return [...named, ...inBraces, ...whole];
}

const lineOf = (text: string, { index }: RegExpExecArray): number => text.slice(0, index).split('\n').length;

/** `type A, b as c` → the names before `as`, as an import takes them, or after it, as an export gives them. */
const namesIn = (list: string, which: 'first' | 'last'): string[] =>
  list
    .split(',')
    .map(
      (part) =>
        part
          .trim()
          .replace(/^type /, '')
          .split(' as ')
          .at(which === 'first' ? 0 : -1)!,
    )
    .filter(Boolean);

const imports = /^(?:import|export)\s+(?:type\s+)?([^'"`;]*?)\s*from\s*['"]([^'"]+)['"]/gm;
const asWhole = /\bimport\s*\(\s*['"`]([^'"`]+)['"`]|^declare module ['"]([^'"]+)['"]/gm;

/** What a file takes of others, by their specifiers. */
function takes(text: string): [specifier: string, taken: Taken][] {
  const clauses = [...text.matchAll(imports)].map(([, clause, specifier]): [string, Taken] => {
    if (clause!.includes('*')) return [specifier!, 'named in the text'];
    const [before, inner] = clause!.split('{');
    const names = namesIn((inner ?? '').replace('}', ''), 'first');
    return [specifier!, new Set(/\w/.test(before!) ? ['default', ...names] : names)];
  });
  const whole = [...text.matchAll(asWhole)].map((match): [string, Taken] => [
    (match[1] ?? match[2])!,
    'named in the text',
  ]);
  return [...clauses, ...whole];
}

/** An export that nobody needs, as `file:line name`. */
export interface Unused {
  file: string;
  name: string;
  line: number;
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.startsWith('test/');
/** The browser takes the pages by the pattern of their names. */
const isPage = (file: string): boolean => file.startsWith('src/web/pages/') && file.endsWith('-page.tsx');

/**
 * The exports of `src` that no other file takes, and those that only tests take and that their own file has no use for: a
 * rule that nobody calls. A test of a part that its file uses itself is no fault.
 * @param sources the text of every file that may take something, by its path
 */
export function unusedExports(sources: ReadonlyMap<string, string>): Unused[] {
  const takers = takersOf(sources);
  return [...sources]
    .filter(([file]) => file.startsWith('src/') && !isTest(file))
    .flatMap(([file, text]) =>
      exportsOf(text)
        .filter(({ name }) => !(name === 'default' && isPage(file)))
        .filter(({ name }) => {
          const by = takers.get(`${file} ${name}`) ?? [];
          return by.every(isTest) && (by.length === 0 || !isUsedWithin(text, name));
        })
        .map(({ name, line }) => ({ file, name, line })),
    );
}

/** Which files take an export, by the path of its file and its name. */
function takersOf(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const takers = new Map<string, string[]>();
  const note = (key: string, by: string) => void takers.set(key, [...(takers.get(key) ?? []), by]);
  for (const [file, text] of sources) {
    for (const [specifier, taken] of takes(text)) {
      const target = posix.normalize(resolveImport(file, specifier));
      const found = sources.get(target);
      if (found === undefined || target === file) continue;
      for (const { name } of exportsOf(found)) {
        const isTaken = taken === 'named in the text' ? name === 'default' || names(text, name) : taken.has(name);
        if (isTaken) note(`${target} ${name}`, file);
      }
    }
  }
  return takers;
}

const names = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

/** Whether a file names what it exports once more than where it declares it, comments apart. */
function isUsedWithin(text: string, name: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1;
}
