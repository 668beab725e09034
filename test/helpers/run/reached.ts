import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { operations } from '#contract/index.ts';

/** One refusal that was really given: the operation's code and the error's. */
type Reached = `${string} ${string}`;

/** Collects the refusals that a server gives. */
export function watchRefusals(server: FastifyInstance): Set<Reached> {
  const reached = new Set<Reached>();
  server.addHook('onSend', async ({ requestContext: context, method }, { statusCode }, payload) => {
    if (!context || statusCode < 400 || method === 'OPTIONS' || typeof payload !== 'string') return;
    const { code } = JSON.parse(payload) as { code?: string };
    if (code) reached.add(`${context.operation.code} ${code}`);
  });
  return reached;
}

/** Keeps what one server has seen for the end of the run: test files know nothing of one another. */
export const saveReached = (file: string, reached: ReadonlySet<Reached>): void =>
  appendFileSync(file, [...reached, ''].join('\n'));

/**
 * What operations declare and nothing in the run has provoked: refusals of single operations, and those that no operation
 * has given at all.
 */
export function unreachedRefusals(file: string): { pairs: Reached[]; codes: string[] } {
  const reached = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  const seen = new Set([...reached].map((pair) => pair.split(' ')[1]));
  const declared = operations.flatMap(({ code, def }) =>
    (def.errors ?? []).map((error) => ({ pair: `${code} ${error}` as Reached, error })),
  );
  return {
    pairs: declared.map(({ pair }) => pair).filter((pair) => !reached.has(pair)),
    codes: [...new Set(declared.map(({ error }) => error))].filter((error) => !seen.has(error)),
  };
}
