import { randomBytes } from 'node:crypto';
import { simpleColumns } from '#domain/registries/registry-columns.ts';
import { type Book, bookParts, inlineRow, makeBook, zipParts } from './book.ts';
import { simpleCells } from './rows.ts';
import { type ZipPart, zip } from './zip.ts';

/** A file made to hurt, and the refusal that it must meet; several when both are as good. */
export interface Hostile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly refused: readonly string[];
}

const headings = simpleColumns.map(({ header }) => header);
export const goodRows =
  inlineRow(1, headings) + [2, 3, 4].map((no) => inlineRow(no, simpleCells() as string[])).join('');
const good: Book = { rows: goodRows };
/** A right file, from which the others are made. */
export const goodFile = makeBook(good);

const sheetName = 'xl/worksheets/sheet1.xml';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const sheetOf = (xml: string | Buffer): Buffer => makeBook({ parts: { [sheetName]: xml } });
const sheet = (inside: string): string => `<worksheet ${main}><sheetData>${inside}</sheetData></worksheet>`;
const replaced = (name: string, from: string | RegExp, to: string): Buffer =>
  makeBook({ rows: goodRows, parts: { [name]: (bookParts(good)[name] as string).replace(from, to) } });
const changed = (change: (parts: ZipPart[]) => ZipPart[], options = {}): Buffer => zip(change(zipParts(good)), options);
const last = (parts: ZipPart[], lie: Partial<ZipPart>): ZipPart[] =>
  parts.map((part, index) => (index === parts.length - 1 ? { ...part, ...lie } : part));

const compound = (stream: string): Buffer => {
  const file = Buffer.alloc(4096);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.write(stream, 1024, 'utf16le');
  return file;
};

const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n} "${`&${n === 0 ? 'lol' : `l${n - 1}`};`.repeat(10)}">`).join('')}]>`;
const external = '<!DOCTYPE x [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>';

/** Files that are something else than they say. */
const impostors = (): Hostile[] => [
  { name: 'nothing', bytes: Buffer.alloc(0), refused: ['empty'] },
  { name: 'one byte', bytes: Buffer.from('P'), refused: ['header'] },
  { name: 'the first letters of an archive', bytes: Buffer.from('PK\u0003\u0004'), refused: ['damaged'] },
  { name: 'an empty archive', bytes: zip([]), refused: ['unknown'] },
  { name: 'a PDF', bytes: Buffer.from('%PDF-1.7\n%\u00e2\u00e3'), refused: ['document'] },
  {
    name: 'a PDF with a workbook behind it',
    bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), goodFile]),
    refused: ['document'],
  },
  {
    name: 'a page with a workbook behind it',
    bytes: Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), goodFile]),
    refused: ['xml'],
  },
  {
    name: 'a workbook with a page behind it',
    bytes: Buffer.concat([goodFile, Buffer.from('<html>')]),
    refused: ['damaged'],
  },
  {
    name: 'an archive before the workbook',
    bytes: Buffer.concat([zip([{ name: 'a', data: 'b' }]), goodFile]),
    refused: ['damaged'],
  },
  { name: 'a picture', bytes: Buffer.from('89504e470d0a1a0a0000', 'hex'), refused: ['document'] },
  {
    name: 'a text with a zero sign',
    bytes: Buffer.from('ИНН;Фамилия;Имя;Телефон\r\n500100732259;Ива\0нов;Иван;+79161234567\r\n'),
    refused: ['zero'],
  },
  { name: 'a csv of many columns', bytes: Buffer.from(`${'Столбец;'.repeat(60_000)}\r\n`), refused: ['columns'] },
  { name: 'a program', bytes: Buffer.from('MZ\u0090\u0000'), refused: ['document'] },
  { name: 'gzip', bytes: Buffer.from('1f8b0800000000000003', 'hex'), refused: ['unknown'] },
  { name: 'RTF', bytes: Buffer.from('{\\rtf1 Реестр}'), refused: ['document'] },
  { name: 'XML of Excel 2003', bytes: Buffer.from('\ufeff<?xml version="1.0"?><Workbook/>'), refused: ['xml'] },
  { name: 'a page called a table', bytes: Buffer.from('\r\n <table><tr><td>ИНН</td></tr></table>'), refused: ['xml'] },
  { name: 'an old book', bytes: compound('Workbook'), refused: ['xls'] },
  { name: 'a book under a password', bytes: compound('EncryptedPackage'), refused: ['password'] },
  { name: 'an old book that is cut', bytes: compound('Workbook').subarray(0, 40), refused: ['xls'] },
  {
    name: 'a document',
    bytes: zip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'word/document.xml', data: '<d/>' },
    ]),
    refused: ['document'],
  },
  {
    name: 'OpenDocument',
    bytes: zip([
      { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
      { name: 'content.xml', data: '<d/>' },
    ]),
    refused: ['ods'],
  },
  {
    name: 'a binary book',
    bytes: zip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'xl/workbook.bin', data: 'x' },
    ]),
    refused: ['xlsb'],
  },
  {
    name: 'macros inside',
    bytes: changed((parts) => [...parts, { name: 'xl/vbaProject.bin', data: 'x' }]),
    refused: ['macro'],
  },
  {
    name: 'macros by type',
    bytes: replaced(
      '[Content_Types].xml',
      /application\/vnd[^"]*/,
      'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
    ),
    refused: ['macro'],
  },
  {
    name: 'random bytes',
    bytes: randomBytes(5000),
    refused: ['unknown', 'header', 'columns', 'long', 'quote', 'encoding'],
  },
];

