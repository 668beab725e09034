import type { Cell } from '#domain/registries/cell.ts';
import { formatDay, parseDay } from '#domain/values/days.ts';
import { type NumberFormat, shownNumber } from './formats.ts';
import { refuse } from './refusal.ts';
import { longestCell, plainString, type SharedStrings } from './strings.ts';
import { type Attributes, unescapeXml, type XmlSink } from './xml.ts';

/** A row that has something in it, with its number as a spreadsheet shows it, from 1. Gaps between cells are null. */
export interface Row {
  readonly no: number;
  readonly cells: Cell[];
}

/** The format itself has no more rows; a table of more columns with values is none of ours. */
const lastRow = 1_048_576;
const mostColumns = 500;
/** Cells with and without values together; fifty thousand rows of a registry have two millions. */
const mostCells = 30_000_000;

/** What the type of a cell, its attribute `t`, says about its value. */
type CellType = 'n' | 's' | 'str' | 'inlineStr' | 'b' | 'e' | 'd';
const cellTypes: ReadonlySet<string> = new Set<CellType>(['n', 's', 'str', 'inlineStr', 'b', 'e', 'd']);

/** What the text inside a cell belongs to. */
const nowhere = 0;
const inValue = 1;
const inText = 2;

const rowsDepth = 2;
const rowDepth = 3;
const cellDepth = 4;
const partDepth = 5;

const letterR = 114;
const letterS = 115;
const letterT = 116;

/** Takes the tags of a sheet and gives its rows. */
export class SheetSink implements XmlSink {
  readonly #strings: SharedStrings;
  readonly #formats: readonly NumberFormat[];
  readonly #dates1904: boolean;
  /** Rows finished since they were last taken. */
  rows: Row[] = [];

  #inRows = false;
  #rowNo = 0;
  #cells: Cell[] = [];
  #column = -1;
  #cellCount = 0;
  #type: CellType = 'n';
  #style = 0;
  #element = nowhere;
  #text = '';
  #hasFormula = false;
  #passedAt = 0;
  #inCell = false;

  constructor(strings: SharedStrings, formats: readonly NumberFormat[], dates1904: boolean) {
    this.#strings = strings;
    this.#formats = formats;
    this.#dates1904 = dates1904;
  }

