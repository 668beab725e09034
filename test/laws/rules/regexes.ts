// Regular expressions of the sources, found in the text, and what would make each of them look for long.
import fc from 'fast-check';

/** One that stands in a source. */
export interface Found {
  readonly place: string;
  readonly pattern: RegExp;
}

/** What is no expression though it may hold strokes: comments, texts. Then an expression, where one may begin. */
const tokens =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=(?:[(,=:[!&|?{};>]|\breturn|\bcase)\s*)\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([a-z]*)/g;

/** The expressions of a file, each once. */
export function expressionsIn(file: string, text: string): Found[] {
  return [...text.matchAll(tokens)].flatMap(({ 1: source, 2: flags, index }) => {
    if (source === undefined) return [];
    const line = text.slice(0, index).split('\n').length;
    return [{ place: `${file}:${line}`, pattern: new RegExp(source, flags?.replace(/[gy]/g, '')) }];
  });
}

/** What ends a text so that no expression is content with it. */
const ends = ['\u0000', '!'];
const pieces = ['0', 'a', 'я', 'Z', ' ', '-', '.', ',', '@', '\n', '"', '_', '/'];
const seed = 5;

/**
 * Texts that such an expression would go over again and again if it could: what it takes, cut anywhere, with a small part
 * of it, or any common sign, many times over, and an end that it does not take.
 */
export function hostileTo(pattern: RegExp, length: number): string[] {
  const taken = ['', ...samplesOf(pattern)];
  const texts = taken.flatMap((sample) =>
    [...new Set([0, 1, 2, 3, 5, 8, 13, sample.length].filter((at) => at <= sample.length))].flatMap((at) => {
      const parts = [1, 2, 3].map((size) => sample.slice(Math.max(0, at - size), at)).filter(Boolean);
      return [...parts, ...(at === 0 || at === sample.length ? pieces : [])].flatMap((part) =>
        ends.map((end) => sample.slice(0, at) + part.repeat(Math.ceil(length / part.length)) + end),
      );
    }),
  );
  return [...new Set(texts)];
}

/** A few texts that the expression takes; none of one that the generator cannot read. */
function samplesOf(pattern: RegExp): string[] {
  try {
    return fc.sample(fc.stringMatching(pattern), { numRuns: 4, seed }).map((sample) => sample.slice(0, 60));
  } catch {
    return [];
  }
}
