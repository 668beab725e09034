import { parseAst } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
}
type Part = Node & Record<string, unknown>;

const isNode = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'type' in value;

/**
 * The titles of the tests of a source as it writes them, and each once more with those of its groups before it: «group > title».
 * What is filled in when it runs stands as `%s`, `$name` or `${…}`.
 */
export function testTitles(source: string): Set<string> {
  const found = new Set<string>();
  const walk = (value: unknown, groups: readonly string[]): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, groups);
    if (!isNode(value)) return;
    const title = value.type === 'CallExpression' ? titleOf(source, value) : null;
    const word = title === null ? '' : wordOf(value['callee']);
    if (word === 'test' || word === 'it') found.add(title!).add([...groups, title].join(' > '));
    const inner = word === 'describe' ? [...groups, title!] : groups;
    for (const part of Object.values(value)) walk(part, inner);
  };
  walk(parseAst(source, { lang: 'ts' }), []);
  return found;
}

/** What a call begins with: `test` of `test.each(rows)('title', …)`. */
function wordOf(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return String(callee['name']);
  return wordOf(callee['object'] ?? callee['callee'] ?? callee['tag']);
}

/** The words that a call is given first; null where it is given none. */
function titleOf(source: string, call: Part): string | null {
  const [first] = call['arguments'] as Part[];
  if (first?.type === 'Literal' && typeof first['value'] === 'string') return first['value'];
  return first?.type === 'TemplateLiteral' ? source.slice(first.start + 1, first.end - 1) : null;
}
