import { readFileSync } from 'node:fs';

const file = new URL('../../docs/specification/operations.txt', import.meta.url);

export interface Section {
  title: string;
  routes: string[];
}

/** The customer's list of operations, by its sections. */
export function readSpecification(): Section[] {
  const sections: Section[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    if (line.startsWith('# ')) sections.push({ title: line.slice(2), routes: [] });
    else sections.at(-1)!.routes.push(line);
  }
  return sections;
}

/** A route without the names of its params: two routes with the same shape are the same address. */
export const shapeOf = (route: string): string => route.replace(/\{\w+\}/g, '{}');
