import { escapeText } from './cells.ts';

/** The small parts of a workbook around its sheets. */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** What a cell may look like. Text keeps its zeros when it is edited. */
export const styleNumbers = {
  plain: 0,
  header: 1,
  text: 2,
  money: 3,
  day: 4,
  instant: 5,
  hint: 6,
  required: 7,
  wrong: 8,
  wrapped: 9,
  title: 10,
  optional: 11,
} as const;
export type StyleName = keyof typeof styleNumbers;

/** Number format, font, fill and alignment of each style, in the order of their numbers. */
const cellFormats: readonly (readonly [format: number, font: number, fill: number, wraps: boolean])[] = [
  [0, 0, 0, false],
  [49, 1, 0, false],
  [49, 0, 0, false],
  [4, 0, 0, false],
  [164, 0, 0, false],
  [165, 0, 0, false],
  [49, 2, 0, true],
  [49, 1, 2, true],
  [49, 0, 3, false],
  [49, 0, 0, true],
  [49, 3, 0, false],
  [49, 1, 0, true],
];

const font = (rest: string, size = 11): string => `<font>${rest}<sz val="${size}"/><name val="Calibri"/></font>`;
const solid = (colour: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill></fill>`;
const formatXml = ([format, font, fill, wraps]: (typeof cellFormats)[number]): string => {
  const attributes = `numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"`;
  return wraps
    ? `<xf ${attributes} applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>`
    : `<xf ${attributes}/>`;
};

const styles = `${head}<styleSheet xmlns="${main}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/></numFmts>
<fonts count="4">${font('')}${font('<b/>')}<font><i/><sz val="9"/><color rgb="FF7F7F7F"/><name val="Calibri"/></font>${font('<b/>', 14)}</fonts>
<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${solid('FFDDEBF7')}${solid('FFFFC7CE')}</fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${cellFormats.length}">${cellFormats.map(formatXml).join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

const packageLinks = `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The path of the sheet with this number, counted from 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** A sheet as the workbook knows it. */
interface SheetPart {
  name: string;
  hidden?: boolean;
  /** Whether notes hang on its cells; they are parts of their own. */
  notes?: boolean;
}

/** All parts but the sheets and their notes, by their paths. */
export function partsAround(sheets: readonly SheetPart[]): Record<string, string> {
  return {
    '[Content_Types].xml': contentTypes(sheets),
    '_rels/.rels': packageLinks,
    'xl/workbook.xml': workbook(sheets),
    'xl/_rels/workbook.xml.rels': workbookLinks(sheets),
    'xl/styles.xml': styles,
  };
}

const extension = (name: string, type: string): string => `<Default Extension="${name}" ContentType="${type}"/>`;

function contentTypes(sheets: readonly SheetPart[]): string {
  const extensions = [
    extension('rels', 'application/vnd.openxmlformats-package.relationships+xml'),
    extension('xml', 'application/xml'),
    extension('vml', 'application/vnd.openxmlformats-officedocument.vmlDrawing'),
  ];
  const overrides = sheets.flatMap(({ notes }, index) => [
    override(`/${sheetPath(index + 1)}`, 'worksheet'),
    ...(notes ? [override(`/${notesPath(index + 1)}`, 'comments')] : []),
  ]);
  return `${head}<Types xmlns="${packaged}/content-types">${extensions.join('')}${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${overrides.join('')}</Types>`;
}

const override = (path: string, kind: string): string =>
  `<Override PartName="${path}" ContentType="${spreadsheet}.${kind}+xml"/>`;

/** The name of a sheet is in an attribute, where a quote would end it. */
const quoted = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

function workbook(sheets: readonly SheetPart[]): string {
  const list = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${quoted(name)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  );
  return `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`;
}

