import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { saysExists } from '../database/embedded/files.ts';
import { birthOf } from '../database/embedded/lock.ts';

/** What a node says of itself to the others. Null is what it does not know. */
export interface NodeAbout {
  /** Where it keeps files: nodes of one database keep them in one place. */
  readonly storage: string | null;
  /** Which process of which machine it is: `machine pid birth`. */
  readonly process: string | null;
}

/** Any number that nothing else in the database uses for an advisory lock. */
const lock = 7_710_226_940;

const findOthers = `
  select id from nodes
  where seen_at > now() - make_interval(secs => $1) and storage <> $2 and not id = any($3)`;

const findHere = 'select id, process from nodes where starts_with(process, $1)';

const insert = 'insert into nodes (id, storage, process) values ($1, $2, $3)';

const otherFolder =
  'Другой узел этой базы хранит файлы в другом месте: дайте всем узлам одну общую папку DATA_DIR или одно хранилище S3_URL.';

/** What this process says of itself. The folder of files gets a mark, by which its other users know it for the same one. */
export async function describeNode({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<NodeAbout> {
  const storage = s3 ? `s3 ${s3.url} ${s3.bucket}` : `folder ${await storageNameOf(join(dataDir, 'files'))}`;
  const machine = await thisMachine();
  return { storage, process: machine && `${machine} ${process.pid} ${await birthOf(process.pid)}` };
}

/**
 * Lets a node in that keeps files where all others of its database do: what one has taken another must be able to read. Of
 * nodes that start at once one is let in first.
 * @param silentSeconds a node not heard of for so long keeps nobody out
 * @returns the name under which the node counts as alive from here on
 * @throws Error in plain Russian
 */
export async function admitNode(pool: pg.Pool, about: NodeAbout, silentSeconds: number): Promise<string> {
  const id = `admitted ${randomUUID()}`;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const { rows } = await client.query(findOthers, [silentSeconds, about.storage, await deadNodes(client)]);
    if (rows.length > 0) throw new Error(otherFolder);
    await client.query(insert, [id, about.storage, about.process]);
    await client.query('commit');
    return id;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** The nodes whose processes were killed on this very machine; of other machines silence alone shows it. */
export async function deadNodes(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const machine = await thisMachine();
  if (machine === null) return [];
  const { rows } = await client.query<{ id: string; process: string }>(findHere, [`${machine} `]);
  const judged = await Promise.all(rows.map(async (row) => ({ ...row, lives: await isAlive(row.process) })));
  return judged.filter(({ lives }) => !lives).map(({ id }) => id);
}

async function isAlive(process: string): Promise<boolean> {
  const [, pid, birth] = process.split(' ');
  return (await birthOf(Number(pid))) === birth;
}

/** Where numbers of processes mean the same: this start of this system, and on it this container. Null where none is told. */
async function thisMachine(): Promise<string | null> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()}/${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}

/** The name that the folder of files carries, given to it by the first node that uses it. */
async function storageNameOf(folder: string): Promise<string> {
  const mark = join(folder, '.storage');
  const draft = `${mark}-${randomUUID()}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    const found = await readFile(mark, 'utf8').catch(() => null);
    if (found !== null) return found;
    // Written apart and linked, so that nobody ever reads half a name.
    await writeFile(draft, randomUUID(), { mode: 0o600, flush: true });
    // A shared folder may know no links.
    await link(draft, mark).catch((error: unknown) => (saysExists(error) ? undefined : rename(draft, mark)));
    await rm(draft, { force: true });
  }
}
