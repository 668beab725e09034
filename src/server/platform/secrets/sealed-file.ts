import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import type { DataKeys } from './secrets.ts';

/**
 * Files sealed in pieces (AES-256-GCM), so that they are written and read as streams and from any place. Each file has a
 * key of its own, made of a key of data and a salt at its head; the name of the file, the number of the piece and
 * whether it is the last are bound into each seal: pieces cannot be cut off, moved or taken to another file.
 */

const magic = Buffer.from('UGF');
/** The number of the data key is one byte, counted from this sign. */
const zero = '0'.charCodeAt(0);
const saltBytes = 16;
const headBytes = magic.length + 1 + saltBytes;
const pieceBytes = 65_536;
const tagBytes = 16;
const sealedBytes = pieceBytes + tagBytes;
const cipherName = 'aes-256-gcm';

/** Where a sealed file is stored and what opens it; can be sent to a thread. */
export interface SealedFile {
  readonly path: string;
  readonly keys: DataKeys;
}

/** A file open for reading from any place, plain or sealed. */
export interface OpenFile {
  readonly size: number;
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

/** What seals a file: its name, bound into every piece, and the keys of data. */
interface FileSeal {
  readonly name: string;
  readonly keys: DataKeys;
}

interface Seal {
  readonly key: Buffer;
  readonly name: Buffer;
}

/** @param head what a sealed file begins with @throws when it is no sealed file, or its key is not there */
function sealOf({ name, keys }: FileSeal, head: Buffer): Seal {
  const root = keys.roots[keyNumberOf(head)];
  if (root === undefined) throw new Error('A stored file is damaged');
  const salt = head.subarray(magic.length + 1);
  return { key: Buffer.from(hkdfSync('sha256', root, salt, 'file-1', 32)), name: Buffer.from(name) };
}

/** By which key a file is sealed; not a number for what is no sealed file. */
export const keyNumberOf = (head: Buffer): number =>
  head.subarray(0, magic.length).equals(magic) ? (head[magic.length] ?? Number.NaN) - zero : Number.NaN;

/** No key is used for two files, so the number of a piece is a nonce that never comes again. */
function nonceOf(piece: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(piece, 4);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/** Seals what flows through for a file. */
export function sealing(file: FileSeal): Transform {
  const head = Buffer.concat([magic, Buffer.from([zero + file.keys.sealing]), randomBytes(saltBytes)]);
  const sealer = new Sealer(sealOf(file, head));
  sealer.push(head);
  return sealer;
}

class Sealer extends Transform {
  readonly #seal: Seal;
  readonly #piece = Buffer.allocUnsafe(pieceBytes);
  #filled = 0;
  #number = 0;

  constructor(seal: Seal) {
    super();
    this.#seal = seal;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    for (let at = 0; at < chunk.length; ) {
      // A full piece waits until there is more: it may be the last one.
      if (this.#filled === pieceBytes) this.#put(false);
      const taken = chunk.copy(this.#piece, this.#filled, at);
      this.#filled += taken;
      at += taken;
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#put(true);
    done();
  }

  #put(last: boolean): void {
    const cipher = createCipheriv(cipherName, this.#seal.key, nonceOf(this.#number++, last)).setAAD(this.#seal.name);
    const body = cipher.update(this.#piece.subarray(0, this.#filled));
    this.push(Buffer.concat([body, cipher.final(), cipher.getAuthTag()]));
    this.#filled = 0;
  }
}

/** Opens a file: one under a path as it is, a sealed one by its key. @throws when a sealed one is not whole */
export async function openFile(file: string | SealedFile): Promise<OpenFile> {
  const plain = typeof file === 'string';
  const handle = await open(plain ? file : file.path, 'r');
  try {
    const { size } = await handle.stat();
    if (plain) return { size, read: (...range) => handle.read(...range), close: () => handle.close() };
    return await openSealed(file, handle, size);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openSealed(file: SealedFile, handle: FileHandle, stored: number): Promise<OpenFile> {
  const head = Buffer.alloc(headBytes);
  await handle.read(head, 0, headBytes, 0);
  const pieces = Math.ceil((stored - headBytes) / sealedBytes);
  if (pieces < 1) throw new Error('A stored file is damaged');
  const seal = sealOf({ name: basename(file.path), keys: file.keys }, head);
  const size = stored - headBytes - pieces * tagBytes;
  let known: { number: number; body: Buffer } = { number: -1, body: Buffer.alloc(0) };
  const pieceOf = async (number: number): Promise<Buffer> => {
    if (known.number !== number) known = { number, body: await pieceAt(handle, seal, number, number === pieces - 1) };
    return known.body;
  };
  return {
    size,
    async read(into, offset, length, position) {
      let bytesRead = 0;
      while (bytesRead < length && position + bytesRead < size) {
        const at = position + bytesRead;
        const body = await pieceOf(Math.floor(at / pieceBytes));
        bytesRead += body.copy(into, offset + bytesRead, at % pieceBytes, (at % pieceBytes) + length - bytesRead);
      }
      return { bytesRead };
    },
    close: () => handle.close(),
  };
}

async function pieceAt(handle: FileHandle, seal: Seal, number: number, last: boolean): Promise<Buffer> {
  const sealed = Buffer.allocUnsafe(sealedBytes);
  const { bytesRead } = await handle.read(sealed, 0, sealedBytes, headBytes + number * sealedBytes);
  return openPiece(sealed.subarray(0, bytesRead), seal, number, last);
}

/** @throws when the piece is not the one that was sealed in this place */
function openPiece(sealed: Buffer, { key, name }: Seal, number: number, last: boolean): Buffer {
  const end = sealed.length - tagBytes;
  if (end < 0) throw new Error('A stored file is damaged');
  const decipher = createDecipheriv(cipherName, key, nonceOf(number, last))
    .setAAD(name)
    .setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
}

/** Opens a sealed file that flows in, from its beginning. @throws when it is not whole */
export async function* unsealing(
  stored: AsyncIterable<Buffer>,
  file: FileSeal,
): AsyncGenerator<Buffer, void, undefined> {
  let held: Buffer = Buffer.alloc(0);
  let seal: Seal | undefined;
  let number = 0;
  for await (const chunk of stored) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    if (!seal) {
      if (held.length < headBytes) continue;
      seal = sealOf(file, held.subarray(0, headBytes));
      held = held.subarray(headBytes);
    }
    // A full piece waits until there is more: it may be the last one.
    for (; held.length > sealedBytes; held = held.subarray(sealedBytes)) {
      yield openPiece(held.subarray(0, sealedBytes), seal, number++, false);
    }
  }
  if (!seal) throw new Error('A stored file is damaged');
  yield openPiece(held, seal, number, true);
}
