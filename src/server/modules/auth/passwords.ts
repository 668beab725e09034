import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '#contract/kernel/errors.ts';
import { judgePassword, type PasswordEstimator } from '#domain/values/password.ts';

/** Memory in KiB, passes and lanes of argon2id (OWASP's floor), kept in each hash so that they can be raised later. */
const memory = 19_456;
const passes = 2;
const parallelism = 1;
const hashBytes = 32;

/** Hashing takes a core and 19 MiB for a moment: more at once would starve everybody else's requests. */
const atOnce = 2;
const waiting = 50;

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

let running = 0;
const queue: (() => void)[] = [];

/** @throws Refusal `server.busy` when too many people are signing in at this moment. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++;
  else {
    if (queue.length >= waiting) throw new Refusal('server.busy');
    await new Promise<void>((resolve) => queue.push(resolve));
  }
  try {
    return await work();
  } finally {
    // The place goes straight to the next in the queue, so nobody can slip in between.
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** The measure and the salt of a hash, as they are before it in a PHC string. */
const measured = (nonce: Buffer): string => `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$`;

/** Hashes a password into a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  return (await hashTogether([password]))[0]!;
}

/** The same for secrets that are looked up among each other: with one salt a typed one is hashed once for all of them. */
export async function hashTogether(secrets: readonly string[]): Promise<string[]> {
  const head = measured(randomBytes(16));
  const hashes: string[] = [];
  // One after another: whoever has many would otherwise take all places of the queue.
  for (const secret of secrets) hashes.push(head + encode(await hashUnder(head, secret)));
  return hashes;
}

/** @returns those of the hashes that are of this secret; one that cannot be read is of none */
export async function hashesOf(secret: string, stored: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [head, some] of Map.groupBy(
    stored.filter((one) => phc.test(one)),
    headOf,
  )) {
    const hash = await hashUnder(head, secret);
    found.push(...some.filter((one) => timingSafeEqual(hash, Buffer.from(one.slice(head.length), 'base64'))));
  }
  return found;
}

const headOf = (stored: string): string => stored.slice(0, stored.lastIndexOf('$') + 1);

/** A hash as this server writes it; the work that it asks for is bounded, so that a spoilt one cannot starve the others. */
const phcHead = /^\$argon2id\$v=19\$m=(\d{4,6}),t=(\d),p=(\d)\$([\w+/-]{22})\$/;
const phc = new RegExp(`${phcHead.source}[\\w+/-]{43}$`);

/**
 * Verifies a password; against `null`, and against a hash that cannot be read, it does the same work and says no, so that
 * time shows nothing.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const isRead = stored !== null && phc.test(stored);
  const kept = isRead ? stored : nobody;
  const hash = await hashUnder(headOf(kept), password);
  return timingSafeEqual(hash, Buffer.from(kept.slice(headOf(kept).length), 'base64')) && isRead;
}

/** @param head the measure and the salt of a hash that `phc` can read */
function hashUnder(head: string, password: string): Promise<Buffer> {
  const [, m, t, p, salt = ''] = phcHead.exec(head)!;
  return inTurn(() =>
    derive('argon2id', {
      message: Buffer.from(password),
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(m),
      passes: Number(t),
      parallelism: Number(p),
      tagLength: hashBytes,
    }),
  );
}

/** What is verified when there is no such account. */
const nobody = measured(Buffer.alloc(16)) + encode(Buffer.alloc(hashBytes));

let estimator: Promise<PasswordEstimator> | undefined;

/** The dictionaries weigh 30 MB, so they are loaded when somebody first chooses a password. */
async function loadEstimator(): Promise<PasswordEstimator> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const known = new Set<string | number>(dictionary['passwords-common']);
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return {
    isCommon: (password) => known.has(password.toLowerCase()),
    scoreOf: (password, personal) => factory.check(password, [...personal]).score,
  };
}

/** @throws Refusal `input.invalid` at the field `password` when the password is too weak for this person. */
export async function demandGoodPassword(password: string, personal: readonly string[]): Promise<void> {
  estimator ??= loadEstimator();
  const problem = judgePassword(password, personal, await estimator);
  if (problem) throw new Refusal('input.invalid', { fields: { password: problem } });
}