/** Archives that lie. */
const archives = (): Hostile[] => [
  { name: 'parts that share bytes', bytes: changed((parts) => last(parts, { at: 0 })), refused: ['damaged'] },
  {
    name: 'one part under two names',
    bytes: changed((parts) => [...parts, { ...parts[0]!, name: 'другое', at: 0 }]),
    refused: ['damaged'],
  },
  { name: 'two parts of one name', bytes: changed((parts) => [...parts, parts.at(-1)!]), refused: ['damaged'] },
  {
    name: 'two parts whose names differ by case',
    bytes: changed((parts) => [...parts, { ...parts.at(-1)!, name: sheetName.toUpperCase() }]),
    refused: ['damaged'],
  },
  {
    name: 'a part that says it is small',
    bytes: changed((parts) => last(parts, { unpacked: 10 })),
    refused: ['bomb', 'damaged'],
  },
  {
    name: 'a part that says it is large',
    bytes: changed((parts) => last(parts, { unpacked: 100_000 })),
    refused: ['damaged'],
  },
  {
    name: 'a part that says it is enormous',
    bytes: changed((parts) => last(parts, { unpacked: 0xfffffff0 })),
    refused: ['bomb'],
  },
  {
    name: 'a part packed into more than the file',
    bytes: changed((parts) => last(parts, { packed: 0x7fffffff })),
    refused: ['damaged'],
  },
  { name: 'a wrong checksum', bytes: changed((parts) => last(parts, { crc: 1 })), refused: ['damaged'] },
  { name: 'a part under a password', bytes: changed((parts) => last(parts, { flags: 1 })), refused: ['password'] },
  { name: 'an unknown way of packing', bytes: changed((parts) => last(parts, { method: 93 })), refused: ['damaged'] },
  {
    name: 'a part said to be stored',
    bytes: changed((parts) => last(parts, { method: 0 })),
    refused: ['bomb', 'damaged', 'encoding'],
  },
  { name: 'a part beyond the end', bytes: changed((parts) => last(parts, { at: 0x7fffffff })), refused: ['damaged'] },
  {
    name: 'sixty-five thousand parts',
    bytes: zip(Array.from({ length: 65_000 }, (_, n) => ({ name: `${n}`, data: '', stored: true }))),
    refused: ['parts'],
  },
  { name: 'fewer parts than told', bytes: changed((parts) => parts, { count: 900 }), refused: ['damaged'] },
  { name: 'more parts than told', bytes: changed((parts) => parts, { count: 3 }), refused: ['unknown', 'damaged'] },
  {
    name: 'parts told in 64 bits that are not there',
    bytes: changed((parts) => parts, { count: 0xffff }),
    refused: ['damaged'],
  },
  {
    name: 'a comment that pretends to be the end',
    bytes: changed((parts) => parts, { comment: 'PK\u0005\u0006'.padEnd(22, '\0') }),
    refused: ['damaged', 'unknown'],
  },
  {
    name: 'a link to a file of the machine',
    bytes: changed((parts) => [...parts, { name: 'xl/media/x', data: '/etc/passwd', isLink: true }]),
    refused: ['damaged'],
  },
  {
    name: 'an archive in the archive',
    bytes: changed((parts) => last(parts, { data: goodFile })),
    refused: ['damaged', 'encoding'],
  },
  {
    name: 'names that climb out',
    bytes: replaced('xl/_rels/workbook.xml.rels', 'worksheets/sheet1.xml', '../../../../etc/passwd'),
    refused: ['damaged'],
  },
  {
    name: 'a sheet that is elsewhere',
    bytes: replaced(
      'xl/_rels/workbook.xml.rels',
      'Target="worksheets/sheet1.xml"',
      'TargetMode="External" Target="http://127.0.0.1/x"',
    ),
    refused: ['damaged'],
  },
  {
    name: 'a workbook that is its own sheet',
    bytes: replaced('xl/_rels/workbook.xml.rels', 'worksheets/sheet1.xml', 'workbook.xml'),
    refused: ['header'],
  },
  { name: 'no sheets', bytes: replaced('xl/workbook.xml', /<sheets>.*<\/sheets>/, '<sheets/>'), refused: ['header'] },
  {
    name: 'ten thousand sheets',
    bytes: replaced(
      'xl/workbook.xml',
      /<sheet /,
      '<sheet name="x" sheetId="1" r:id="rId1"/>'.repeat(10_000) + '<sheet ',
    ),
    refused: ['parts'],
  },
  {
    name: 'a million styles',
    bytes: replaced('xl/styles.xml', '<cellXfs>', `<cellXfs>${'<xf/>'.repeat(1_000_000)}`),
    refused: ['parts'],
  },
];