  open(name: string, depth: number, attributes: Attributes): void {
    if (depth < rowDepth) this.#inRows = depth === rowsDepth && name === 'sheetData';
    else if (!this.#inRows) return;
    else if (depth === rowDepth) this.#openRow(name, attributes);
    else if (depth === cellDepth) this.#openCell(name, attributes);
    else this.#openPart(name, depth);
  }

  text(xml: string, from: number, to: number, escaped: boolean, depth: number): void {
    if (this.#element === nowhere || depth < partDepth) return;
    const part = xml.slice(from, to);
    this.#text += escaped ? unescapeXml(part) : part;
    if (this.#text.length > longestCell) refuse('long');
  }

  close(depth: number): void {
    if (!this.#inRows) return;
    if (depth > cellDepth) this.#closePart(depth);
    else if (depth === cellDepth) this.#closeCell();
    else if (depth === rowDepth) this.#closeRow();
    else this.#inRows = false;
  }

  #openRow(name: string, attributes: Attributes): void {
    if (name !== 'row') refuse('damaged');
    const given = attributes.get('r');
    const no = given === undefined ? this.#rowNo + 1 : Number(given);
    if (!Number.isInteger(no) || no <= this.#rowNo) refuse('damaged');
    if (no > lastRow) refuse('rows');
    this.#rowNo = no;
    this.#column = -1;
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    this.rows.push({ no: this.#rowNo, cells: this.#cells });
    this.#cells = [];
  }

  /** A row may have extensions beside its cells, which say nothing of values. */
  #openCell(name: string, attributes: Attributes): void {
    this.#inCell = name === 'c';
    if (!this.#inCell) return;
    if (++this.#cellCount > mostCells) refuse('bomb');
    this.#column++;
    this.#type = 'n';
    this.#style = 0;
    this.#text = '';
    this.#hasFormula = false;
    const { offsets, xml } = attributes;
    for (let index = 0; index < attributes.count; index++) {
      const at = index * 4;
      if (offsets[at + 1]! - offsets[at]! !== 1) continue;
      const [from, to] = [offsets[at + 2]!, offsets[at + 3]!];
      const letter = xml.charCodeAt(offsets[at]!);
      if (letter === letterR) this.#moveTo(columnOf(xml, from, to));
      else if (letter === letterS) this.#style = digitsOf(xml, from, to);
      else if (letter === letterT) this.#type = cellType(xml.slice(from, to));
    }
  }

  /** Cells go from left to right; one with its place named may leave a gap. */
  #moveTo(column: number): void {
    if (column < this.#column) refuse('damaged');
    this.#column = column;
  }

  #openPart(name: string, depth: number): void {
    if (!this.#inCell) return;
    if (depth === partDepth) {
      this.#passedAt = 0;
      this.#element = name === 'v' ? inValue : nowhere;
      if (name === 'f') this.#hasFormula = true;
    } else if (this.#passedAt === 0) {
      if (name === 'rPh') this.#passedAt = depth;
      this.#element = name === 't' && this.#type === 'inlineStr' ? inText : nowhere;
    }
  }

  #closePart(depth: number): void {
    this.#element = nowhere;
    if (depth === this.#passedAt) this.#passedAt = 0;
  }

  #closeCell(): void {
    if (!this.#inCell) return;
    const value = this.#value();
    if (value === null) return;
    if (this.#column >= mostColumns) refuse('columns');
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells.push(value);
  }

  /** The value of the cell that ends here; null for an empty one. */
  #value(): Cell {
    const text = this.#text;
    if (text === '') return this.#hasFormula && this.#type !== 'str' ? { fault: '' } : null;
    switch (this.#type) {
      case 's':
        return this.#strings.get(digitsOf(text, 0, text.length)) || null;
      case 'str':
      case 'inlineStr':
        return plainString(text);
      case 'b':
        return text === '1' || text === 'true';
      case 'e':
        return { fault: text.slice(0, 20) };
      case 'd':
        return shownDay(text);
      default:
        return this.#number(text);
    }
  }

  #number(text: string): Cell {
    const value = numberOf(text);
    const format = this.#formats[this.#style];
    return format === undefined || format.kind === 'plain' ? value : shownNumber(value, format, this.#dates1904);
  }
}

const cellType = (text: string): CellType => (cellTypes.has(text) ? (text as CellType) : refuse('damaged'));

/** The column of an address such as AB12, counted from 0. */
function columnOf(xml: string, from: number, to: number): number {
  let column = 0;
  let at = from;
  for (; at < to && at < from + 4; at++) {
    const letter = xml.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column > 0 && column <= 16_384 ? column - 1 : refuse('damaged');
}

/** A whole number of up to nine digits, as places and indexes are. */
function digitsOf(xml: string, from: number, to: number): number {
  if (to === from || to - from > 9) {
    const value = Number(xml.slice(from, to).trim() || Number.NaN);
    return Number.isSafeInteger(value) && value >= 0 ? value : refuse('damaged');
  }
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = xml.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return refuse('damaged');
    value = value * 10 + digit;
  }
  return value;
}

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

function numberOf(text: string): number {
  const value = decimal.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : refuse('damaged');
}

/** A date written as ISO 8601, in the form in which all others come. */
function shownDay(text: string): Cell {
  const [, date = '', time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})?.*)?$/.exec(text) ?? [];
  const day = parseDay(date);
  if (day === null) return text;
  return time === undefined || time === '00:00:00' ? formatDay(day) : `${formatDay(day)} ${time}`;
}
