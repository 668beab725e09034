import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { S3Client } from '@bradenmacdonald/s3-lite-client';
import type { S3Config } from '#server/platform/config.ts';
import { freePort, killed, lacksPrograms } from '../processes/processes.ts';

/** A real S3-compatible storage: OpenStack Swift with its s3api, as Debian packs it, in processes of our own. */
export interface Swift {
  /** Makes an empty bucket. */
  bucket(): Promise<S3Config>;
  stop(): Promise<void>;
}

const programs = ['swift-proxy-server', 'swift-account-server', 'swift-container-server', 'swift-object-server'];
const kinds = ['account', 'container', 'object'] as const;
const [accessKey, secretKey] = ['ugovor:tester', 'ugovor-secret'];

/** Whether this machine has it (Debian: swift-proxy swift-account swift-container swift-object memcached). */
export const lacksSwift = () => lacksPrograms(...programs, 'swift-ring-builder', 'memcached');

export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'ugovor-swift-'));
  const [account, container, object, proxy, memory] = await Promise.all(Array.from({ length: 5 }, freePort));
  await mkdir(join(folder, 'devices', 'disk'), { recursive: true });
  await Promise.all([account, container, object].map((port, index) => makeRing(folder, kinds[index]!, port!)));
  await writeFile(join(folder, 'proxy.conf'), proxyConfig(folder, proxy!, memory!));
  const root = userInfo().uid === 0 ? ['-u', 'nobody'] : [];
  const running = [
    spawn('memcached', [...root, '-l', '127.0.0.1', '-p', String(memory)], { stdio: 'ignore' }),
    ...programs.map((program) =>
      spawn(program, [join(folder, `${program.split('-')[1]}.conf`)], { stdio: ['ignore', 'ignore', 'ignore'] }),
    ),
  ];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map(killed));
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${proxy}`;
  let buckets = 0;
  const bucket = async (): Promise<S3Config> => {
    const config = { url, bucket: `bucket-${process.pid}-${++buckets}`, accessKey, secretKey, region: 'us-east-1' };
    await new S3Client({ ...config, endPoint: url }).makeBucket(config.bucket);
    return config;
  };
  await untilItAnswers(bucket).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { bucket, stop };
}

/** Its servers wait for one another, so the first bucket tells that all of them are there. */
async function untilItAnswers(bucket: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    try {
      return void (await bucket());
    } catch (error) {
      if (Date.now() > until) throw error;
      await setTimeout(200);
    }
  }
}

async function makeRing(folder: string, kind: (typeof kinds)[number], port: number): Promise<void> {
  const ring = (...args: string[]): Promise<unknown> =>
    promisify(execFile)('swift-ring-builder', [join(folder, `${kind}.builder`), ...args]);
  await ring('create', '2', '1', '0');
  await ring('add', `r1z1-127.0.0.1:${port}/disk`, '1');
  await ring('rebalance');
  const config = [
    '[DEFAULT]',
    ...common(folder, port),
    `devices = ${join(folder, 'devices')}`,
    'mount_check = false',
    'fallocate_reserve = 0',
    '[pipeline:main]',
    `pipeline = ${kind}-server`,
    `[app:${kind}-server]`,
    `use = egg:swift#${kind}`,
  ];
  await writeFile(join(folder, `${kind}.conf`), config.join('\n'));
}

const common = (folder: string, port: number): string[] => [
  'bind_ip = 127.0.0.1',
  `bind_port = ${port}`,
  `user = ${userInfo().username}`,
  `swift_dir = ${folder}`,
  'workers = 0',
];

function proxyConfig(folder: string, port: number, memory: number): string {
  const filters = ['catch_errors', 'gatekeeper', 'memcache', 'listing_formats', 'bulk', 's3api', 'tempauth', 'slo'];
  const more: Record<string, string[]> = {
    memcache: [`memcache_servers = 127.0.0.1:${memory}`],
    tempauth: [`user_${accessKey.replace(':', '_')} = ${secretKey} .admin`],
    s3api: ['location = us-east-1'],
  };
  return [
    '[DEFAULT]',
    ...common(folder, port),
    '[pipeline:main]',
    `pipeline = ${filters.join(' ')} proxy-server`,
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    // Servers that were asked before they had started are otherwise passed over for a minute.
    'error_suppression_limit = 1000000',
    ...filters.flatMap((name) => [`[filter:${name}]`, `use = egg:swift#${name}`, ...(more[name] ?? [])]),
  ].join('\n');
}
