/**
 * Words as they are looked for: in small letters, and with «е» for «ё», as half of all people write it. Some machines write «й» and «ё»
 * as a letter and a sign above it: here they are one letter.
 */
export const plainWords = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ё', 'е');

/** Whether a text has in it what was typed. */
export const hasWords = (text: string, typed: string): boolean => plainWords(text).includes(plainWords(typed));

/** One thing that a text must have in it to be found: a word, or a number by its parts, whatever stands between them. */
export type SoughtWord = readonly string[];

/**
 * What was typed, as it is looked for: words stand in any order, and a number is written with spaces, dashes or strokes or
 * without, so numbers that follow one another are parts of one. Nothing that could be looked for is looked for as it is.
 */
export function soughtWords(typed: string): SoughtWord[] {
  const plain = plainWords(typed).trim();
  const words: string[][] = [];
  let number: string[] | undefined;
  for (const written of plain.split(/\s+/)) {
    const parts = written.match(/\p{L}+|\p{N}+/gu) ?? [];
    if (parts.length === 0) continue;
    const isNumber = isOfPaper(written) && !/\p{L}/u.test(written);
    if (number && isNumber) number.push(...parts);
    else words.push(isWord(written) ? [trimmed(written)] : isOfPaper(written) ? [...parts] : [written]);
    number = isNumber ? words.at(-1) : undefined;
  }
  return words.length > 0 ? words : [[plain]];
}

/** Whether the signs of a number are those that divide it on paper; with any other sign, as in «1%0», it is meant as it is. */
const isOfPaper = (written: string): boolean =>
  /^[\p{L}\p{N}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}./,:;'"+№#]+$/u.test(written);

const isWord = (written: string): boolean => !/\d/.test(written);

/** Without the signs around it: a comma, a quotation mark. */
const trimmed = (word: string): string => word.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]+$/u, '');
