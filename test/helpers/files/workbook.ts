import { inflateRawSync } from 'node:zlib';

/** A cell as it stands in the file: its text or digits, its type and its style. */
export interface Cell {
  value: string;
  type: 'inlineStr' | 'b' | 'n';
  style: number;
}
/** A sheet with its rows; a cell that is not there is undefined. */
export interface Sheet {
  name: string;
  xml: string;
  rows: (Cell | undefined)[][];
}

/** Reads a workbook as our writer makes it. */
export function readWorkbook(file: Buffer): Sheet[] {
  const parts = unzip(file);
  const names = [...parts.get('xl/workbook.xml')!.matchAll(/<sheet name="([^"]*)"/g)].map((found) => found[1]!);
  return names.map((name, index) => {
    const xml = parts.get(`xl/worksheets/sheet${index + 1}.xml`)!;
    return { name, xml, rows: rowsOf(xml) };
  });
}

/** The values of a sheet, the header first; an absent cell is null. */
export const valuesOf = ({ rows }: Sheet): (string | null)[][] => {
  const width = rows[0]!.length;
  return rows.map((row) => Array.from({ length: width }, (_, index) => row[index]?.value ?? null));
};

const centralHeader = 0x02014b50;
const endHeader = 0x06054b50;

/** The texts of all files in an archive, by the directory at its end; a cut archive has none and throws. */
export function unzip(file: Buffer): Map<string, string> {
  const end = file.length - 22;
  if (end < 0 || file.readUInt32LE(end) !== endHeader) throw new Error('Not a whole archive');
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  while (file.readUInt32LE(at) === centralHeader) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset));
    const name = file.toString('utf8', at + 46, at + 46 + nameLength!);
    const local = file.readUInt32LE(at + 42);
    const data = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    parts.set(name, inflateRawSync(file.subarray(data, data + file.readUInt32LE(at + 20))).toString());
    at += 46 + nameLength! + extra! + comment!;
  }
  return parts;
}

const cellShape = /<c r="([A-Z]+)\d+"([^>]*)>(?:<is><t[^>]*>([^<]*)<\/t><\/is>|<v>([^<]*)<\/v>)<\/c>/g;

function rowsOf(xml: string): (Cell | undefined)[][] {
  return [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map((row) => {
    const cells: (Cell | undefined)[] = [];
    for (const [, letters, attributes, text, value] of row[1]!.matchAll(cellShape)) {
      cells[columnOf(letters!)] = {
        value: text === undefined ? value! : unescapeText(text),
        type: (/t="(\w+)"/.exec(attributes!)?.[1] ?? 'n') as Cell['type'],
        style: Number(/s="(\d+)"/.exec(attributes!)?.[1] ?? 0),
      };
    }
    return cells;
  });
}

const columnOf = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const unescapeText = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
