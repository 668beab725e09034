import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '#contract/kernel/errors.ts';
import { type EstimatePassword, judgePassword } from '#domain/values/password.ts';

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

/** Hashes a password into a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await inTurn(() =>
    derive('argon2id', { message: Buffer.from(password), nonce, memory, passes, parallelism, tagLength: hashBytes }),
  );
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(hash)}`;
}

/** A hash as this server writes it; the work that it asks for is bounded, so that a spoilt one cannot starve the others. */
const phc = /^\$argon2id\$v=19\$m=(\d{4,6}),t=(\d),p=(\d)\$([\w+/-]{22})\$([\w+/-]{43})$/;

/**
 * Verifies a password; against `null`, and against a hash that cannot be read, it does the same work and says no, so that
 * time tells nothing.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const read = stored === null ? null : phc.exec(stored);
  const [, m, t, p, salt = '', expected = ''] = read ?? phc.exec(nobody)!;
  const hash = await inTurn(() =>
    derive('argon2id', {
      message: Buffer.from(password),
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(m),
      passes: Number(t),
      parallelism: Number(p),
      tagLength: hashBytes,
    }),
  );
  return timingSafeEqual(hash, Buffer.from(expected, 'base64')) && read !== null;
}

/** What is verified when there is no such account. */
const nobody = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(Buffer.alloc(16))}$${encode(Buffer.alloc(hashBytes))}`;

let estimator: Promise<EstimatePassword> | undefined;

/** The dictionaries weigh 30 MB, so they are loaded when somebody first chooses a password. */
async function loadEstimator(): Promise<EstimatePassword> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const known = new Set<string | number>(dictionary['passwords-common']);
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, personal) => ({
    score: factory.check(password, [...personal]).score,
    common: known.has(password.toLowerCase()),
  });
}

/** @throws Refusal `input.invalid` at the field `password` when the password is too weak for this person. */
export async function demandGoodPassword(password: string, personal: readonly string[]): Promise<void> {
  estimator ??= loadEstimator();
  const problem = judgePassword(password, personal, await estimator);
  if (problem) throw new Refusal('input.invalid', { fields: { password: problem } });
}
