import { refuse } from './refusal.ts';
import { unescapeXml, XmlScanner, type XmlSink } from './xml.ts';
import type { Archive, Part } from './zip.ts';

/** The texts that the cells of a workbook share. */
const largest = 50 * 1024 * 1024;
const mostStrings = 5_000_000;
/** The format itself allows no longer cell. */
export const longestCell = 32_767;
/** Short texts repeat: so many of the last ones are kept as they are. */
const cacheSize = 4_096;

/**
 * Kept as bytes and made into a text when a cell asks: as texts they would take several times the memory, and every
 * cleaning of memory would walk over them.
 */
export class SharedStrings {
  #bytes = Buffer.allocUnsafeSlow(64 * 1024);
  #ends = new Uint32Array(1024);
  #count = 0;
  readonly #cachedIndex = new Int32Array(cacheSize).fill(-1);
  readonly #cached: string[] = Array.from({ length: cacheSize }, () => '');

  get count(): number {
    return this.#count;
  }

  add(text: string): void {
    if (this.#count === mostStrings) refuse('bomb');
    const from = this.#end;
    const most = from + text.length * 3;
    if (most > this.#bytes.length) this.#bytes = grown(this.#bytes, most);
    if (this.#count === this.#ends.length) this.#ends = doubled(this.#ends);
    this.#ends[this.#count++] = from + this.#bytes.write(text, from);
  }

  /** The text with this number. */
  get(index: number): string {
    if (!(index >= 0 && index < this.#count)) return refuse('damaged');
    const slot = index % cacheSize;
    if (this.#cachedIndex[slot] === index) return this.#cached[slot]!;
    const text = this.#bytes.toString('utf8', index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]);
    this.#cachedIndex[slot] = index;
    this.#cached[slot] = text;
    return text;
  }

  get #end(): number {
    return this.#count === 0 ? 0 : this.#ends[this.#count - 1]!;
  }
}

function grown(bytes: Buffer, least: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, least));
  bytes.copy(larger);
  return larger;
}

function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** Reads the part of shared texts; a workbook without it has none. */
export async function readStrings(archive: Archive, part: Part | undefined): Promise<SharedStrings> {
  const strings = new SharedStrings();
  if (!part) return strings;
  if (part.unpacked > largest) refuse('bomb');
  const scanner = new XmlScanner(new StringsSink(strings));
  for await (const bytes of archive.read(part)) scanner.write(bytes);
  scanner.end();
  return strings;
}

/** `<si><t>…</t></si>`, or `<si><r><t>…</t></r>…</si>` for a text in several styles; `<rPh>` says how to pronounce it. */
class StringsSink implements XmlSink {
  readonly #strings: SharedStrings;
  #text = '';
  #inText = false;
  #passedAt = 0;

  constructor(strings: SharedStrings) {
    this.#strings = strings;
  }

  open(name: string, depth: number): void {
    if (depth === 2) this.#text = '';
    if (this.#passedAt === 0 && name === 'rPh') this.#passedAt = depth;
    this.#inText = name === 't' && this.#passedAt === 0;
  }

  text(xml: string, from: number, to: number, escaped: boolean): void {
    if (!this.#inText) return;
    const part = xml.slice(from, to);
    this.#text += escaped ? unescapeXml(part) : part;
    if (this.#text.length > longestCell) refuse('long');
  }

  close(depth: number): void {
    this.#inText = false;
    if (depth === this.#passedAt) this.#passedAt = 0;
    if (depth === 2) this.#strings.add(plainString(this.#text));
  }
}

/** Excel writes what XML cannot hold as «_x0007_». */
export function plainString(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
