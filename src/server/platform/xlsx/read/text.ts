import { isAscii, isUtf8 } from 'node:buffer';
import { refuse } from './refusal.ts';

export type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'windows-1251';

/** The encoding that a byte order mark names, and the length of the mark. */
export function markOf(bytes: Buffer): { encoding: Encoding; length: number } | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf8', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf16be', length: 2 };
  return null;
}

/**
 * Turns bytes into text piece by piece; a character that is cut between two pieces waits for the second. Bytes that are
 * no text in the encoding refuse the file.
 */
export class Decoder {
  readonly #encoding: Encoding;
  #rest: Buffer = Buffer.alloc(0);

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
  }

  /** The text of the next piece. */
  decode(piece: Buffer): string {
    if (this.#encoding === 'windows-1251') return windows1251(piece);
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const end = bytes.length - (this.#encoding === 'utf8' ? cutUtf8(bytes) : cutUtf16(bytes, this.#encoding));
    this.#rest = Buffer.from(bytes.subarray(end));
    return this.#encoding === 'utf8' ? utf8(bytes.subarray(0, end)) : utf16(bytes.subarray(0, end), this.#encoding);
  }

  /** To be called after the last piece: half a character at the end is no text. */
  end(): void {
    if (this.#rest.length > 0) refuse('encoding');
  }
}

/** A text of one-byte characters stays one in memory, so plain XML takes half the room and time. */
function utf8(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : refuse('encoding');
}

/** Bytes at the end that begin a character and do not finish it. */
function cutUtf8(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

function utf16(bytes: Buffer, encoding: Encoding): string {
  return (encoding === 'utf16le' ? bytes : Buffer.from(bytes).swap16()).toString('utf16le');
}

function cutUtf16(bytes: Buffer, encoding: Encoding): number {
  const odd = bytes.length % 2;
  const end = bytes.length - odd;
  const high = bytes[encoding === 'utf16le' ? end - 1 : end - 2];
  return high !== undefined && high >= 0xd8 && high <= 0xdb ? odd + 2 : odd;
}

/** The upper half of windows-1251, from 0x80 on. */
const upper =
  'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u0098™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕї' +
  'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя';
const codes = Uint16Array.from({ length: 256 }, (_, byte) => (byte < 128 ? byte : upper.charCodeAt(byte - 128)));

function windows1251(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  const text = new Uint16Array(bytes.length);
  for (let index = 0; index < bytes.length; index++) text[index] = codes[bytes[index]!]!;
  return Buffer.from(text.buffer).toString('utf16le');
}
