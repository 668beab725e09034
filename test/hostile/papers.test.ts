import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Booted, boot, type Signed } from '../helpers/boot.ts';
import type { Reply } from '../helpers/client.ts';
import { smallPaper } from '../helpers/files/multipart.ts';
import { bytes, hostileRuns, html, jpegStart, pngStart, spoiltOf, svg } from './helpers/spoilt.ts';

let testApp: Booted;
let me: Signed & { individualId: number };
let head: Signed;
let company: number;
beforeAll(async () => {
  testApp = await boot();
  me = await testApp.individual();
  company = await testApp.company();
  head = await testApp.employee({ legalEntityId: company, role: 'head' });
});
afterAll(() => testApp.stop());

const papers = [
  html,
  svg,
  bytes(smallPaper),
  bytes(smallPaper, html),
  bytes('%PDF-1.7 ', html),
  bytes(pngStart, html),
  bytes(jpegStart, svg),
  bytes('PK\u0003\u0004', html),
  bytes('\ufeff', html),
];

const own = () => `/api/individuals/${me.individualId}/file/passport`;

function send(
  who: Signed,
  method: 'PUT' | 'POST',
  path: string,
  { file, name }: { file: Buffer<ArrayBuffer>; name: string },
) {
  const form = new FormData();
  form.set('file', new File([file], name, { type: 'text/html' }));
  return who.client.send(method, path, form);
}

/** A file that is taken is one of these by its content, and is never a page to whoever opens it. */
async function expectHarmless(who: Signed, path: string): Promise<void> {
  const saved = await who.client.get(path);
  expect(saved.headers.get('content-type')).toBe('application/octet-stream');
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="file\.(pdf|png|jpg)"/);
  const shown = await who.client.get((await who.client.get(`${path}/link`)).body.href);
  expect(shown.headers.get('content-type')).toMatch(/^(application\/pdf|image\/png|image\/jpeg)$/);
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  for (const { headers } of [saved, shown] satisfies Reply[]) {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    const name = decodeURIComponent(headers.get('content-disposition')!.split("''")[1] ?? '');
    expect(name).not.toMatch(/[/\\\p{Cc}\p{Bidi_Control}]/u);
    expect(name.length).toBeLessThan(200);
  }
}

test(`${hostileRuns} hostile papers are refused at their field or are no page to anybody`, {
  timeout: 900_000,
}, async () => {
  const counts = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(spoiltOf(papers), fc.boolean(), async (one, toCompany) => {
      const reply = toCompany
        ? await send(head, 'POST', `/api/legal-entities/${company}/files/licences`, one)
        : await send(me, 'PUT', own(), one);
      if (reply.status !== 200 && reply.status !== 201) {
        expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, ['file']]);
        counts.refused++;
        return;
      }
      counts.taken++;
      await (toCompany
        ? expectHarmless(head, `/api/legal-entities/${company}/files/licences/${reply.body.id}`)
        : expectHarmless(me, own()));
    }),
    { numRuns: hostileRuns, seed: 11 },
  );
  // Both ends have been seen, or nothing was tried.
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(hostileRuns / 10);
});
