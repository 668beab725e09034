import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the balancer waits before it looks again which nodes are ready. */
const lookMs = 200;
/** A node that has not said so often in a row that it is ready gets no more requests: one slow answer is no reason. */
const missesAllowed = 2;

export interface Balancer {
  url: string;
  /** How many nodes are ready at the moment. */
  readyCount(): number;
  stop(): Promise<void>;
}

/**
 * A balancer in the small, as operators put one in front of their nodes: it asks each for its readiness, hands requests in
 * turn to those that are ready over connections that it keeps, and tries nothing twice.
 * @param nodes where the nodes are, or will be
 */
export async function openBalancer(nodes: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let ready: string[] = [];
  let turn = 0;
  const misses = nodes.map(() => missesAllowed);
  const look = async (): Promise<void> => {
    const found = await Promise.all(nodes.map(isReady));
    for (const [index, isFound] of found.entries()) misses[index] = isFound ? 0 : misses[index]! + 1;
    ready = nodes.filter((_, index) => misses[index]! < missesAllowed);
  };
  await look();
  const stopping = new AbortController();
  // One look after another: an answer that comes late must not count for more than a later one.
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(lookMs);
      await look();
    }
  })();
  const server = createServer((asked, answer) => {
    const node = ready[turn++ % Math.max(1, ready.length)];
    if (node === undefined) answer.writeHead(502).end('nobody is ready');
    else handOn(agent, node, asked, answer);
  });
  // A connection that the balancer itself gives up while somebody asks over it would be no fault of a node.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    readyCount: () => ready.length,
    async stop() {
      stopping.abort();
      await looking;
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      agent.destroy();
    },
  };
}

const isReady = (node: string): Promise<boolean> =>
  fetch(`${node}/api/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

function handOn(agent: Agent, node: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url } = asked;
  const through = request(`${node}${url}`, { agent, method, headers }, (got) => {
    const { connection: _, ...rest } = got.headers;
    answer.writeHead(got.statusCode ?? 502, rest);
    got.pipe(answer);
  });
  through.once('error', (error) => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end(error.message);
  });
  asked.pipe(through);
}
