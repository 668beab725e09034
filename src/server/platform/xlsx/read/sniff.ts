import type { OpenFile } from '../../secrets/sealed-file.ts';
import { type RefusalCode, refusals, refuse } from './refusal.ts';

/** What a file is by its first bytes: an archive to look into, or a text. Everything else is refused by its name. */
export async function sniff(file: OpenFile): Promise<'zip' | 'text'> {
  if (file.size === 0) refuse('empty');
  const head = await start(file, 0, 512);
  if (head.subarray(0, 2).toString('latin1') === 'PK') return 'zip';
  if (head.subarray(0, 8).equals(compound)) refuse(await compoundKind(file, head));
  const first = head.subarray(0, 8).toString('hex');
  const found = foreign.find(([bytes]) => bytes.test(first));
  if (found) refuse(found[1]);
  if (markup.test(head.toString('latin1'))) refuse('xml');
  return 'text';
}

/** The first bytes of the old container of Microsoft, in which old books and books with a password are kept. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** A book under a password names its only stream so; the names are in the directory of the container. */
const passwordMark = Buffer.from('EncryptedPackage', 'utf16le');

/** Whether nothing but zero signs keeps these bytes from being a text. */
export const isTextWithZeros = (bytes: Buffer): boolean =>
  bytes.includes(0) && bytes.every((byte) => byte === 0 || byte > 31 || (byte > 8 && byte < 14));

/** Looks for what a table that cannot be read is, while the bytes of the file flow by. */
export class DoorSniffer {
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #hasPassword = false;

  write(bytes: Buffer): void {
    if (this.#head.length === 0) this.#head = bytes.subarray(0, 4_096);
    if (!this.#isCompound() || this.#hasPassword) return;
    const piece = Buffer.concat([this.#tail, bytes]);
    this.#hasPassword = piece.includes(passwordMark);
    this.#tail = piece.subarray(-passwordMark.length);
  }

  /** The sentence for whoever has sent the file, or null when nothing is known of it but that it is none of the right ones. */
  refusal(): string | null {
    if (this.#isCompound()) return refusals[this.#hasPassword ? 'password' : 'xls'];
    return isTextWithZeros(this.#head) ? refusals.zero : null;
  }

  #isCompound(): boolean {
    return this.#head.subarray(0, compound.length).equals(compound);
  }
}

/** First bytes of pictures, programs, documents and archives, none of which is a table. */
const foreign: readonly (readonly [RegExp, RefusalCode])[] = [
  [/^(?:25504446|7b5c727466|25215053|47494638|89504e47|ffd8ff|52494646|49492a00|4d4d002a|7f454c46|4d5a)/, 'document'],
  [/^(?:1f8b|526172211a07|377abcaf271c|425a68|fd377a585a|28b52ffd)/, 'unknown'],
];

/** Tables and pages that Excel opens although they are none of its books. */
const markup = /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype|html|!--|table|meta|head|body|style)/i;

async function compoundKind(file: OpenFile, head: Buffer): Promise<RefusalCode> {
  if (head.length < 52) return 'xls';
  const sectorBits = head.readUInt16LE(30);
  if (sectorBits < 7 || sectorBits > 16) return 'xls';
  const directory = await start(file, (head.readUInt32LE(48) + 1) * 2 ** sectorBits, 4096);
  return directory.includes(passwordMark) ? 'password' : 'xls';
}

async function start(file: OpenFile, at: number, most: number): Promise<Buffer> {
  const bytes = Buffer.alloc(most);
  const { bytesRead } = await file.read(bytes, 0, most, at);
  return bytes.subarray(0, bytesRead);
}