const link = (id: number, kind: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${relations}/${kind}" Target="${target}"/>`;
const linksXml = (links: readonly string[]): string =>
  `${head}<Relationships xmlns="${packaged}/relationships">${links.join('')}</Relationships>`;

function workbookLinks(sheets: readonly SheetPart[]): string {
  const list = sheets.map((_, index) => link(index + 1, 'worksheet', sheetPath(index + 1).replace('xl/', '')));
  return linksXml([...list, link(sheets.length + 1, 'styles', 'styles.xml')]);
}

/** A note of a cell, both counted from 0. */
export interface Note {
  row: number;
  column: number;
  text: string;
}

const notesPath = (number: number): string => `xl/comments${number}.xml`;
const drawing = (number: number): string => `drawings/vmlDrawing${number}.vml`;

/** The parts of the notes of the sheet with this number: the texts, the boxes that show them, and the links to both. */
export function notesParts(number: number, notes: readonly Note[]): Record<string, string> {
  const texts = notes.map(
    ({ row, column, text }) =>
      `<comment ref="${columnLetters(column)}${row + 1}" authorId="0"><text><t xml:space="preserve">${escapeText(text)}</t></text></comment>`,
  );
  const boxes = notes.map(
    ({ row, column }) =>
      `<v:shape type="#_x0000_t202" style="visibility:hidden;width:240pt;height:60pt" fillcolor="#ffffe1"><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
  );
  return {
    [notesPath(number)]:
      `${head}<comments xmlns="${main}"><authors><author>Уговор</author></authors><commentList>${texts.join('')}</commentList></comments>`,
    [`xl/${drawing(number)}`]: `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"/>${boxes.join('')}</xml>`,
    [`xl/worksheets/_rels/sheet${number}.xml.rels`]: linksXml([
      link(1, 'comments', `../comments${number}.xml`),
      link(2, 'vmlDrawing', `../${drawing(number)}`),
    ]),
  };
}

/** What is in a sheet before its rows: the frozen lines of the header, the widths and styles of the columns. */
export function sheetHead(columns: readonly { width: number; style?: StyleName }[], frozenRows = 1): string {
  const pane = `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>`;
  const list = columns.map(({ width, style }, index) => {
    const look = style === undefined ? '' : ` style="${styleNumbers[style]}"`;
    return `<col min="${index + 1}" max="${index + 1}" width="${width}"${look} customWidth="1"/>`;
  });
  return `${head}<worksheet xmlns="${main}" xmlns:r="${relations}"><sheetViews><sheetView workbookViewId="0">${frozenRows > 0 ? pane : ''}</sheetView></sheetViews><cols>${list.join('')}</cols><sheetData>`;
}

/** Cells of a range take one of the values of another range. */
export interface Choices {
  range: string;
  from: string;
}

interface Tail {
  filter?: string;
  choices?: readonly Choices[];
  /** Printed at the foot of each page. */
  foot?: string | undefined;
  notes?: boolean;
}

/** What is after the rows: the filter over them all, the lists of the cells, the foot of the pages, the notes. */
export function sheetTail({ filter, choices = [], foot, notes }: Tail): string {
  const lists = choices.map(
    ({ range, from }) =>
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorStyle="stop" errorTitle="Нет в списке" error="Выберите значение из списка" sqref="${range}"><formula1>${escapeText(from)}</formula1></dataValidation>`,
  );
  return [
    '</sheetData>',
    filter === undefined ? '' : `<autoFilter ref="${filter}"/>`,
    lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`,
    foot === undefined ? '' : `<headerFooter><oddFooter>${footText(foot)}</oddFooter></headerFooter>`,
    notes ? '<legacyDrawing r:id="rId2"/>' : '',
    '</worksheet>',
  ].join('');
}

/** The format allows no longer foot; a sign & begins a code in it, as the size of the letters and the number of the page. */
const longestFoot = 240;
const footText = (foot: string): string => escapeText(`&L&8${foot.replaceAll('&', '&&').slice(0, longestFoot)}&R&8&P`);

/** A, B, … Z, AA, AB, … */
export function columnLetters(index: number): string {
  const rest = index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '';
  return rest + String.fromCharCode(65 + (index % 26));
}
