/**
 * A cell as a spreadsheet gives it: a text, a number, a flag or nothing. Days and instants come as the text that the
 * spreadsheet shows (ДД.ММ.ГГГГ, ДД.ММ.ГГГГ ЧЧ:ММ:СС), a number whose format shows leading zeros comes with them as text.
 */
export type Cell = string | number | boolean | null | Fault;

/** A cell without a value: an error such as #N/A, or a formula that nobody has calculated. */
interface Fault {
  readonly fault: string;
}

export const isFault = (cell: Cell): cell is Fault => typeof cell === 'object' && cell !== null;

// Spaces that look alike to a person, and signs that he cannot see at all.
const strangeSpace = /[\p{Zs}\p{Zl}\p{Zp}\t\r\n\v\f]/gu;
const invisible = /[\p{Cc}\p{Cf}\u{fffe}\u{ffff}]/gu;
// oxlint-disable-next-line no-control-regex
const plainText = /^[!-~А-Яа-яЁё№]*(?: [!-~А-Яа-яЁё№]+)*$/;

/** The text of a cell as a person sees it: one line, plain single spaces, nothing invisible, no spaces at the ends. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return plainText.test(cell) ? cell : plainSpaces(cell);
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 'да' : 'нет';
  return cell.fault;
}

function plainSpaces(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(strangeSpace, ' ')
    .replace(invisible, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}
