import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { migrateJobs } from '#server/platform/jobs/jobs.ts';
import { button, queueLetter } from '#server/platform/jobs/letters.ts';
import { requeueLetters } from '#server/platform/jobs/mail.ts';
import type { ReceivedLetter } from '../../emulators/mail.ts';
import { type Emulator, startEmulator } from '../../emulators/start.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type MailApp, openMailApp, publicUrl, welcome } from '../helpers/mail/mail-app.ts';
import { patience } from '../helpers/patience.ts';

let database: TestDatabase;
let mail: Emulator<'mail'>;
let smtpUrl: string;
const apps: MailApp[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  [database, mail] = await Promise.all([freshDatabase(), startEmulator('mail')]);
  smtpUrl = `smtp://127.0.0.1:${mail.ports.smtp}`;
  await migrateJobs(database.url);
});

beforeEach(async () => {
  await behave('ok');
  await fetch(`http://127.0.0.1:${mail.ports.http}/letters`, { method: 'DELETE' });
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  const open = apps.splice(0);
  await open[0]?.database.pool.query('delete from letters; truncate graphile_worker._private_jobs cascade');
  await Promise.all(open.map((app) => app.close()));
});

afterAll(async () => {
  await mail.stop();
  await database.drop();
});

test('a rolled-back transaction sends nothing, a committed one is delivered once', async () => {
  const app = await startNode();
  const rolledBack = app.database.db.transaction().execute(async (db) => {
    await queueLetter({ app, db }, welcome, 'nobody@ugovor.test', { name: 'Никто', link: publicUrl });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  const id = await app.write('ivan@ugovor.test', 'Иван Ёлкин');
  const letter = await waitForStatus(app, id, 'sent');
  expect(letter).toMatchObject({ attempts: 1, problem: null, providerId: expect.stringMatching(/^250 .*queued as/) });

  const [received, ...others] = await inbox();
  expect(others).toEqual([]);
  expect(received).toMatchObject({
    to: 'ivan@ugovor.test',
    from: 'no-reply@ugovor.test',
    subject: 'Иван Ёлкин, подтвердите адрес',
    messageId: `<letter.${id}@ugovor.test>`,
  });
  expect(received!.text).toContain(`Здравствуйте, Иван Ёлкин!\n\nПодтвердить адрес: ${publicUrl}/confirm/abc`);
  expect(received!.html).toContain(`<a href="${publicUrl}/confirm/abc"`);
  expect(received!.html).toContain('>Подтвердить адрес</a>');
});

test('the contents of the outbox are sealed', async () => {
  const app = openNode();
  const id = await app.write('ivan@ugovor.test', 'Иван');
  const { contentsSealed } = await letterOf(app, id);
  expect(contentsSealed).not.toMatch(/Иван|confirm/);
});

test('a template that no module declares is refused', async () => {
  const app = openNode();
  const queued = app.database.db
    .transaction()
    .execute((db) => queueLetter({ app, db }, { ...welcome }, 'ivan@ugovor.test', { name: 'Иван', link: publicUrl }));
  await expect(queued).rejects.toThrow('declared by no module');
});

test('a busy server gets the letter later, and once', async () => {
  await behave('busy');
  const app = await startNode();
  const id = await app.write('ivan@ugovor.test');
  await vi.waitFor(async () => {
    expect(await letterOf(app, id)).toMatchObject({ status: 'queued', attempts: 1, problem: '451 EENVELOPE' });
  }, patience);
  await behave('ok');
  expect(await waitForStatus(app, id, 'sent')).toMatchObject({ attempts: 2, problem: null });
  expect(await inbox()).toHaveLength(1);
});

test('a server that hangs up before it has the text gets the letter again', async () => {
  await behave('drop');
  const app = await startNode();
  const id = await app.write('ivan@ugovor.test');
  await vi.waitFor(async () => {
    expect(await letterOf(app, id)).toMatchObject({ status: 'queued', attempts: 1, problem: 'ECONNECTION' });
  }, patience);
  await behave('ok');
  await waitForStatus(app, id, 'sent');
  expect(await inbox()).toHaveLength(1);
});

test('a server that hangs up with the text in its hands never gets it again', async () => {
  await behave('after');
  const app = await startNode();
  const id = await app.write('ivan@ugovor.test');
  await waitForStatus(app, id, 'unknown');
  await behave('ok');
  await requeueLetters(app);
  await jobsDone(app);
  expect(await letterOf(app, id)).toMatchObject({ status: 'unknown', problem: 'ECONNECTION' });
  expect(await inbox()).toHaveLength(1);
});

test('a refused letter has failed, and neither its problem nor the log names the person', async () => {
  await behave('refuse');
  const app = await startNode();
  const id = await app.write('secret.person@ugovor.test');
  const letter = await waitForStatus(app, id, 'failed');
  expect(letter.problem).toBe('550 EENVELOPE');
  await jobsDone(app);
  const log = await vi.waitFor(() => {
    const text = readLog(app);
    expect(text).toContain('letter not delivered');
    return text;
  }, patience);
  expect(log).not.toMatch(/secret\.person|Иван|confirm/);
});

test('a letter that the server does not take ten times has failed', async () => {
  await behave('busy');
  const app = await startNode();
  const id = await app.database.db.transaction().execute(async (db) => {
    const id = await queueLetter({ app, db }, welcome, 'ivan@ugovor.test', { name: 'Иван', link: publicUrl });
    await db.updateTable('letters').set({ attempts: 9 }).where('id', '=', id).execute();
    return id;
  });
  expect(await waitForStatus(app, id, 'failed')).toMatchObject({ attempts: 10, problem: '451 EENVELOPE' });
});

test('a process killed while it sends leaves the letter unknown, and no second copy', async () => {
  await behave('slow');
  const killed = startChild();
  const app = openNode({ jobs: { heartbeatMs: 200, silentSeconds: 1 } });
  const id = await app.write('ivan@ugovor.test');
  await vi.waitFor(async () => expect(await inbox()).toHaveLength(1), patience);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(await letterOf(app, id)).toMatchObject({ status: 'sending' });

  await behave('ok');
  await app.jobs.start(app);
  expect(await waitForStatus(app, id, 'unknown')).toMatchObject({ attempts: 1, problem: 'interrupted' });
  await requeueLetters(app);
  await jobsDone(app);
  expect(await inbox()).toHaveLength(1);
});

test('two nodes deliver fifty letters, each exactly once', async () => {
  const [first] = await Promise.all([startNode(), startNode()]);
  const addresses = Array.from({ length: 50 }, (_, number) => `person${number}@ugovor.test`);
  await Promise.all(addresses.map((address) => first.write(address)));
  await jobsDone(first);
  const received = await inbox();
  expect(received.map(({ to }) => to).sort()).toEqual(addresses.sort());
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(50);
});

test('line ends and marks in a name add neither a header nor a button', async () => {
  const app = await startNode();
  const id = await app.write('ivan@ugovor.test', `Иван\r\nBcc: thief@ugovor.test\n\n${button('Войти', '/thief')}`);
  await waitForStatus(app, id, 'sent');
  const [received] = await inbox();
  expect(received!.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(received!.to).toBe('ivan@ugovor.test');
  expect(received!.subject).toBe('Иван Bcc: thief@ugovor.test Войти /thief, подтвердите адрес');
  expect(received!.html.match(/<a /g)).toHaveLength(2);
});

test('markup in a name stays text', async () => {
  const app = await startNode();
  const id = await app.write('ivan@ugovor.test', `<img src=x onerror="alert('1')">`);
  await waitForStatus(app, id, 'sent');
  const [received] = await inbox();
  expect(received!.html).not.toContain('<img');
  expect(received!.html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;');
});

test('letters written without a mail server are delivered when there is one', async () => {
  const without = openNode({ smtpUrl: undefined });
  await without.jobs.start(without);
  const id = await without.write('ivan@ugovor.test');
  await jobsDone(without);
  expect(await letterOf(without, id)).toMatchObject({ status: 'queued', attempts: 0 });
  await without.jobs.stop();

  const [first, second] = await Promise.all([startNode(), startNode()]);
  await Promise.all([requeueLetters(first), requeueLetters(second)]);
  await waitForStatus(without, id, 'sent');
  await jobsDone(without);
  expect(await inbox()).toHaveLength(1);
});

test('a job locked by a dead node is freed', async () => {
  const done: number[] = [];
  const app = openNode({
    jobs: { heartbeatMs: 200, silentSeconds: 1 },
    tasks: { 'never-ends': async (_app, { number }: { number: number }) => void done.push(number) },
  });
  const dead = startChild();
  await app.jobs.add(app.database.db, 'never-ends', { number: 7 });
  await vi.waitFor(async () => expect((await jobsOf(app))[0]?.locked_by).toMatch(/^pool-/), patience);
  dead.kill('SIGKILL');
  await once(dead, 'exit');
  await app.jobs.start(app);
  await vi.waitFor(() => expect(done).toEqual([7]), patience);
});

test('a node goes on after the database has cut all its connections', async () => {
  const app = await startNode();
  await app.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const id = await app.write('ivan@ugovor.test');
  await waitForStatus(app, id, 'sent');
});

test('a stopping node finishes the jobs it runs and takes no other', async () => {
  const finish = Promise.withResolvers<void>();
  let begun = 0;
  let done = 0;
  const app = openNode({
    tasks: {
      held: async () => {
        begun++;
        await finish.promise;
        done++;
      },
    },
  });
  await app.jobs.start(app);
  for (let number = 0; number < 5; number++) await app.jobs.add(app.database.db, 'held', {});
  await vi.waitFor(() => expect(begun).toBe(4), patience);
  const stopped = app.jobs.stop();
  finish.resolve();
  await stopped;
  expect([begun, done]).toEqual([4, 4]);
  expect(await jobsOf(app)).toMatchObject([{ locked_by: null, attempts: 0 }]);
  const { rows } = await app.database.pool.query('select id from nodes');
  expect(rows).toEqual([]);
});

test('several processes may bring the queue to its version at once', async () => {
  const empty = await emptyDatabase();
  await Promise.all(Array.from({ length: 5 }, () => migrateJobs(empty.url)));
  await empty.drop();
});

function openNode(options: Partial<Parameters<typeof openMailApp>[0]> = {}): MailApp {
  const app = openMailApp({ url: database.url, smtpUrl, ...options });
  apps.push(app);
  return app;
}

async function startNode(): Promise<MailApp> {
  const app = openNode();
  await app.jobs.start(app);
  return app;
}

function startChild(): ChildProcess {
  const file = fileURLToPath(new URL('../helpers/mail/mail-worker.ts', import.meta.url));
  const child = spawn(process.execPath, [file, database.url, smtpUrl], { stdio: 'inherit' });
  children.push(child);
  return child;
}

const behave = (mode: string) =>
  fetch(`http://127.0.0.1:${mail.ports.http}/behaviour`, { method: 'POST', body: JSON.stringify({ mode }) });

const inbox = async (): Promise<ReceivedLetter[]> =>
  (await (await fetch(`http://127.0.0.1:${mail.ports.http}/letters`)).json()) as ReceivedLetter[];

const letterOf = (app: MailApp, id: number) =>
  app.database.db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const waitForStatus = (app: MailApp, id: number, status: string) =>
  vi.waitFor(async () => {
    const letter = await letterOf(app, id);
    expect(letter).toMatchObject({ status });
    return letter;
  }, patience);

async function jobsOf(app: MailApp) {
  type Row = { locked_by: string | null; attempts: number };
  return (await app.database.pool.query<Row>('select locked_by, attempts from graphile_worker.jobs')).rows;
}

const jobsDone = (app: MailApp) => vi.waitFor(async () => expect(await jobsOf(app)).toEqual([]), patience);

const readLog = (app: MailApp): string =>
  readdirSync(join(app.config.dataDir, 'logs'))
    .map((file) => readFileSync(join(app.config.dataDir, 'logs', file), 'utf8'))
    .join('');
