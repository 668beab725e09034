import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createInflateRaw } from 'node:zlib';

/**
 * The limit of reading: the sheet that our own writer makes, unpacked and cut into the texts and numbers of its cells. It
 * trusts everything, knows no styles, shared texts or addresses, and can read nothing else. Gives the count of rows.
 */
export async function readBare(path: string): Promise<number> {
  const inflate = Readable.from([sheetOf(await readFile(path))]).pipe(createInflateRaw({ chunkSize: 262_144 }));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let rows = 0;
  for await (const piece of inflate) {
    const text = rest + decoder.write(piece as Buffer);
    const end = text.lastIndexOf('</row>') + '</row>'.length;
    rest = text.slice(end);
    for (let at = text.indexOf('<row'); at >= 0 && at < end; rows++) {
      const last = text.indexOf('</row>', at);
      cellsOf(text, at, last);
      at = text.indexOf('<row', last);
    }
  }
  return rows;
}

function cellsOf(text: string, from: number, to: number): (string | number)[] {
  const cells: (string | number)[] = [];
  for (let at = text.indexOf('<c ', from); at >= 0 && at < to; at = text.indexOf('<c ', at)) {
    const head = text.indexOf('>', at);
    const isText = text.charCodeAt(head + 2) === 105;
    const start = isText ? text.indexOf('>', head + 8) + 1 : head + 4;
    at = text.indexOf('<', start);
    cells.push(isText ? text.slice(start, at) : Number(text.slice(start, at)));
  }
  return cells;
}

/** The packed bytes of the first part of an archive, which our writer makes its first sheet. */
function sheetOf(file: Buffer): Buffer {
  const directory = file.readUInt32LE(file.length - 6);
  const packed = file.readUInt32LE(directory + 20);
  const start = 30 + file.readUInt16LE(26) + file.readUInt16LE(28);
  return file.subarray(start, start + packed);
}
