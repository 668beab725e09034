import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

/**
 * Seals secrets and personal data for the database (AES-256-GCM), and makes tokens.
 * The place (`table.column`) is bound into each seal, so a sealed value moved to another column does not open.
 */
export interface Secrets {
  seal(place: string, value: unknown): string;
  /** @throws when the value was sealed for another place, with another key, or was changed. */
  open<T>(place: string, sealed: string): T;
  /** A keyed hash for what must be found again but not read (codes, addresses in rate limits). */
  mark(place: string, value: string, as?: 'base64url' | 'hex'): string;
}

/** @param secretKey at least 32 characters; everything sealed dies with it. */
export function makeSecrets(secretKey: string): Secrets {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secretKey, 'ugovor', purpose, 32));
  // Keys made once: from bytes they would be made anew at each use, which costs more than the cipher itself.
  const sealKey = createSecretKey(derive('seal-1'));
  const markKey = createSecretKey(derive('mark-1'));
  const nonces = new Nonces();
  return {
    seal(place, value) {
      const nonce = nonces.next();
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(place));
      const body = cipher.update(JSON.stringify(value), 'utf8');
      // This cipher gives everything at once and nothing at the end.
      cipher.final();
      return `1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(place, sealed) {
      const bytes = Buffer.from(sealed.slice(2), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(12, 28));
      return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'));
    },
    mark: (place, value, as = 'base64url') => createHmac('sha256', markKey).update(`${place}\0${value}`).digest(as),
  };
}

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
