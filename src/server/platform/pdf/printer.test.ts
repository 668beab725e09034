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

/** The packed parts of a file, unpacked. */
const streamsOf = (text: string): string[] =>
  [...text.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });

/** Everything that a file says, its packed parts too. */
function unpacked(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  return [text, ...streamsOf(text)].join('\n');
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

/** How many pieces of text each page of a file shows. */
const piecesOf = (pdf: Buffer): number[] =>
  streamsOf(pdf.toString('latin1'))
    .map((stream) => stream.match(/ TJ\n/g)?.length ?? 0)
    .filter((pieces) => pieces > 0);

test('signatures have no page to themselves: the end of what is signed stands there, too', async () => {
  const text = 'Просроченное можно уплатить';
  const paper = (paragraphs: number): Promise<Buffer> =>
    printer.print({
      name: text,
      blocks: [
        ...Array.from({ length: paragraphs }, () => ({ type: 'paragraph', number: '1.1', text }) as const),
        { type: 'heading', number: 2, text },
        { type: 'paragraph', number: '2.1', text },
        { type: 'signature', lines: [text, text, text] },
      ],
      foot: text,
      check: null,
      issuedAt: new Date(0),
    });
  const papers = await Promise.all(Array.from({ length: 12 }, (_, more) => paper(28 + more)));
  const [first] = papers.map(piecesOf).filter((pages) => pages.length === 2);
  const alone = 3 + 2;
  expect(first?.[1]).toBeGreaterThan(alone);
});

test('beside many columns of figures the names of rows are no towers of syllables', async () => {
  const figures = ['Ед.', 'Кол.', 'Цена без НДС, ₽', 'Стоимость без НДС, ₽', 'НДС', 'НДС, ₽', 'Всего, ₽'];
  const name = 'Вознаграждение платформы за платежи по соглашениям';
  const pdf = await printer.print({
    name,
    blocks: [
      {
        type: 'table',
        columns: [{ title: 'Услуга', align: 'left' }, ...figures.map((title) => ({ title, align: 'right' as const }))],
        rows: [[name, ...figures.map(() => '1 234,56')]],
        hasTotal: false,
      },
    ],
    foot: name,
    check: null,
    issuedAt: new Date(0),
  });
  const titlesAndCells = 2 * 8;
  expect(piecesOf(pdf)[0]).toBeLessThan(titlesAndCells + 14);
});
