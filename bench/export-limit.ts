/**
 * The limit of an export: the database's own COPY and a writer by hand that knows nothing but text cells, packed at the
 * quickest level and thrown away. No program on the same runtime and database can do less.
 *
 * Its arguments are the JSON of the connection and the query; it prints the number of packed bytes.
 */
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import pg from 'pg';

const [connection, query] = process.argv.slice(2);
const pieceBytes = 131_072;

/** What the driver asks of a query that speaks to the connection itself. */
interface Copying {
  submit(connection: { query(text: string): void }): void;
  handleCopyData(message: { chunk: Buffer }): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

const deflate = createDeflateRaw({ level: 1 });
let packed = 0;
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    packed += chunk.length;
    done();
  },
});
const written = pipeline(deflate, sink);

let piece = '';
const cell = (text: string): string =>
  `<c t="inlineStr"><is><t>${/[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text}</t></is></c>`;
function writeLine(line: string): void {
  piece += '<row>';
  for (const text of line.split('\t')) if (text !== '\\N') piece += cell(text);
  piece += '</row>';
  if (piece.length < pieceBytes) return;
  deflate.write(piece);
  piece = '';
}

const client = new pg.Client({ ...(JSON.parse(connection!) as pg.ClientConfig), statement_timeout: 0 });
await client.connect();
await new Promise<void>((resolve, reject) => {
  const copying: Copying = {
    submit: (wire) => wire.query(`copy (${query}) to stdout`),
    handleCopyData: ({ chunk }) => writeLine(chunk.toString('utf8', 0, chunk.length - 1)),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: resolve,
    handleError: reject,
  };
  client.query(copying as never);
});
await client.end();
deflate.end(piece);
await written;
console.log(packed);
