import type { FastifyInstance } from 'fastify';
import { statusesOf } from '#contract/kernel/op.ts';

/** Collects the answers of a server that no contract allows: a failure, or a status that the operation does not declare. */
export function watchAnswers(server: FastifyInstance): string[] {
  const strange: string[] = [];
  server.addHook('onResponse', async ({ requestContext: context, method, url }, { statusCode }) => {
    // A probe answers for an operation but by its own rules.
    const declared = !context || method === 'OPTIONS' || statusesOf(context.operation).includes(statusCode);
    if (statusCode === 500 || !declared) strange.push(`${statusCode} to ${method} ${url}`);
  });
  return strange;
}
