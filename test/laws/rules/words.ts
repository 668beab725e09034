// The names that the tables of docs/words.md forbid: what stands in backticks in their last column. Words without them
// belong to another idea, or to everyday speech, and are forbidden for this one alone.
import { codeOf } from './references.ts';

/** The forbidden names of a page, in the order of its tables. */
export const forbiddenIn = (page: string): string[] =>
  page
    .split('\n')
    .filter((line) => /^\| (?!-)/.test(line))
    .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`([\w.*]+)`/g)].map(([, name = '']) => name));

/** The names of code that the tables teach: what stands in backticks in the second column of each, patterns apart. */
export const taughtIn = (page: string): string[] =>
  page
    .split('\n')
    .filter((line) => /^\| (?!-)/.test(line))
    .flatMap((line) => [...(line.split('|')[2] ?? '').matchAll(/`([A-Za-z]\w*)`/g)].map(([, name = '']) => name));

/** «lockedDeals», «LOCKED_DEAL» and «locked-deals» are the same words: locked, deal. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2 ')
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase().replace(/s$/, ''));

/**
 * Says which forbidden name stands in a name of code, if any. `deal` and `lockTable` are found within longer names too, in any
 * case; a type of one word, as `Told`, only where it is the whole name, for others may end with it.
 */
export function searchFor(forbidden: readonly string[]): (name: string) => string | undefined {
  const plain = forbidden.filter((name) => !name.includes('*'));
  const types = new Set(plain.filter((name) => /^[A-Z]/.test(name) && wordsOf(name).length === 1));
  const within = plain
    .filter((name) => !types.has(name))
    .map((name) => ({ name, words: ` ${wordsOf(name).join(' ')} ` }));
  const known = new Map<string, string | undefined>();
  const find = (name: string): string | undefined => {
    if (types.has(name)) return name;
    const words = ` ${wordsOf(name).join(' ')} `;
    return within.find((one) => words.includes(one.words))?.name;
  };
  return (name) => {
    if (!known.has(name)) known.set(name, find(name));
    return known.get(name);
  };
}

/** Says which forbidden pattern the name of a file has, as `*.acts.ts`. */
export function patternsOf(forbidden: readonly string[]): (file: string) => string | undefined {
  const patterns = forbidden
    .filter((name) => name.includes('*'))
    .map((name) => ({ name, ends: new RegExp(`(?:^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`) }));
  return (file) => patterns.find(({ ends }) => ends.test(file))?.name;
}

/** The names that stand in a file, each once, with the line of its first use: identifiers, words of codes and of SQL, no sentences. */
export function namesOf(file: string, text: string): Map<string, number> {
  const code = file.endsWith('.sql') ? text.replace(/--.*/g, '') : withoutComments(text).replace(sentence, "''");
  const names = new Map<string, number>();
  for (const [at, line] of code.split('\n').entries()) {
    for (const [name] of line.matchAll(/[A-Za-z_$][\w$]*/g)) if (!names.has(name)) names.set(name, at + 1);
  }
  return names;
}

const sentence = /'[^'\n`]* [^'\n`]*'/g;

/** Comments go, their lines stay, so that what is found has its line. */
const withoutComments = (text: string): string => codeOf(text, (comment) => comment.replace(/[^\n]+/g, ''));
