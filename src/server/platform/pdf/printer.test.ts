import { inflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { Printer } from './printer.ts';

const printer = new Printer();
afterAll(() => printer.close());

const print = (text: string): Promise<Buffer> =>
  printer.print({
    name: text,
    blocks: [
      { type: 'title', text: 'Соглашение' },
      { type: 'heading', number: 1, text },
      { type: 'paragraph', number: '1.1', text },
      { type: 'table', columns: [{ title: text, align: 'left' }], rows: [[text]], hasTotal: false },
      { type: 'signature', lines: [text, text] },
    ],
    foot: text,
    check: {
      address: 'http://127.0.0.1',
      code: '0',
      qr: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
    },
    issuedAt: new Date(0),
  });

/** Everything that a file says, its packed parts too. */
function unpacked(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return [text, ...streams].join('\n');
}
const fontsOf = (pdf: Buffer): number => unpacked(pdf).match(/\/FontDescriptor /g)?.length ?? 0;

test.each([
  [
    'commands of the typesetter',
    '#panic("x") #read("document.typ") #import "@preview/x:0.1.0" #link("http://evil.example")[Дом]',
  ],
  ['its signs', '*Дом* _Дом_ $x^2$ `Дом` = Дом <Дом> @Дом \\ // /* ~ --- '],
  ['HTML', '<script>alert(1)</script><img src="http://evil.example/x.png">'],
  ['the syntax of templates', '{{number}} ${7*7} <%= 7*7 %> #{7*7} {%raw%} $& $1'],
  ['addresses', 'https://evil.example/a?b=c javascript:alert(1) file:///etc/passwd'],
  ['strings of PDF', ') Tj ET /JS (app.alert(1)) endobj %%EOF'],
])('%s within a text are printed as text: nothing is run, fetched or linked', async (_name, text) => {
  const [pdf, plain] = [await print(text), await print('Дом')];
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(unpacked(pdf)).not.toMatch(/\/(URI|JavaScript|Launch|EmbeddedFile|SubmitForm|GoToR)\b/);
  // Read as markup, it would be bold, slanted or a formula: with fonts that a plain text has not.
  expect(fontsOf(plain)).toBeGreaterThan(0);
  expect(fontsOf(pdf)).toBe(fontsOf(plain));
});

test('signs that turn the direction of reading or end a line are spaces', async () => {
  const hostile = await print('Иванов \u202eвонави\u202c\r\nПодписано: нет\u0007 Иван');
  expect(hostile.equals(await print('Иванов  вонави Подписано: нет  Иван'))).toBe(true);
});
