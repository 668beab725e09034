import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** How often the balancer looks which nodes are ready. */
const lookMs = 200;

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
  const look = async (): Promise<void> => {
    const found = await Promise.all(nodes.map(isReady));
    ready = nodes.filter((_, index) => found[index]);
  };
  await look();
  const looking = setInterval(() => void look(), lookMs);
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
      clearInterval(looking);
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
