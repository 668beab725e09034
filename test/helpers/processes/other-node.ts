import { resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '#server/app.ts';
import { withServerRole } from '#server/platform/database/server-role.ts';
import type { Booted } from '../boot.ts';
import { Client } from '../client.ts';

/**
 * Runs another node of the same platform while the tests around it run: what is changed on one acts on the other.
 * @returns there: the browser of somebody signed in on the first node, as it talks to the other one
 */
export function withOtherNode(first: () => Booted): { there: (client: Client) => Client } {
  let node: Awaited<ReturnType<typeof createApp>>;
  beforeAll(async () => {
    const { app, databaseUrl } = first();
    node = await createApp(app.config, await withServerRole({ connectionString: databaseUrl }), {
      webFolder: resolve('dist/web'),
    });
    await node.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => node.close());
  return {
    there({ cookies }) {
      const { port } = node.server.server.address() as { port: number };
      const client = new Client(`http://127.0.0.1:${port}`);
      for (const [name, value] of cookies) client.cookies.set(name, value);
      return client;
    },
  };
}
