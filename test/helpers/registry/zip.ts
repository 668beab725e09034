import { crc32, deflateRawSync } from 'node:zlib';

/** One part of an archive made by hand. What is told of it may be a lie. */
export interface ZipPart {
  name: string;
  data: string | Buffer;
  stored?: boolean;
  /** Lies: sizes, checksum, method, flags, and the place that the directory names. */
  unpacked?: number;
  packed?: number;
  crc?: number;
  method?: number;
  flags?: number;
  at?: number;
  /** The part says that it is a link to a file of a Unix machine. */
  isLink?: boolean;
}

interface Options {
  /** Sizes and places in 64 bits, as large archives have them. */
  large?: boolean;
  /** Bytes before the first and after the last. */
  before?: Buffer;
  after?: Buffer;
  comment?: string;
  /** A lie about the number of parts. */
  count?: number;
}

/** Archives byte by byte, so that they may also be wrong. */
export function zip(parts: readonly ZipPart[], options: Options = {}): Buffer {
  const chunks: Buffer[] = [options.before ?? Buffer.alloc(0)];
  const directory: Buffer[] = [];
  let at = chunks[0]!.length;
  for (const part of parts) {
    const data = Buffer.from(part.data);
    const packed = part.stored ? data : deflateRawSync(data, { level: 1 });
    const head = { ...part, data, packed: part.packed ?? packed.length, place: part.at ?? at };
    const local = localHead(head);
    chunks.push(local, packed);
    directory.push(directoryEntry(head, options.large ?? false));
    at += local.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = endOf({ count: options.count ?? parts.length, length: entries.length, at, ...options });
  return Buffer.concat([...chunks, entries, end, options.after ?? Buffer.alloc(0)]);
}

type Head = Omit<ZipPart, 'data'> & { data: Buffer; packed: number; place: number };

const methodOf = ({ method, stored }: Head): number => method ?? (stored ? 0 : 8);

function localHead(part: Head): Buffer {
  const name = Buffer.from(part.name);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(part.flags ?? 0x800, 6);
  head.writeUInt16LE(methodOf(part), 8);
  head.writeUInt32LE(part.crc ?? crc32(part.data), 14);
  head.writeUInt32LE(part.packed >>> 0, 18);
  head.writeUInt32LE((part.unpacked ?? part.data.length) >>> 0, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function directoryEntry(part: Head, large: boolean): Buffer {
  const name = Buffer.from(part.name);
  const unpacked = part.unpacked ?? part.data.length;
  const extra = large ? numbers64(unpacked, part.packed, part.place) : Buffer.alloc(0);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(45, 4);
  head.writeUInt16LE(45, 6);
  head.writeUInt16LE(part.flags ?? 0x800, 8);
  head.writeUInt16LE(methodOf(part), 10);
  head.writeUInt32LE(part.crc ?? crc32(part.data), 16);
  head.writeUInt32LE(large ? 0xffffffff : part.packed >>> 0, 20);
  head.writeUInt32LE(large ? 0xffffffff : unpacked >>> 0, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  if (part.isLink) {
    head.writeUInt8(3, 5);
    head.writeUInt16LE(0o120_777, 40);
  }
  head.writeUInt32LE(large ? 0xffffffff : part.place >>> 0, 42);
  return Buffer.concat([head, name, extra]);
}

function numbers64(...values: number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return extra;
}

function endOf({
  count,
  length,
  at,
  large,
  comment = '',
}: Options & { count: number; length: number; at: number }): Buffer {
  const text = Buffer.from(comment);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(large ? 0xffff : count & 0xffff, 8);
  end.writeUInt16LE(large ? 0xffff : count & 0xffff, 10);
  end.writeUInt32LE(large ? 0xffffffff : length, 12);
  end.writeUInt32LE(large ? 0xffffffff : at, 16);
  end.writeUInt16LE(text.length, 20);
  return Buffer.concat([...(large ? end64(count, length, at) : []), end, text]);
}

function end64(count: number, length: number, at: number): Buffer[] {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at + length), 8);
  locator.writeUInt32LE(1, 16);
  return [end, locator];
}
