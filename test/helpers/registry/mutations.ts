import { bookParts, makeBook, zipParts } from './book.ts';
import { goodFile, goodRows } from './hostile.ts';
import { zip } from './zip.ts';

/** Numbers that look random and are the same in every run (mulberry32). */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

type Damage = (bytes: Buffer, roll: (sides: number) => number) => Buffer;

const pick = <T>(roll: (sides: number) => number, from: readonly T[]): T => from[roll(from.length)]!;

/** What may happen to bytes on their way. */
const damages: readonly Damage[] = [
  (bytes, roll) => bytes.subarray(0, roll(bytes.length)),
  (bytes, roll) => bytes.subarray(roll(bytes.length)),
  (bytes, roll) => {
    const copy = Buffer.from(bytes);
    for (let count = roll(8) + 1; count > 0; count--) copy[roll(copy.length)] = roll(256);
    return copy;
  },
  (bytes, roll) => {
    const copy = Buffer.from(bytes);
    copy.fill(pick(roll, [0, 0xff, 0x20]), roll(copy.length), copy.length);
    return copy;
  },
  (bytes, roll) => {
    const [from, to] = [roll(bytes.length), roll(bytes.length)];
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  (bytes, roll) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt32LE(pick(roll, [0, 0xffffffff, 0x7fffffff, 0xffff]), roll(copy.length - 4));
    return copy;
  },
  // The directory is where lies hurt.
  (bytes, roll) => {
    const copy = Buffer.from(bytes);
    copy[copy.length - 1 - roll(700)] = roll(256);
    return copy;
  },
];

export function damagedFile(seed: number): Buffer {
  const roll = dice(seed);
  return pick(roll, damages)(goodFile, roll);
}

const snippets = [
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '&',
  ';',
  '&#',
  '<!',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '<row>',
  '</row>',
  '<c>',
  '</c>',
  '<v>',
  '<c t="s">',
  ' r="A1"',
  ' r="ZZZ9"',
  ' s="99999999999"',
  ' t="e"',
  '<is>',
  '<t>',
  '\0',
  '\ufffe',
  '😀',
  '<x:y>',
  '1e999',
  '-',
  ' ',
];

/** One of the parts changed as text, in an archive that is right. */
export function damagedBook(seed: number): Buffer {
  const roll = dice(seed);
  const parts = bookParts({ rows: goodRows, strings: '<si><t>а</t></si>', formats: ['dd.mm.yyyy'] });
  const name = pick(roll, Object.keys(parts));
  let text = parts[name] as string;
  for (let count = roll(5) + 1; count > 0; count--) {
    const at = roll(text.length);
    const length = pick(roll, [0, 0, 1, 5, 40]);
    text = text.slice(0, at) + pick(roll, ['', ...snippets]) + text.slice(at + length);
  }
  return makeBook({ rows: goodRows, parts: { ...parts, [name]: text } });
}

/** The parts of the workbook mixed up: left out, doubled in place of another, empty. */
export function shuffledBook(seed: number): Buffer {
  const roll = dice(seed);
  const parts = zipParts({ rows: goodRows });
  const [one, other] = [roll(parts.length), roll(parts.length)];
  const changed = parts.map((part, index) =>
    index === one ? { ...part, data: pick(roll, [parts[other]!.data, '', 'x']) } : part,
  );
  return zip(roll(2) === 0 ? changed : changed.filter((_, index) => index !== other), { large: roll(4) === 0 });
}

const signs = [
  'ИНН',
  'Фамилия',
  'Имя',
  'Телефон',
  ';',
  ',',
  '\t',
  '"',
  '\n',
  '\r\n',
  '500100732259',
  '=1+1',
  '\ufeff',
  'я',
  'ÿ',
  '\\',
  "'",
];

/** Text that may be taken for csv, sometimes in bytes that are no UTF-8. */
export function strangeText(seed: number): Buffer {
  const roll = dice(seed);
  const start = roll(2) === 0 ? 'ИНН;Фамилия;Имя;Телефон\n' : '';
  const text = Array.from({ length: roll(400) }, () => pick(roll, signs)).join('') + pick(roll, ['', '', '\0']);
  return Buffer.from(start + text, roll(4) === 0 ? 'latin1' : roll(4) === 0 ? 'utf16le' : 'utf8');
}