/** XML that attacks its reader. */
const markup = (): Hostile[] => [
  {
    name: 'a row that no spreadsheet has',
    bytes: sheetOf(sheet('<row r="6000000"><c t="inlineStr"><is><t>1</t></is></c></row>')),
    refused: ['rows'],
  },
  {
    name: 'a billion laughs',
    bytes: sheetOf(laughs + sheet('<row><c t="inlineStr"><is><t>&l8;</t></is></c></row>')),
    refused: ['doctype'],
  },
  {
    name: 'an entity from outside',
    bytes: sheetOf(external + sheet('<row><c t="inlineStr"><is><t>&xxe;</t></is></c></row>')),
    refused: ['doctype'],
  },
  {
    name: 'a DOCTYPE in the shared texts',
    bytes: replaced('xl/sharedStrings.xml', '<sst', `${external}<sst`),
    refused: ['doctype'],
  },
  {
    name: 'a DOCTYPE in the workbook',
    bytes: replaced('xl/workbook.xml', '<workbook', `${laughs}<workbook`),
    refused: ['doctype'],
  },
  {
    name: 'an entity that nobody declares',
    bytes: sheetOf(sheet('<row><c t="inlineStr"><is><t>&boom;</t></is></c></row>')),
    refused: ['doctype'],
  },
  {
    name: 'an entity without an end',
    bytes: sheetOf(sheet('<row><c t="inlineStr"><is><t>a & b</t></is></c></row>')),
    refused: ['damaged'],
  },
  {
    name: 'a sign that is none',
    bytes: sheetOf(sheet('<row><c t="inlineStr"><is><t>&#0;&#xD800;</t></is></c></row>')),
    refused: ['damaged'],
  },
  { name: 'a hundred thousand tags deep', bytes: sheetOf(sheet('<a>'.repeat(100_000))), refused: ['damaged'] },
  {
    name: 'an attribute of ten megabytes',
    bytes: sheetOf(sheet(`<row><c r="${'A'.repeat(10_000_000)}"/></row>`)),
    refused: ['long', 'damaged'],
  },
  {
    name: 'a tag of ten megabytes',
    bytes: sheetOf(sheet(`<row${' '.repeat(10_000_000)}`)),
    refused: ['long', 'damaged'],
  },
  { name: 'a comment of ten megabytes', bytes: sheetOf(sheet(`<!--${'x'.repeat(10_000_000)}`)), refused: ['long'] },
  {
    name: 'a text of ten megabytes',
    bytes: sheetOf(sheet(`<row><c t="inlineStr"><is><t>${'я'.repeat(5_000_000)}</t></is></c></row>`)),
    refused: ['long'],
  },
  {
    name: 'ten thousand attributes',
    bytes: sheetOf(sheet(`<row><c ${Array.from({ length: 10_000 }, (_, n) => `a${n}="1"`).join(' ')}/></row>`)),
    refused: ['damaged'],
  },
  {
    name: 'bytes that are no UTF-8',
    bytes: sheetOf(Buffer.concat([Buffer.from(sheet('<row/>')), Buffer.from([0xff, 0xc0, 0x80])])),
    refused: ['encoding'],
  },
  {
    name: 'another encoding than declared',
    bytes: sheetOf(`<?xml version="1.0" encoding="windows-1251"?>${sheet('')}`),
    refused: ['encoding'],
  },
  {
    name: 'half of UTF-16',
    bytes: sheetOf(Buffer.from(`\ufeff${sheet('')}`, 'utf16le').subarray(0, -1)),
    refused: ['encoding', 'damaged'],
  },
  { name: 'tags that cross', bytes: sheetOf(`<worksheet><sheetData></worksheet></sheetData>`), refused: ['damaged'] },
  { name: 'two roots', bytes: sheetOf(sheet('') + sheet('')), refused: ['damaged'] },
  { name: 'no root', bytes: sheetOf(''), refused: ['damaged'] },
  { name: 'text for a sheet', bytes: sheetOf('просто текст'), refused: ['damaged'] },
  { name: 'attributes without quotes', bytes: sheetOf(sheet('<row r=1/>')), refused: ['damaged'] },
  {
    name: 'the last cell of all',
    bytes: sheetOf(sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
    refused: ['columns'],
  },
  {
    name: 'a million columns',
    bytes: sheetOf(sheet(`<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`)),
    refused: ['columns'],
  },
  { name: 'a million rows of nothing', bytes: sheetOf(sheet('<row/>'.repeat(1_100_000))), refused: ['rows'] },
  {
    name: 'more claims than allowed',
    bytes: sheetOf(sheet(goodRows + Array.from({ length: 60_000 }, (_, n) => inlineRow(n + 5, ['1', '2'])).join(''))),
    refused: ['rows'],
  },
];

export const hostileFiles = (): Hostile[] => [...impostors(), ...archives(), ...markup()];

const megabyte = 1024 * 1024;

/** Small files that become enormous; each takes a while to make. */
export const bombs = (): Hostile[] => [
  {
    name: 'four hundred megabytes of one sign',
    bytes: sheetOf(Buffer.concat([Buffer.from('<worksheet><sheetData>'), Buffer.alloc(400 * megabyte, 0x20)])),
    refused: ['long', 'damaged'],
  },
  { name: 'more than may be unpacked', bytes: sheetOf(Buffer.alloc(501 * megabyte, 0x20)), refused: ['bomb'] },
  {
    name: 'cells without end',
    bytes: sheetOf(Buffer.concat([Buffer.from('<worksheet><sheetData><row>'), Buffer.alloc(200 * megabyte, '<c/>')])),
    refused: ['bomb', 'damaged'],
  },
  {
    name: 'shared texts above their limit',
    bytes: makeBook({ rows: goodRows, parts: { 'xl/sharedStrings.xml': Buffer.alloc(60 * megabyte, '<si/>') } }),
    refused: ['bomb'],
  },
  {
    name: 'shared texts of nothing within their limit',
    bytes: makeBook({
      rows: goodRows,
      parts: { 'xl/sharedStrings.xml': Buffer.concat([Buffer.from('<sst>'), Buffer.alloc(45 * megabyte, '<si/>')]) },
    }),
    refused: ['bomb', 'damaged'],
  },
  {
    name: 'a small part that is large',
    bytes: replaced('xl/styles.xml', '<cellXfs>', `<cellXfs>${' '.repeat(30 * megabyte)}`),
    refused: ['bomb'],
  },
];
