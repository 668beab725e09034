import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/**
 * Seals secrets and personal data for the database (AES-256-GCM), and makes tokens.
 * The context (the `table.column` where a value is stored, or what a link is for) is bound into each seal, so a sealed value moved
 * to another column does not open; the number of its key is before it.
 */
export interface Secrets {
  seal(context: string, value: unknown): string;
  /** @throws when the value was sealed in another context, with another key, or was changed. */
  open<T>(context: string, sealed: string): T;
  /** A keyed hash for what must be found again but not read (codes, addresses in rate limits). */
  mark(context: string, value: string, as?: 'base64url' | 'hex'): string;
}

/** The keys of data. Plain values: they can be sent to a thread. */
export interface DataKeys {
  /** What keys are made of, by the numbers that are before sealed values. */
  readonly roots: Readonly<Record<number, string>>;
  /** The number of the one that seals; the others only open. */
  readonly sealing: number;
  /** What marks are made with. */
  readonly marking: string;
}

/** Tells the keys of this moment: they change while the program runs. */
export type KeySource = () => DataKeys;

/** A single key that does everything. */
export function soleKey(key: string): KeySource {
  const keys = { roots: { 1: key }, sealing: 1, marking: key };
  return () => keys;
}

/** @param keysNow everything sealed with a key dies with it */
export function makeSecrets(keysNow: KeySource): Secrets {
  // Keys made once: from bytes they would be made anew at each use, which costs more than the cipher itself.
  const made = new Map<number, KeyObject>();
  const keyOf = (number: number): KeyObject => {
    const ready = made.get(number);
    if (ready) return ready;
    const root = keysNow().roots[number];
    if (root === undefined) throw new Error('Sealed with a key that is not there');
    const key = derived(root, 'seal-1');
    made.set(number, key);
    return key;
  };
  let markKey: KeyObject | undefined;
  const nonces = new Nonces();
  return {
    seal(context, value) {
      const number = keysNow().sealing;
      const nonce = nonces.next();
      const cipher = createCipheriv('aes-256-gcm', keyOf(number), nonce).setAAD(Buffer.from(context));
      const body = cipher.update(JSON.stringify(value), 'utf8');
      // This cipher gives everything at once and nothing at the end.
      cipher.final();
      return `${number}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(context, sealed) {
      const dot = sealed.indexOf('.');
      const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', keyOf(Number(sealed.slice(0, dot))), bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28));
      return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'));
    },
    mark(context, value, as = 'base64url') {
      markKey ??= derived(keysNow().marking, 'mark-1');
      return createHmac('sha256', markKey).update(`${context}\0${value}`).digest(as);
    },
  };
}

const derived = (root: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', root, 'ugovor', purpose, 32)));

const nonceBytes = 12;

/** Random nonces, drawn a thousand at a time: one by one they cost as much as a cipher. */
class Nonces {
  #drawn = Buffer.alloc(0);
  #at = 0;

  next(): Buffer {
    if (this.#at === this.#drawn.length) {
      this.#drawn = randomBytes(nonceBytes * 1_000);
      this.#at = 0;
    }
    this.#at += nonceBytes;
    return this.#drawn.subarray(this.#at - nonceBytes, this.#at);
  }
}

/** A new token of 256 random bits, to be shown once; only its hash is kept. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** How a token is kept and looked up. Tokens are long and random, so a plain hash gives nothing away. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
