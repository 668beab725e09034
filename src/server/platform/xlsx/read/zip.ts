import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { OpenFile } from '../../secrets/sealed-file.ts';
import { FileRefused, refuse } from './refusal.ts';

/**
 * A reader of archives that trusts nothing it is told: the directory at the end is read once, every part stands alone in
 * its own place, sizes are counted while unpacking, and the checksum must be right.
 */

/** The most that one workbook may hold; a registry of fifty thousand rows takes a fifth of it. */
const mostParts = 1_000;
const mostUnpacked = 500 * 1024 * 1024;
const mostDirectory = 1024 * 1024;

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const locator64Signature = 0x07064b50;
const directorySignature = 0x02014b50;
const partSignature = 0x04034b50;
const endSize = 22;
const longestComment = 65_535;
const partHeadSize = 30;
const stored = 0;
const deflated = 8;

/** Pieces in which a part is read and unpacked: large enough to be cheap, small enough to be nothing in memory. */
const packedPiece = 64 * 1024;
const unpackedPiece = 256 * 1024;

export interface Part {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Where its own header begins, and the first byte after it that belongs to something else. */
  readonly at: number;
  readonly limit: number;
}

export interface Archive {
  readonly parts: readonly Part[];
  /** The bytes of one part. `onRead` is told how many packed bytes have been taken so far. */
  read(part: Part, onRead?: (bytes: number) => void): AsyncGenerator<Buffer, void, undefined>;
}

/** Reads the directory of an archive. The file stays open and belongs to the caller. */
export async function openArchive(file: OpenFile): Promise<Archive> {
  const { size } = file;
  const { offset, length, count } = await findDirectory(file);
  if (count > mostParts) refuse('parts');
  if (length > mostDirectory || offset + length > size) refuse('damaged');
  const parts = readDirectory(await bytesAt(file, offset, length), count, offset);
  return { parts, read: (part, onRead) => readPart(file, part, onRead) };
}

interface Directory {
  offset: number;
  length: number;
  count: number;
}

/** The end of an archive must be the end of the file: what hides data before or after it is not a workbook. */
async function findDirectory(file: OpenFile): Promise<Directory> {
  const { size } = file;
  const length = Math.min(size, endSize + longestComment);
  const tail = await bytesAt(file, size - length, length);
  for (let at = length - endSize; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature || at + endSize + tail.readUInt16LE(at + 20) !== length) continue;
    const recordAt = size - length + at;
    const found = {
      count: tail.readUInt16LE(at + 10),
      length: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const isLarge = found.count === 0xffff || found.length === 0xffffffff || found.offset === 0xffffffff;
    if (isLarge && recordAt >= 20) return await findLargeDirectory(file, recordAt);
    const oneDisk = tail.readUInt32LE(at + 4) === 0 && tail.readUInt16LE(at + 8) === found.count;
    if (!oneDisk || found.offset + found.length !== recordAt) refuse('damaged');
    return found;
  }
  return refuse('damaged');
}

async function findLargeDirectory(file: OpenFile, end: number): Promise<Directory> {
  const locator = await bytesAt(file, end - 20, 20);
  if (locator.readUInt32LE(0) !== locator64Signature) refuse('damaged');
  const recordAt = whole(locator, 8);
  if (recordAt + 56 > end) refuse('damaged');
  const head = await bytesAt(file, recordAt, 56);
  if (head.readUInt32LE(0) !== end64Signature) refuse('damaged');
  const found = { count: whole(head, 32), length: whole(head, 40), offset: whole(head, 48) };
  if (found.offset + found.length !== recordAt) refuse('damaged');
  return found;
}

/** A 64-bit number; one that a file of any size cannot mean is damage. */
function whole(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : refuse('damaged');
}

