import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { system } from '#contract/platform/system.ts';
import type { RequestContext } from '#server/platform/http/routes.ts';
import { watchAnswers } from './watch.ts';

test('every test notices a failure and a status that its operation does not declare, and nothing else', async () => {
  const server = fastify();
  const strange = watchAnswers(server);
  server.all('/:status', async (request, reply) => {
    request.requestContext = { operation: system.health } as unknown as RequestContext;
    return reply.code(Number((request.params as { status: string }).status)).send();
  });
  for (const status of [200, 409, 500, 503]) await server.inject({ url: `/${status}` });
  await server.inject({ method: 'OPTIONS', url: '/204' });
  await server.close();
  expect(strange).toEqual(['409 to GET /409', '500 to GET /500']);
});
