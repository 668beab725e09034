import type { Plugin } from 'vite';

/** What of an operation concerns its answer, or the server alone. The types of the browser know it, its code does not. */
const ofAnswers = new Set(['about', 'lists', 'out', 'errors', 'limit', 'reveals', 'signed', 'status']);

type Node = { type: string; start: number; end: number };
type Range = readonly [start: number, end: number, text: string];

/**
 * Of the contract the browser needs how to ask, and nothing of how it is answered: the shapes of the answers are left
 * out, and with them the schemas that nothing else refers to.
 */
export function questions(): Plugin {
  return {
    name: 'questions',
    apply: 'build',
    transform(code, id) {
      if (!/\/src\/contract\/(?!kernel\/)[\w-]+\/[\w-]+\.ts$/.test(id)) return null;
      const program = this.parse(code) as unknown as Node & { body: Node[] };
      const changes = [...program.body.flatMap(droppable), ...answersIn(program, code)];
      return { code: changed(code, changes), map: null };
    },
  };
}

/** A constant made by a call goes away when nobody refers to it: calls of the schema library change nothing else. */
function droppable(statement: Node): Range[] {
  const declaration = partOf(statement, 'declaration') ?? statement;
  if (declaration.type !== 'VariableDeclaration') return [];
  return nodesIn(declaration, 'declarations').flatMap((one): Range[] => {
    const made = partOf(one, 'init');
    if (made?.type !== 'CallExpression') return [];
    return [
      [made.start, made.start, '/* @__PURE__ */ (() => '],
      [made.end, made.end, ')()'],
    ];
  });
}

/** Each `op(route, { … })` below a node, its second argument without what is of answers. */
function answersIn(node: Node, code: string): Range[] {
  const isOperation = node.type === 'CallExpression' && nameIn(node, 'callee') === 'op';
  const definition = isOperation ? nodesIn(node, 'arguments')[1] : undefined;
  if (!definition)
    return Object.values(node as object)
      .flat()
      .filter(isNode)
      .flatMap((inner) => answersIn(inner, code));
  const asked = nodesIn(definition, 'properties').filter((property) => !ofAnswers.has(nameIn(property, 'key') ?? ''));
  const text = asked.map(({ start, end }) => code.slice(start, end)).join(', ');
  return [[definition.start, definition.end, `{ ${text} }`]];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const nameIn = (node: Node, key: string) => (partOf(node, key) as { name?: string } | undefined)?.name;
const partOf = (node: Node, key: string): Node | undefined => nodesIn(node, key)[0];
const nodesIn = (node: Node, key: string): Node[] => [node[key as keyof Node] as unknown].flat().filter(isNode);

function changed(code: string, changes: readonly Range[]): string {
  const ordered = changes.toSorted(([a], [b]) => b - a);
  return ordered.reduce((text, [start, end, put]) => text.slice(0, start) + put + text.slice(end), code);
}
