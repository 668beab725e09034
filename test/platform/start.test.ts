import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Client as Postgres } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import type { DemoEntrance } from '#contract/kernel/demo-entrance.ts';
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts';
import { readConfig } from '#server/platform/config.ts';
import { PORT, postmasterPid, USER } from '#server/platform/database/embedded/cluster.ts';
import { Client } from '../helpers/client.ts';
import { readLog } from '../helpers/log.ts';
import { operatingEnvironment } from '../helpers/operating.ts';
import { patience } from '../helpers/patience.ts';
import { compileCache, spawnServer } from '../helpers/processes/child.ts';
import { killFamily, processesOf } from '../helpers/processes/processes.ts';
import { serversOfEachTest } from '../helpers/processes/servers.ts';

const servers = serversOfEachTest();

/** Whom the sign-in page may offer, as its document tells. */
async function offeredBy(url: string): Promise<DemoEntrance | undefined> {
  const page = await (await fetch(`${url}/signin`)).text();
  const [, data] = /<script type="application\/json" id="demo-entrance">(.*?)<\/script>/.exec(page) ?? [];
  return data === undefined ? undefined : (JSON.parse(data) as DemoEntrance);
}

describe('a wrong setting stops the start with one clear line', () => {
  const database = 'postgres://nobody@127.0.0.1:1/none';
  test.each<[string, Record<string, string>]>([
    ['PORT', { PORT: 'восемьдесят' }],
    ['PORT', { PORT: '65536' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://127.0.0.1/ugovor' }],
    ['REDIS_URL', { REDIS_URL: '127.0.0.1:6379' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example' }],
    ['MAIL_FROM', { MAIL_FROM: 'я' }],
    ['SUPPORT_EMAIL', { SUPPORT_EMAIL: 'я' }],
    ['RNKO_KEY', { RNKO_URL: 'https://rnko.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ugovor.example' }],
    ['SECRET_KEY', { SECRET_KEY: 'короткий' }],
    ['SECRET_KEY', { DATABASE_URL: database }],
    ['TRUST_PROXY', { TRUST_PROXY: 'да' }],
    ['DEMO', { DEMO: 'yes' }],
    ['OPERATORS_SECOND_FACTOR', { OPERATORS_SECOND_FACTOR: '2' }],
    ['DATABASE_POOL', { DATABASE_POOL: '-1' }],
    ['REGISTRY_ROWS', { REGISTRY_ROWS: 'много' }],
    ['PLATFORM_OGRN', { PLATFORM_NAME: 'ООО «Уговор»' }],
    ['RNKO_LICENCE', { ...operatingEnvironment, RNKO_LICENCE: '' }],
    ['HOST', { DATA_DIR: '', HOST: '0.0.0.0' }],
  ])('%s %o', (name, env) => {
    expect(() => readConfig({ DATA_DIR: servers.dataDir, ...env })).toThrow(
      new RegExp(`^Неверная настройка ${name}: [^\n]+$`),
    );
  });

  test('and nothing else', async () => {
    const { child } = spawnServer({ DATA_DIR: servers.dataDir, PORT: 'восемьдесят' });
    expect(await child.ended).toBe(1);
    expect(child.stdout).toBe('');
    expect(child.stderr).toBe('Неверная настройка PORT: нужно целое число\n');
  });
});

test('the demonstration offers its accounts and lets each in, says so on one line of stdout and has settlements in all states', async () => {
  await servers.fill();
  const child = await servers.start({ DEMO: '1' });
  expect(child.stdout).toMatch(/^listening on http:\/\/127\.0\.0\.1:[1-9]\d*\n$/);
  const { groups, password } = (await offeredBy(child.url))!;
  for (const { kind, accounts } of groups) {
    const path = kind === 'operator' ? '/internal/auth/operator/signin' : '/api/auth/signin';
    for (const { login } of accounts) {
      expect((await new Client(child.url).post(path, { login, password })).status, login).toBe(200);
    }
  }
  const offered = groups.flatMap(({ accounts }) => accounts.map(({ login }) => login));
  expect(offered.toSorted()).toEqual(
    Object.values(demoAccounts)
      .flatMap((people) => people.map(({ email }) => email))
      .toSorted(),
  );
  expect(child.stdout.split('\n')).toHaveLength(2);
  const operator = new Client(child.url);
  await operator.post('/internal/auth/operator/signin', {
    login: demoAccounts.operators[0].email,
    password: demoPassword,
  });
  const { items } = (await operator.get('/api/loans')).body;
  const seen = items.map((row: { status: string; closeReason: string | null }) => row.closeReason ?? row.status);
  const states = ['negotiation', 'waiting_for_payment', 'paid', 'fulfilled', 'breached', 'withdrawn', 'expired'];
  expect(new Set(seen)).toEqual(new Set(states));
  const { id } = items[seen.indexOf('fulfilled')];
  const kinds = async (): Promise<string[]> =>
    (await operator.get(`/api/issued-documents/loan/${id}`)).body.items
      .filter(({ made }: { made: boolean }) => made)
      .map(({ kind }: { kind: string }) => kind);
  const papers = ['certificate', 'signing_protocol', 'agreement'];
  await expect.poll(kinds, { timeout: 60_000 }).toEqual(papers);
});

test('a configured server knows nobody of the demonstration', async () => {
  await servers.fill();
  const { url } = await servers.start();
  const client = new Client(url);
  const answers = await Promise.all([
    client.post('/internal/auth/operator/signin', { login: 'admin@demo.test', password: demoPassword }),
    client.post('/api/auth/signin', { login: 'ivanov@demo.test', password: demoPassword }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  expect((await client.get('/api/mailbox')).status).toBe(404);
  expect(await offeredBy(url)).toBeUndefined();
});

test('an exception that nobody has caught is in the log, and the server ends in order with a code that says so', async () => {
  await servers.fill();
  const thrower = `process.on('SIGUSR2', () => setTimeout(() => { throw new TypeError('of “Иванова”'); }))`;
  const child = await servers.start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(thrower)}` });
  process.kill(child.pid, 'SIGUSR2');
  expect(await child.ended).toBe(1);
  expect(processesOf(servers.dataDir), 'left behind').toEqual([]);
  const line = readLog(servers.dataDir)
    .split('\n')
    .find((one) => one.includes('uncaught exception'));
  expect(JSON.parse(line!)).toMatchObject({ level: 60, error: { name: 'TypeError', message: 'of "…"' } });
});

test('two servers started at once share one folder, and the one that stays goes on', async () => {
  const [first, second] = await Promise.all([servers.start(), servers.start()]);
  for (const { url } of [first, second]) expect((await new Client(url).get('/api/health/ready')).status).toBe(200);
  expect(await first.stop()).toBe(0);
  expect((await new Client(second.url).get('/api/health/ready')).status).toBe(200);
  expect(await second.stop()).toBe(0);
});

test('readiness is 503 while the database is away and 200 when it is back, health is 200 all the time', async () => {
  await servers.fill();
  const { url } = await servers.start();
  const client = new Client(url);
  const statusOf = async (path: string): Promise<number> => (await client.get(path)).status;
  expect(await statusOf('/api/health/ready')).toBe(200);
  killFamily((await postmasterPid(join(servers.dataDir, 'postgres')))!);
  expect([await statusOf('/api/health/ready'), await statusOf('/api/health')]).toEqual([503, 200]);
  await vi.waitFor(async () => expect(await statusOf('/api/health/ready')).toBe(200), patience);
});

describe('npm run operator', () => {
  const person = ['--email', 'Chief@Ugovor.test', '--name', 'Орлова Ольга Михайловна'];

  test('makes the first administrator, whose link sets the password that lets him in', async () => {
    const made = await operator(person);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const token = /\/restore\/([\w-]{43})\n$/.exec(made.stdout)?.[1];
    const { url } = await servers.start();
    const client = new Client(url);
    const password = 'лес-Ветер-7-поле';
    expect((await client.post(`/api/auth/reset-password/${token}`, { password })).status).toBe(204);
    const entered = await client.post('/internal/auth/operator/signin', { login: 'chief@ugovor.test', password });
    expect(entered.status).toBe(200);
    expect(entered.body).toMatchObject({ kind: 'operator' });
  });

  test('refuses where there is one already, unless it is forced', async () => {
    await servers.fill();
    await servers.start();
    await operator(person);
    const second = ['--email', 'second@ugovor.test', '--name', 'Жуков Сергей'];
    const refused = await operator(second);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--force') });
    expect((await operator([...second, '--force'])).code).toBe(0);
    expect((await operator([...person, '--force'])).stderr).toContain('уже занята');
  });

  test('with a mail server it tells nothing and sends the link', async () => {
    await servers.fill();
    const { stdout, code } = await operator(person, { SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(code).toBe(0);
    expect(stdout).not.toContain('/restore/');
    await servers.start();
    const client = new Postgres({
      host: join(servers.dataDir, 'postgres'),
      port: PORT,
      user: USER,
      database: 'postgres',
    });
    await client.connect();
    const { rows } = await client.query('select template, recipient from letters');
    await client.end();
    expect(rows).toEqual([{ template: 'restorePassword', recipient: 'chief@ugovor.test' }]);
  });

  test.each([
    [['--email', 'chief', '--name', 'Орлова Ольга'], 'Почта: '],
    [['--email', 'chief@ugovor.test', '--name', 'Орлова'], 'Фамилия, имя и отчество: '],
    [['--vouch', 'chief'], 'Почта: '],
  ])('names what is wrong with %o', async (args, line) => {
    expect(await operator(args)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(line) });
  });
});

test('a command of the server that is asked to stop leaves no database running', async () => {
  const ended = operator(['--email', 'chief@ugovor.test', '--name', 'Орлова Ольга']);
  const command = await vi.waitFor(() => {
    const running = processesOf(servers.dataDir);
    expect(running.some((one) => one.includes('postgres'))).toBe(true);
    return running.find((one) => one.includes('operator.ts'))!;
  }, patience);
  process.kill(Number.parseInt(command, 10), 'SIGINT');
  expect((await ended).code).toBe(0);
  expect(processesOf(servers.dataDir)).toEqual([]);
});

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

function operator(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const { PATH = '' } = process.env;
  return new Promise((resolve) => {
    const options = {
      env: { PATH, NODE_COMPILE_CACHE: compileCache, DATA_DIR: servers.dataDir, ...operatingEnvironment, ...env },
    };
    const child = execFile(process.execPath, ['src/server/operator.ts', ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
