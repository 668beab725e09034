import { type NumberFormat, numberFormat } from './formats.ts';
import { refuse } from './refusal.ts';
import { type Attributes, XmlScanner, type XmlSink } from './xml.ts';
import type { Archive, Part } from './zip.ts';

/** What a workbook is made of, read from its small parts. */
interface Book {
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean; readonly part: Part }[];
  readonly dates1904: boolean;
  /** The format of a cell by the number of its style. */
  readonly formats: readonly NumberFormat[];
  readonly strings: Part | undefined;
}

/** The small parts are read whole; none of them is large in a real workbook. */
const largestSmallPart = 20 * 1024 * 1024;
const mostSheets = 256;
const mostFormats = 65_536;

/** Reads the parts that describe a workbook, and refuses what is not one. */
export async function openBook(archive: Archive): Promise<Book> {
  const parts = new Map(archive.parts.map((part) => [part.name, part]));
  judgeContents(parts);
  const types = await contentTypes(archive, parts.get('[content_types].xml') ?? refuse('unknown'));
  const path = await workbookPath(archive, parts);
  judgeType(types.get(path) ?? '');
  const links = await linksOf(archive, parts, path);
  const { sheets, dates1904 } = await workbook(archive, parts.get(path) ?? refuse('damaged'));
  const linked = (kind: string): Part | undefined => {
    const target = [...links.values()].find((link) => link.kind === kind)?.target;
    return target === undefined ? undefined : parts.get(target);
  };
  return {
    dates1904,
    strings: linked('sharedstrings'),
    formats: await formatsOf(archive, linked('styles')),
    sheets: sheets.flatMap(({ name, hidden, link }) => {
      const { kind, target } = links.get(link) ?? refuse('damaged');
      return kind === 'worksheet' ? [{ name, hidden, part: parts.get(target) ?? refuse('damaged') }] : [];
    }),
  };
}

/** Tells the other documents that come as archives by what is inside. */
function judgeContents(parts: ReadonlyMap<string, Part>): void {
  const names = [...parts.keys()];
  const has = (test: (name: string) => boolean): boolean => names.some(test);
  if (has((name) => name.endsWith('vbaproject.bin'))) refuse('macro');
  if (has((name) => name === 'xl/workbook.bin')) refuse('xlsb');
  if (has((name) => name === 'content.xml') && has((name) => name === 'mimetype')) refuse('ods');
  if (has((name) => name.startsWith('word/') || name.startsWith('ppt/'))) refuse('document');
}

function judgeType(type: string): void {
  if (/macroenabled/i.test(type)) refuse('macro');
  if (/binary/i.test(type)) refuse('xlsb');
  if (type !== '' && !/spreadsheetml/i.test(type)) refuse('document');
}

/** The types of parts that are named one by one. */
async function contentTypes(archive: Archive, part: Part): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  await scan(archive, part, (name, _depth, attributes) => {
    if (name !== 'Override') return;
    types.set(partName('', attributes.get('PartName') ?? ''), attributes.get('ContentType') ?? '');
  });
  return types;
}

async function workbookPath(archive: Archive, parts: ReadonlyMap<string, Part>): Promise<string> {
  const links = await linksOf(archive, parts, '');
  const main = [...links.values()].find(({ kind }) => kind === 'officedocument');
  return main?.target ?? (parts.has('xl/workbook.xml') ? 'xl/workbook.xml' : refuse('unknown'));
}

interface Link {
  readonly kind: string;
  readonly target: string;
}

/** The links of a part to others by their ids. The kind is the last word of its type, which both editions share. */
async function linksOf(archive: Archive, parts: ReadonlyMap<string, Part>, path: string): Promise<Map<string, Link>> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const part = parts.get(`${folder}_rels/${path.slice(folder.length)}.rels`);
  const links = new Map<string, Link>();
  if (!part) return links;
  await scan(archive, part, (name, _depth, attributes) => {
    if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
    const kind = (attributes.get('Type') ?? '').split('/').at(-1)!.toLowerCase();
    links.set(attributes.get('Id') ?? '', { kind, target: partName(folder, attributes.get('Target') ?? '') });
  });
  return links;
}

/** The name of a part that a link names, relative to the folder of the part that has the link. */
function partName(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const steps: string[] = [];
  for (const step of (path.startsWith('/') ? path : `${folder}${path}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/').toLowerCase();
}

interface SheetLink {
  readonly name: string;
  readonly hidden: boolean;
  readonly link: string;
}

async function workbook(archive: Archive, part: Part): Promise<{ sheets: SheetLink[]; dates1904: boolean }> {
  const sheets: SheetLink[] = [];
  let dates1904 = false;
  await scan(archive, part, (name, depth, attributes) => {
    if (name === 'workbookPr' && depth === 2) dates1904 = isTrue(attributes.get('date1904'));
    if (name !== 'sheet' || depth !== 3) return;
    if (sheets.length === mostSheets) refuse('parts');
    const state = attributes.get('state') ?? 'visible';
    const link = attributes.get('id', true) ?? refuse('damaged');
    sheets.push({ name: attributes.get('name') ?? '', hidden: state !== 'visible', link });
  });
  return { sheets, dates1904 };
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The styles of cells, each as the format that its numbers are shown in. */
async function formatsOf(archive: Archive, part: Part | undefined): Promise<NumberFormat[]> {
  if (!part) return [];
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let inside = '';
  await scan(archive, part, (name, depth, attributes) => {
    if (depth === 2) inside = name;
    if (depth !== 3) return;
    if (styles.length + codes.size > mostFormats) refuse('parts');
    const id = Number(attributes.get('numFmtId') ?? 0);
    if (inside === 'numFmts') codes.set(id, attributes.get('formatCode') ?? '');
    if (inside === 'cellXfs') styles.push(id);
  });
  return styles.map((id) => numberFormat(id, codes.get(id)));
}

/** Reads a small part to its end, calling `open` for every tag. */
async function scan(
  archive: Archive,
  part: Part,
  open: (name: string, depth: number, attributes: Attributes) => void,
): Promise<void> {
  if (part.unpacked > largestSmallPart) refuse('bomb');
  const sink: XmlSink = { open, text: () => undefined, close: () => undefined };
  const scanner = new XmlScanner(sink);
  for await (const bytes of archive.read(part)) scanner.write(bytes);
  scanner.end();
}
