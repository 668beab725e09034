import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable, Transform, type TransformCallback } from 'node:stream';

/**
 * Files sealed in pieces (AES-256-GCM), so that they are written and read as streams and from any place. Each file has a
 * key of its own, made of the secret key and a salt at its head; the name of the file, the number of the piece and
 * whether it is the last are bound into each seal: pieces cannot be cut off, moved or taken to another file.
 */

const magic = Buffer.from('UGF1');
const saltBytes = 16;
const headBytes = magic.length + saltBytes;
const pieceBytes = 65_536;
const tagBytes = 16;
const sealedBytes = pieceBytes + tagBytes;
const cipherName = 'aes-256-gcm';

/** Where a sealed file lies and what opens it; can be sent to a thread. */
export interface SealedFile {
  readonly path: string;
  readonly secretKey: string;
}

/** A file open for reading from any place, plain or sealed. */
export interface OpenFile {
  readonly size: number;
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

interface Seal {
  readonly key: Buffer;
  readonly name: Buffer;
}

const sealOf = ({ path, secretKey }: SealedFile, salt: Buffer): Seal => ({
  key: Buffer.from(hkdfSync('sha256', secretKey, salt, 'file-1', 32)),
  name: Buffer.from(basename(path)),
});

/** No key is used for two files, so the number of a piece is a nonce that never comes again. */
function nonceOf(piece: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(piece, 4);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/** Seals what flows through for a file. */
export function sealing(file: SealedFile): Transform {
  const salt = randomBytes(saltBytes);
  const sealer = new Sealer(sealOf(file, salt));
  sealer.push(Buffer.concat([magic, salt]));
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
    if (plain) return { size, read: (...place) => handle.read(...place), close: () => handle.close() };
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
  if (!head.subarray(0, magic.length).equals(magic) || pieces < 1) throw new Error('A stored file is damaged');
  const seal = sealOf(file, head.subarray(magic.length));
  const size = stored - headBytes - pieces * tagBytes;
  let known: { number: number; body: Buffer } = { number: -1, body: Buffer.alloc(0) };
  const pieceOf = async (number: number): Promise<Buffer> => {
    if (known.number !== number) known = { number, body: await opened(handle, seal, number, number === pieces - 1) };
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

async function opened(handle: FileHandle, { key, name }: Seal, number: number, last: boolean): Promise<Buffer> {
  const sealed = Buffer.allocUnsafe(sealedBytes);
  const { bytesRead } = await handle.read(sealed, 0, sealedBytes, headBytes + number * sealedBytes);
  const end = bytesRead - tagBytes;
  if (end < 0) throw new Error('A stored file is damaged');
  const decipher = createDecipheriv(cipherName, key, nonceOf(number, last))
    .setAAD(name)
    .setAuthTag(sealed.subarray(end, bytesRead));
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
}

/** What a sealed file says, from its beginning. */
export function readSealed(file: SealedFile): Readable {
  return Readable.from(piecesOf(file), { objectMode: false });
}

async function* piecesOf(file: SealedFile): AsyncGenerator<Buffer, void, undefined> {
  const opened = await openFile(file);
  try {
    for (let at = 0; at < opened.size; ) {
      const piece = Buffer.allocUnsafe(pieceBytes);
      const { bytesRead } = await opened.read(piece, 0, pieceBytes, at);
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await opened.close();
  }
}
