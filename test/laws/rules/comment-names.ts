// The names that comments tell of: identifiers in backticks, and the parameters after `@param`. Files are read as text, which
// takes half a second for all of them.
import { codeOf, commentsOf } from './references.ts';

const word = /[A-Za-z_$][\w$]*/g;
/** `name`, `object.part` and `call(…)`; whatever else stands in backticks is an expression, a path or a value. */
const inBackticks = /`([\w$]+(?:\.[\w$]+)*)(?:\([^`]*\))?`/g;

/** Every word that stands in code: names, and what strings say, as SQL and codes do. */
export function namesIn(sources: ReadonlyMap<string, string>): Set<string> {
  const names = new Set<string>();
  for (const [file, text] of sources) {
    const code = file.endsWith('.sql') ? text.replace(/--.*/g, '') : codeOf(text);
    for (const [name] of code.matchAll(word)) names.add(name);
  }
  return names;
}

/**
 * What the comments of a file name and is not there, as «file:line what».
 * @param known the names of the whole tree
 */
export const absentNames = (file: string, text: string, known: ReadonlySet<string>): string[] =>
  commentsOf(text).flatMap((comment) => {
    const named = [...comment.text.matchAll(inBackticks)]
      .filter(([, path = '']) => [...path.matchAll(word)].some(([name]) => !known.has(name)))
      .map(([whole]) => whole);
    const parameters = [...comment.text.matchAll(/@param (?:\{[^}]*\} )?(\S+)/g)].map(([, name = '']) => name);
    const taken = parameters.length > 0 ? parametersAfter(text, comment.end) : new Set<string>();
    const wrong = parameters.filter((name) => !taken.has(name)).map((name) => `@param ${name}`);
    return [...named, ...wrong].map((what) => `${file}:${comment.line} ${what}`);
  });

/** The words of the parameter list of the function declared at a place; those of its types and defaults are among them. */
function parametersAfter(text: string, at: number): Set<string> {
  let depth = 0;
  let inTypes = 0;
  let start = -1;
  for (let index = at; index < text.length; index++) {
    const sign = text[index]!;
    if (start < 0 && depth === 0) {
      if (sign === '<') inTypes++;
      if (sign === '>' && text[index - 1] !== '=') inTypes--;
      if (inTypes === 0 && /[{;]/.test(sign)) break;
    }
    if (sign === '(') {
      if (start < 0 && depth === 0 && inTypes === 0) start = index;
      depth++;
    }
    if (sign === ')') depth--;
    if (sign === ')' && depth === 0 && start >= 0) return new Set(text.slice(start, index).match(word));
  }
  return new Set();
}
