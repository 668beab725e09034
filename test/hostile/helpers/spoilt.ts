import { deflateSync } from 'node:zlib';
import fc from 'fast-check';

/** A long run sends as many hostile files as it is told: HOSTILE=2000. */
export const hostileRuns = Number(process.env['HOSTILE'] ?? 100);

type Bytes = Buffer<ArrayBuffer>;
export const bytes = (...parts: (string | Uint8Array)[]): Bytes =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

export const script = '<script>alert("marked-by-the-test")</script>';
export const html = bytes(`<!doctype html><html>${script}</html>`);
export const svg = bytes(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`);

export const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/** A PNG whose head claims these sides, with nothing much behind it. */
export function claimed(width: number, height: number): Bytes {
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return bytes(
    pngStart,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  );
}

const names = [
  'a.png',
  'a.jpg.html',
  'договор.pdf.exe',
  '../../../etc/passwd',
  'a.svg',
  '..\\a.php',
  '\u0000.png',
  'я\u202egnp.html',
  'x'.repeat(400),
];

/** Files that begin as one of these and are turned, cut and lengthened, under names of all kinds. */
export const spoiltOf = (begins: readonly Bytes[]): fc.Arbitrary<{ file: Bytes; name: string }> =>
  fc
    .record({
      base: fc.constantFrom(...begins),
      flips: fc.array(fc.tuple(fc.nat(5_000), fc.nat(255)), { maxLength: 8 }),
      cut: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      tail: fc.constantFrom('', script, 'PK\u0003\u0004', '%PDF-1.4'),
      name: fc.constantFrom(...names),
    })
    .map(({ base, flips, cut, tail, name }) => {
      const file = Buffer.from(base);
      for (const [at, value] of flips) file[at % file.length] = value;
      return { file: bytes(file.subarray(0, Math.ceil(file.length * cut)), tail), name };
    });
