import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Reply } from '../helpers/client.ts';
import { bytes, claimed, hostileRuns, html, jpegStart, pngStart, script, spoiltOf, svg } from './helpers/spoilt.ts';

let testApp: Booted;
let me: Awaited<ReturnType<Booted['individual']>>;
beforeAll(async () => {
  testApp = await boot();
  me = await testApp.individual();
});
afterAll(() => testApp.stop());

type Bytes = Buffer<ArrayBuffer>;

const path = () => `/api/individuals/${me.individualId}/avatar`;
const put = (picture: Bytes, name = 'picture.png'): Promise<Reply> => {
  const form = new FormData();
  form.set('file', new File([picture], name, { type: 'image/png' }));
  return me.client.send('PUT', path(), form);
};

/** What the browser of whoever looks at the photo gets. */
async function shown(): Promise<{ headers: Headers; picture: Bytes }> {
  const reply = await fetch(testApp.url + path(), {
    headers: { cookie: [...me.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  expect(reply.status).toBe(200);
  return { headers: reply.headers, picture: Buffer.from(await reply.arrayBuffer()) };
}

const canvas = () => sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } });
const hidden = { IFD0: { Copyright: 'marked-by-the-test', ImageDescription: script } };

describe('what is no photo is refused at its field, and the one before it stays', () => {
  test.each([
    ['a drawing with a script', svg],
    ['a page', html],
    ['a page behind the beginning of a PNG', bytes(pngStart, html)],
    ['a drawing behind the beginning of a JPEG', bytes(jpegStart, svg)],
    ['a page in the wrapper of WebP', bytes('RIFF', Buffer.from([0, 1, 0, 0]), 'WEBP', html)],
    ['a paper', bytes('%PDF-1.4\n%%EOF\n')],
    ['an animated GIF', bytes('GIF89a', Buffer.from([1, 0, 1, 0, 0, 0, 0, 0x3b]))],
    ['a picture of 60 000 × 60 000 points', claimed(60_000, 60_000)],
    ['a picture of two thousand million points on a side', claimed(2 ** 31 - 1, 2 ** 31 - 1)],
    ['nothing', bytes('')],
  ])('%s', async (_name, picture) => {
    expect((await put(await canvas().png().toBuffer())).status).toBe(200);
    const before = await shown();
    const { status, body } = await put(picture, '../../picture.png.html');
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['file']]);
    expect((await shown()).picture.equals(before.picture)).toBe(true);
  });
});

describe('a photo keeps nothing but its looks', () => {
  test.each([
    ['JPEG that tells where and by whom it was taken', async () => canvas().withExif(hidden).jpeg().toBuffer()],
    ['PNG with the same', async () => canvas().withExif(hidden).png().toBuffer()],
    ['WebP with the same', async () => canvas().withExif(hidden).webp().toBuffer()],
    ['JPEG with a page behind its end', async () => bytes(await canvas().jpeg().toBuffer(), html)],
    ['PNG with an archive behind its end', async () => bytes(await canvas().png().toBuffer(), 'PK\u0003\u0004', html)],
  ])('%s', async (_name, make) => {
    const { status, body } = await put(await make(), 'я\u202egnp.html');
    expect([status, body.avatarUrl]).toEqual([200, expect.stringMatching(`^${path()}\\?v=\\d+$`)]);
    const { headers, picture } = await shown();
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="file\.webp"/);
    expect(picture.includes('marked-by-the-test')).toBe(false);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect((await sharp(picture).metadata()).exif).toBeUndefined();
  });

  test('a photo taken sideways stands upright', async () => {
    const left = { create: { width: 10, height: 20, channels: 3 as const, background: '#00f' } };
    const sideways = canvas()
      .resize(20, 20)
      .composite([{ input: left, left: 0, top: 0 }]);
    await put(await sideways.withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const { data } = await sharp((await shown()).picture)
      .raw()
      .toBuffer({ resolveWithObject: true });
    // What was at the left is at the top.
    expect(data[2]! > data[0]!).toBe(true);
  });
});

test(`${hostileRuns} spoilt pictures are refused or made harmless`, { timeout: 600_000 }, async () => {
  const whole = await Promise.all([canvas().png().toBuffer(), canvas().jpeg().toBuffer(), canvas().webp().toBuffer()]);
  await fc.assert(
    fc.asyncProperty(spoiltOf([...whole, svg, html, claimed(9, 9)]), async ({ file, name }) => {
      const { status, body } = await put(file, name);
      if (status !== 200) {
        expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['file']]);
        return;
      }
      const { headers, picture: drawn } = await shown();
      expect(headers.get('content-type')).toBe('image/webp');
      expect(drawn.subarray(0, 4).toString()).toBe('RIFF');
      expect(drawn.includes('marked-by-the-test')).toBe(false);
    }),
    { numRuns: hostileRuns, seed: 7 },
  );
  const { rows } = await testApp.app.database.pool.query(
    'select count(*)::int as held from owned_files where deleted_at is null',
  );
  expect(rows[0].held).toBe(1);
});
