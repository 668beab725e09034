import { refuse } from './refusal.ts';
import { Decoder, type Encoding, markOf } from './text.ts';

/**
 * A scanner of XML that takes text piece by piece and calls a sink for every tag and text. It knows no DOCTYPE and no
 * entities but the five and numbers, so nothing can grow and nothing outside can be asked for. What is not well-formed
 * refuses the file. Namespaces are told apart by nobody: a name counts without its prefix.
 */

const deepest = 64;
const mostAttributes = 64;
/** One tag, one text or one comment; the longest cell with every sign escaped is far below. */
const longestToken = 1024 * 1024;

/** Where names and values of the attributes of one tag are: four positions each. */
export class Attributes {
  readonly offsets = new Int32Array(mostAttributes * 4);
  count = 0;
  xml = '';

  /** The value of an attribute by its name; with a prefix only when `prefixed`. Undefined when it is not there. */
  get(name: string, prefixed = false): string | undefined {
    for (let index = 0; index < this.count; index++) {
      const at = index * 4;
      const whole = this.xml.slice(this.offsets[at], this.offsets[at + 1]);
      if (prefixed ? whole.endsWith(`:${name}`) : whole === name) {
        return unescapeXml(this.xml.slice(this.offsets[at + 2], this.offsets[at + 3]));
      }
    }
    return undefined;
  }
}

export interface XmlSink {
  /** `depth` is 1 for the root. The attributes are good only during the call. */
  open(name: string, depth: number, attributes: Attributes): void;
  /** A text goes from `from` to `to`; `escaped` says that it has entities. One text may come in several parts. */
  text(xml: string, from: number, to: number, escaped: boolean, depth: number): void;
  close(depth: number): void;
}

const lt = 60;
const gt = 62;
const slash = 47;
const bang = 33;
const question = 63;
const equals = 61;
const quote = 34;
const apostrophe = 39;
const ampersand = 38;
const colon = 58;
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** What a step gives when the rest of a tag or text has not come yet. */
const unfinished = -1;

/** One document: `write` takes its bytes as they come, `end` refuses what is not whole. */
export class XmlScanner {
  readonly #sink: XmlSink;
  /** The names of the open tags, as many as `#depth`. */
  readonly #names: string[] = [];
  readonly #attributes = new Attributes();
  #depth = 0;
  #decoder: Decoder | undefined;
  #rest = '';
  #rootSeen = false;

  constructor(sink: XmlSink) {
    this.#sink = sink;
  }

  /** Takes the next bytes of the document. */
  write(bytes: Buffer): void {
    let piece = bytes;
    if (!this.#decoder) {
      if (bytes.length === 0) return;
      const { encoding, length } = markOf(bytes) ?? { encoding: guess(bytes), length: 0 };
      this.#decoder = new Decoder(encoding);
      piece = bytes.subarray(length);
    }
    const xml = this.#rest + this.#decoder.decode(piece);
    this.#attributes.xml = xml;
    this.#rest = xml.slice(this.#scan(xml));
    if (this.#rest.length > longestToken) refuse('long');
  }

  /** To be called after the last bytes: every tag must be closed. */
  end(): void {
    this.#decoder?.end();
    if (this.#depth > 0 || !this.#rootSeen || this.#rest.trim() !== '') refuse('damaged');
  }

  /** Takes whole tags and texts one by one; gives the place where an unfinished one begins. */
  #scan(xml: string): number {
    let at = 0;
    while (at < xml.length) {
      const next = xml.charCodeAt(at) === lt ? this.#tag(xml, at) : this.#text(xml, at);
      if (next === unfinished) break;
      at = next;
    }
    return at;
  }

  #tag(xml: string, from: number): number {
    if (from + 1 === xml.length) return unfinished;
    switch (xml.charCodeAt(from + 1)) {
      case slash:
        return this.#closing(xml, from);
      case bang:
        return this.#special(xml, from);
      case question:
        return instruction(xml, from);
      default:
        return this.#opening(xml, from);
    }
  }

  #text(xml: string, from: number): number {
    let to = from;
    let escaped = false;
    for (; to < xml.length; to++) {
      const code = xml.charCodeAt(to);
      if (code === lt) break;
      if (code === ampersand) escaped = true;
    }
    if (to === xml.length) return unfinished;
    if (this.#depth > 0) this.#sink.text(xml, from, to, escaped, this.#depth);
    else if (xml.slice(from, to).trim() !== '') refuse('damaged');
    return to;
  }

  #closing(xml: string, from: number): number {
    if (this.#depth === 0) return refuse('damaged');
    const name = this.#names[this.#depth - 1]!;
    let to = from + 2 + name.length;
    if (to >= xml.length) return unfinished;
    for (let index = 0; index < name.length; index++) {
      if (xml.charCodeAt(from + 2 + index) !== name.charCodeAt(index)) refuse('damaged');
    }
    if (xml.charCodeAt(to) !== gt) {
      to = afterSpace(xml, to);
      if (to === xml.length) return unfinished;
      if (xml.charCodeAt(to) !== gt) refuse('damaged');
    }
    this.#sink.close(this.#depth--);
    return to + 1;
  }

