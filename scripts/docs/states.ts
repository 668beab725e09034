import { readdirSync } from 'node:fs';
import type { Machine } from '#domain/values/machine.ts';

const folder = new URL('../../src/domain/', import.meta.url);

/** The page of all state machines of the domain. */
export async function statesPage(): Promise<string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const parts = await Promise.all(names.sort().map(machinesOf));
  return `${['# Состояния', 'Сделано из `src/domain` командой `npm run docs`.', ...parts.flat()].join('\n\n')}\n`;
}

async function machinesOf(file: string): Promise<string[]> {
  const exported: Record<string, unknown> = await import(new URL(file, folder).href);
  return Object.values(exported)
    .filter(isMachine)
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map((machine) => `## ${machine.name} (src/domain/${file})\n\n\`\`\`mermaid\n${machine.toMermaid()}\n\`\`\``);
}

const isMachine = (value: unknown): value is Machine<string, string> =>
  typeof value === 'object' && value !== null && 'toMermaid' in value;
