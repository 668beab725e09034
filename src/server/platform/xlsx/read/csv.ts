import type { Cell } from '#domain/registries/cell.ts';
import { refuse } from './refusal.ts';
import type { Row } from './sheet.ts';

/** The signs between values that programs write, the Russian one first. */
export const separators = [';', ',', '\t'] as const;
export type Separator = (typeof separators)[number];

const mostColumns = 500;
/** The longest cell of a spreadsheet, with room for doubled quotes. */
const longestValue = 65_534;

const lf = 10;
const cr = 13;
const quote = 34;

type State = 'start' | 'bare' | 'quoted' | 'closed';

/**
 * Takes the text of a csv file piece by piece and gives its rows: values in quotes may hold separators, doubled quotes
 * and line ends. Rows are numbered as a spreadsheet numbers them, so a line end in quotes begins none.
 */
export class CsvScanner {
  readonly #separator: number;
  /** Rows finished since they were last taken. */
  rows: Row[] = [];
  #no = 1;
  #cells: Cell[] = [];
  #column = 0;
  #value = '';
  #state: State = 'start';
  #afterCr = false;

  constructor(separator: Separator) {
    this.#separator = separator.charCodeAt(0);
  }

  write(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#state === 'quoted') {
        if (code !== quote) continue;
        this.#value += text.slice(from, at);
        this.#state = 'closed';
        from = at + 1;
      } else if (code === quote && (this.#state === 'start' || this.#state === 'closed')) {
        // The second of two quotes is a quote of the value itself.
        if (this.#state === 'closed') this.#value += '"';
        this.#state = 'quoted';
        from = at + 1;
        this.#afterCr = false;
      } else if (code === this.#separator || code === lf || code === cr) {
        this.#value += text.slice(from, at);
        this.#endOf(code);
        from = at + 1;
      } else {
        this.#state = 'bare';
        this.#afterCr = false;
      }
    }
    this.#value += text.slice(from);
    this.#judgeLength();
  }

  /** To be called after the last piece: the last line may have no end. */
  end(): void {
    if (this.#state === 'quoted') refuse('quote');
    this.#endCell();
    this.#endRow();
  }

  #endOf(code: number): void {
    const isSecond = code === lf && this.#afterCr;
    this.#afterCr = code === cr;
    if (isSecond) return;
    this.#endCell();
    if (code !== this.#separator) this.#endRow();
  }

  #endCell(): void {
    this.#judgeLength();
    const value = this.#value;
    this.#value = '';
    this.#state = 'start';
    const column = this.#column++;
    if (value === '') return;
    if (column >= mostColumns) refuse('columns');
    while (this.#cells.length < column) this.#cells.push(null);
    this.#cells.push(unwrapped(value));
  }

  #endRow(): void {
    if (this.#cells.length > 0) {
      this.rows.push({ no: this.#no, cells: this.#cells });
      this.#cells = [];
    }
    this.#no++;
    this.#column = 0;
  }

  #judgeLength(): void {
    if (this.#value.length > longestValue) refuse(this.#state === 'quoted' ? 'quote' : 'long');
  }
}

/** Programs write `="0077"` so that Excel keeps the zeros. */
function unwrapped(value: string): string {
  return value.startsWith('="') && value.length > 3 && value.indexOf('"', 2) === value.length - 1
    ? value.slice(2, -1)
    : value;
}
