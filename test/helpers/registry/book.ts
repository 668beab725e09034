import { type ZipPart, zip } from './zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook made by hand. Everything has a plain form, and anything may be given instead. */
export interface Book {
  /** The rows of the only sheet, as they stand inside `sheetData`. */
  rows?: string;
  /** Whole parts instead of the usual ones, or beside them; null leaves a part out. */
  parts?: Readonly<Record<string, string | Buffer | null>>;
  /** The `si` elements of the shared texts. */
  strings?: string;
  /** Formats of cells by the number of the style, from 1 on. */
  formats?: readonly string[];
  date1904?: boolean;
  stored?: boolean;
}

const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`;

/** The parts of a workbook by name. */
export function bookParts(book: Book): Record<string, string | Buffer | null> {
  const formats = book.formats ?? [];
  return {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}">${book.date1904 ? '<workbookPr date1904="1"/>' : ''}<sheets><sheet name="Реестр" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships">${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'styles', 'styles.xml')}${relation('rId3', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code)}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${book.strings ?? ''}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${book.rows ?? ''}</sheetData></worksheet>`,
    ...book.parts,
  };
}

export function zipParts(book: Book): ZipPart[] {
  return Object.entries(bookParts(book)).flatMap(([name, data]) =>
    data === null ? [] : [{ name, data, stored: book.stored ?? false }],
  );
}

export const makeBook = (book: Book = {}): Buffer => zip(zipParts(book));

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Cells of inline texts, none for null; with addresses unless told. */
export function inlineRow(no: number, values: readonly (string | null)[], addressed = true): string {
  const cells = values.map((value, index) =>
    value === null
      ? ''
      : `<c${addressed ? ` r="${letters(index)}${no}"` : ''} t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`,
  );
  return `<row r="${no}">${cells.join('')}</row>`;
}

/** A, B, … Z, AA, … */
export const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