  #opening(xml: string, from: number): number {
    let at = from + 1;
    let nameFrom = at;
    let code = xml.charCodeAt(at);
    while (at < xml.length && code !== gt && code !== slash && code > 32) {
      if (code === colon) nameFrom = at + 1;
      if (code === lt || code === ampersand || code === quote) refuse('damaged');
      code = xml.charCodeAt(++at);
    }
    const nameTo = at;
    if (code !== gt) at = this.#readAttributes(xml, at);
    if (at === unfinished || at >= xml.length) return unfinished;
    const closed = xml.charCodeAt(at) === slash;
    if (closed && ++at === xml.length) return unfinished;
    if (xml.charCodeAt(at) !== gt || nameTo === nameFrom) refuse('damaged');
    const whole = xml.slice(from + 1, nameTo);
    this.#open(whole, nameFrom === from + 1 ? whole : xml.slice(nameFrom, nameTo), closed);
    return at + 1;
  }

  #open(whole: string, name: string, closed: boolean): void {
    const depth = this.#depth + 1;
    if (depth > deepest || (depth === 1 && this.#rootSeen)) refuse('damaged');
    this.#rootSeen = true;
    this.#sink.open(name, depth, this.#attributes);
    this.#attributes.count = 0;
    if (closed) {
      this.#sink.close(depth);
    } else {
      this.#names[this.#depth] = whole;
      this.#depth = depth;
    }
  }

  /** Notes the attributes from here to the end of the tag and gives the place of that end. */
  #readAttributes(xml: string, from: number): number {
    const { offsets } = this.#attributes;
    let count = 0;
    let at = afterSpace(xml, from);
    for (;;) {
      const code = xml.charCodeAt(at);
      if (at >= xml.length || code === gt || code === slash) break;
      if (count === mostAttributes) refuse('damaged');
      const nameTo = endOfName(xml, at);
      const mark = openingQuote(xml, nameTo);
      if (mark === unfinished) return unfinished;
      if (nameTo === at) refuse('damaged');
      const valueTo = endOfValue(xml, mark + 1, xml.charCodeAt(mark));
      if (valueTo === xml.length) return unfinished;
      const offset = count++ * 4;
      offsets[offset] = at;
      offsets[offset + 1] = nameTo;
      offsets[offset + 2] = mark + 1;
      offsets[offset + 3] = valueTo;
      at = afterSpace(xml, valueTo + 1);
    }
    this.#attributes.count = count;
    return at;
  }

  /** A comment, which says nothing, or a text that is not escaped. Anything else beginning so is a DOCTYPE. */
  #special(xml: string, from: number): number {
    if (xml.startsWith('<!--', from)) return after(xml, '-->', from + 4);
    if (xml.startsWith(rawText, from)) {
      if (this.#depth === 0) refuse('damaged');
      const to = xml.indexOf(']]>', from + rawText.length);
      if (to < 0) return unfinished;
      this.#sink.text(xml, from + rawText.length, to, false, this.#depth);
      return to + 3;
    }
    const begun = xml.slice(from, from + rawText.length);
    return '<!--'.startsWith(begun) || rawText.startsWith(begun) ? unfinished : refuse('doctype');
  }
}

const rawText = '<![CDATA[';

function afterSpace(xml: string, from: number): number {
  let at = from;
  while (at < xml.length && isSpace(xml.charCodeAt(at))) at++;
  return at;
}

function endOfName(xml: string, from: number): number {
  for (let at = from; at < xml.length; at++) {
    const code = xml.charCodeAt(at);
    if (code === equals || isSpace(code)) return at;
    if (code === lt || code === gt) refuse('damaged');
  }
  return xml.length;
}

/** The place of the quote that begins a value: after an equals sign, which is after a name. */
function openingQuote(xml: string, from: number): number {
  const sign = afterSpace(xml, from);
  if (sign >= xml.length) return unfinished;
  if (xml.charCodeAt(sign) !== equals) refuse('damaged');
  const mark = afterSpace(xml, sign + 1);
  if (mark >= xml.length) return unfinished;
  const code = xml.charCodeAt(mark);
  return code === quote || code === apostrophe ? mark : refuse('damaged');
}

function endOfValue(xml: string, from: number, mark: number): number {
  for (let at = from; at < xml.length; at++) {
    const code = xml.charCodeAt(at);
    if (code === mark) return at;
    if (code === lt) refuse('damaged');
  }
  return xml.length;
}

/** The declaration of the document may name its encoding; the signs of the text itself have told it already. */
function instruction(xml: string, from: number): number {
  const to = after(xml, '?>', from);
  if (to === unfinished) return unfinished;
  const [, encoding] = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)/i.exec(xml.slice(from, to)) ?? [];
  if (encoding !== undefined && !/^(utf-?8|utf-?16(le|be)?|us-ascii|ascii)$/i.test(encoding)) refuse('encoding');
  return to;
}

function after(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from);
  return at < 0 ? unfinished : at + end.length;
}

/** Without a mark the first sign decides: every document begins with «<». */
function guess(bytes: Buffer): Encoding {
  if (bytes[0] === lt && bytes[1] === 0) return 'utf16le';
  return bytes[0] === 0 && bytes[1] === lt ? 'utf16be' : 'utf8';
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text without its entities; one that XML itself does not know refuses the file. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&]{0,12})(;?)/g, (_, entity: string, end: string) => {
    if (end === '') return refuse('damaged');
    if (!entity.startsWith('#')) return named[entity] ?? refuse('doctype');
    const digits = /^#(?:(\d{1,7})|x([\da-f]{1,6}))$/i.exec(entity);
    if (!digits) return refuse('damaged');
    const code = digits[1] === undefined ? Number.parseInt(digits[2]!, 16) : Number(digits[1]);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : refuse('damaged');
  });
}
