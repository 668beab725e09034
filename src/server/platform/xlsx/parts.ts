import { escapeText } from './cells.ts';

/** The small parts of a workbook around its sheets. */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Styles by number: 0 plain, 1 header, 2 text, 3 money, 4 day, 5 instant. Text keeps its zeros when it is edited. */
const styles = `${head}<styleSheet xmlns="${main}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>
${[49, 4, 164, 165].map((format) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

const packageLinks = `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The path of the sheet with this number, counted from 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** All parts but the sheets, by their paths. */
export function partsAround(sheets: readonly string[]): Record<string, string> {
  return {
    '[Content_Types].xml': contentTypes(sheets),
    '_rels/.rels': packageLinks,
    'xl/workbook.xml': workbook(sheets),
    'xl/_rels/workbook.xml.rels': workbookLinks(sheets),
    'xl/styles.xml': styles,
  };
}

function contentTypes(sheets: readonly string[]): string {
  const overrides = sheets.map((_, index) => override(`/${sheetPath(index + 1)}`, 'worksheet'));
  return `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${overrides.join('')}</Types>`;
}

const override = (path: string, kind: string): string =>
  `<Override PartName="${path}" ContentType="${spreadsheet}.${kind}+xml"/>`;

function workbook(sheets: readonly string[]): string {
  const list = sheets.map(
    (name, index) => `<sheet name="${escapeText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`;
}

function workbookLinks(sheets: readonly string[]): string {
  const link = (id: number, kind: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${relations}/${kind}" Target="${target}"/>`;
  const list = sheets.map((_, index) => link(index + 1, 'worksheet', sheetPath(index + 1).replace('xl/', '')));
  return `${head}<Relationships xmlns="${packaged}/relationships">${list.join('')}${link(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`;
}

/** What stands in a sheet before its rows: the frozen header line and the widths of the columns. */
export function sheetHead(widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

/** What stands after the rows; the filter covers them all. */
export const sheetTail = (lastCell: string): string => `</sheetData><autoFilter ref="A1:${lastCell}"/></worksheet>`;