function readDirectory(bytes: Buffer, count: number, directoryAt: number): Part[] {
  const entries: Omit<Part, 'limit'>[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== directorySignature) refuse('damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const nameEnd = at + 46 + nameLength!;
    const next = nameEnd + extraLength! + commentLength!;
    if (next > bytes.length) refuse('damaged');
    if (bytes.readUInt16LE(at + 8) & 1) refuse('password');
    if (isLink(bytes, at)) refuse('damaged');
    const method = bytes.readUInt16LE(at + 10);
    if (method !== stored && method !== deflated) refuse('damaged');
    const name = plainName(bytes.toString('utf8', at + 46, nameEnd));
    const sizes = largeSizes(bytes.subarray(nameEnd, nameEnd + extraLength!), {
      unpacked: bytes.readUInt32LE(at + 24),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    entries.push({ name, method, crc: bytes.readUInt32LE(at + 16), ...sizes });
    at = next;
  }
  return placed(entries, directoryAt);
}

/** Whether a part of an archive of a Unix machine is a link to another file: a workbook has none. */
const isLink = (bytes: Buffer, at: number): boolean =>
  bytes.readUInt8(at + 5) === 3 && (bytes.readUInt16LE(at + 40) & 0o170_000) === 0o120_000;

/** Names are compared without case; some programs write the separators of Windows. */
const plainName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

type Sizes = Pick<Part, 'unpacked' | 'packed' | 'at'>;

/** In a large archive the numbers that do not fit are in the extra field, in this order. */
function largeSizes(extra: Buffer, sizes: Sizes): Sizes {
  const missing = (['unpacked', 'packed', 'at'] as const).filter((key) => sizes[key] === 0xffffffff);
  if (missing.length === 0) return sizes;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) !== 1) continue;
    if (length < missing.length * 8 || at + 4 + length > extra.length) break;
    return { ...sizes, ...Object.fromEntries(missing.map((key, index) => [key, whole(extra, at + 4 + index * 8)])) };
  }
  return refuse('damaged');
}

/** Parts in the order of their places; two that share a byte or a name, or too much in all, refuse the file. */
function placed(entries: readonly Omit<Part, 'limit'>[], directoryAt: number): Part[] {
  const sorted = entries.toSorted((a, b) => a.at - b.at);
  const parts = sorted.map((entry, index) => ({ ...entry, limit: sorted[index + 1]?.at ?? directoryAt }));
  if (parts.some(({ at, packed, limit }) => at + partHeadSize + packed > limit)) refuse('damaged');
  if (new Set(parts.map(({ name }) => name)).size !== parts.length) refuse('damaged');
  if (parts.reduce((sum, { unpacked }) => sum + unpacked, 0) > mostUnpacked) refuse('bomb');
  return parts;
}

async function* readPart(
  file: OpenFile,
  part: Part,
  onRead: ((bytes: number) => void) | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  const head = await bytesAt(file, part.at, partHeadSize);
  if (head.readUInt32LE(0) !== partSignature || head.readUInt16LE(8) !== part.method) refuse('damaged');
  const start = part.at + partHeadSize + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (start + part.packed > part.limit) refuse('damaged');
  let unpacked = 0;
  let crc = 0;
  for await (const piece of unpack(part.method, packedPieces(file, start, part.packed, onRead))) {
    unpacked += piece.length;
    if (unpacked > part.unpacked) refuse('bomb');
    crc = crc32(piece, crc);
    yield piece;
  }
  if (unpacked !== part.unpacked || crc !== part.crc) refuse('damaged');
}

async function* packedPieces(
  file: OpenFile,
  start: number,
  length: number,
  onRead: ((bytes: number) => void) | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  for (let done = 0; done < length; ) {
    const piece = await bytesAt(file, start + done, Math.min(packedPiece, length - done));
    done += piece.length;
    onRead?.(done);
    yield piece;
  }
}

async function* unpack(method: number, pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  if (method === stored) {
    yield* pieces;
    return;
  }
  const source = Readable.from(pieces, { objectMode: false });
  const inflate = pipeline(source, createInflateRaw({ chunkSize: unpackedPiece }), () => undefined);
  try {
    for await (const piece of inflate) yield piece as Buffer;
  } catch (error) {
    throw error instanceof FileRefused ? error : new FileRefused('damaged');
  }
}

/** Exactly these bytes of a file; fewer are damage. */
async function bytesAt(file: OpenFile, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) refuse('damaged');
    done += bytesRead;
  }
  return bytes;
}
