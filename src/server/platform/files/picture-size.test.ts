import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PixelCounter } from './picture-size.ts';

/** A part of a JPEG: its mark, its length, its bytes. */
const part = (mark: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, mark, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};
const frame = (width: number, height: number, mark = 0xc0): Buffer => {
  const sides = Buffer.from([8, 0, 0, 0, 0, 3]);
  sides.writeUInt16BE(height, 1);
  sides.writeUInt16BE(width, 3);
  return part(mark, Buffer.concat([sides, Buffer.alloc(9)]));
};
const start = Buffer.from([0xff, 0xd8]);
/** What a camera writes before the picture, with a small picture of its own inside. */
const camera = part(0xe1, Buffer.concat([Buffer.alloc(40_000, 0x11), start, frame(160, 120)]));

function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]).copy(head);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

function pixelsOf(file: Buffer, piece = file.length): number | null {
  const counter = new PixelCounter();
  for (let at = 0; at < file.length; at += piece) counter.write(file.subarray(at, at + piece));
  return counter.pixels;
}

test.each<[string, Buffer, number | null]>([
  ['a PNG', png(60_000, 60_000), 3_600_000_000],
  ['a JPEG', Buffer.concat([start, frame(4_000, 3_000)]), 12_000_000],
  ['a JPEG that is shown in steps', Buffer.concat([start, frame(65_535, 65_535, 0xc2)]), 65_535 ** 2],
  ['a JPEG of a camera', Buffer.concat([start, camera, camera, frame(4_000, 3_000)]), 12_000_000],
  ['a table of codes before the frame', Buffer.concat([start, part(0xc4, frame(1, 1)), frame(20, 30)]), 600],
  ['bytes that belong nowhere', Buffer.concat([start, camera, Buffer.from('page'), frame(20, 30)]), 600],
  ['fill before a mark', Buffer.concat([start, part(0xe0, Buffer.alloc(2)), Buffer.from([0xff]), frame(20, 30)]), 600],
  ['a PNG that begins with something else', Buffer.from('\x89PNG\r\n\x1a\nmarked-picture-of-the-test', 'latin1'), null],
  ['a paper', Buffer.from('%PDF-1.4\n%%EOF\n'), null],
  ['a page behind the beginning of a JPEG', Buffer.concat([start, Buffer.from([0xff]), Buffer.from('<html>')]), null],
  ['nothing', Buffer.alloc(0), null],
])('%s claims its points, in whatever pieces it comes', (_name, file, pixels) => {
  expect(pixelsOf(file)).toBe(pixels);
  for (const piece of [1, 2, 7, 4_096]) expect(pixelsOf(file, piece)).toBe(pixels);
});

test('any bytes are read to their end', () => {
  const file = fc.uint8Array({ maxLength: 2_000 });
  fc.assert(fc.property(file, (bytes) => void pixelsOf(Buffer.concat([start, Buffer.from([0xff]), bytes]), 64)));
});
