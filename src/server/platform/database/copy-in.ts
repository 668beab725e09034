import type { Writable } from 'node:stream';
import { CompiledQuery } from 'kysely';
import type { CopyText } from './copy-text.ts';
import type { Tx } from './db.ts';

const copying = /^copy \w+ \([\w, ]+\) from stdin$/;

/**
 * Adds rows to a table by COPY, which costs the database a third of an INSERT.
 * @param columns as SQL names them
 * @param rows in pieces of whole lines
 */
export async function copyInto(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: readonly CopyText[],
): Promise<void> {
  const pieces = rows.filter(({ length }) => length > 0);
  if (pieces.length === 0) return;
  await tx.executeQuery(CompiledQuery.raw(`copy ${table} (${columns.join(', ')}) from stdin`, pieces));
}

/** Whether a statement with these values is a COPY whose values are its rows. */
export const isCopy = (text: unknown, values: unknown): values is CopyText[] =>
  typeof text === 'string' && Array.isArray(values) && values[0] instanceof Uint8Array && copying.test(text);

/** What the driver lets a query say to the connection. */
interface Wire {
  readonly stream: Writable;
  query(text: string): void;
  endCopyFrom(): void;
}

interface Copied {
  command: 'COPY';
  rowCount: number;
  rows: [];
}

/**
 * COPY … FROM STDIN as a query that the driver takes in its turn; it ends as any other does. Rows go past the driver's own
 * writer: that would keep a buffer as large as they are for every later message of every connection.
 */
export class CopyIn {
  readonly #text: string;
  readonly #rows: readonly CopyText[];
  readonly #resolve: (copied: Copied) => void;
  readonly handleError: (error: Error) => void;
  #count = 0;

  constructor(
    text: string,
    rows: readonly CopyText[],
    resolve: (copied: Copied) => void,
    reject: (error: Error) => void,
  ) {
    this.#text = text;
    this.#rows = rows;
    this.#resolve = resolve;
    this.handleError = reject;
  }

  submit(wire: Wire): void {
    wire.query(this.#text);
  }

  handleCopyInResponse(wire: Wire): void {
    wire.stream.cork();
    for (const piece of this.#rows) {
      wire.stream.write(headOf(piece));
      wire.stream.write(piece);
    }
    wire.endCopyFrom();
    wire.stream.uncork();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(text.split(' ')[1]);
  }

  handleReadyForQuery(): void {
    this.#resolve({ command: 'COPY', rowCount: this.#count, rows: [] });
  }
}

/** CopyData: the letter d and the length, itself included. */
function headOf({ length }: CopyText): Buffer {
  const head = Buffer.alloc(5, 'd');
  head.writeUInt32BE(length + 4, 1);
  return head;
}
