import type { Kopecks } from '../money.ts';
import { type Forms, plural } from './words.ts';

const UNITS = ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'];
const FEMININE = ['', 'одна', 'две'];
const TEENS = [
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
];
const TENS = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
];
const HUNDREDS = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
];

/** The names of thousands and above, by groups of three digits. */
const SCALES: readonly Forms[] = [
  ['тысяча', 'тысячи', 'тысяч'],
  ['миллион', 'миллиона', 'миллионов'],
  ['миллиард', 'миллиарда', 'миллиардов'],
  ['триллион', 'триллиона', 'триллионов'],
  ['квадриллион', 'квадриллиона', 'квадриллионов'],
];

const NO_BREAK_SPACE = '\u00A0';

/** A whole number in words, masculine unless told: 184500 → «сто восемьдесят четыре тысячи пятьсот». */
export function numberInWords(value: number, feminine = false): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a whole number: ${value}`);
  if (value === 0) return 'ноль';
  const words: string[] = [];
  for (let rest = value, scale = 0; rest > 0; rest = Math.floor(rest / 1000), scale++) {
    const group = rest % 1000;
    if (group > 0) words.unshift(groupInWords(group, scale, feminine));
  }
  return words.join(' ');
}

/** «184 500 (сто восемьдесят четыре тысячи пятьсот) рублей 00 копеек», as documents write a sum (docs/domain.md §11). */
export function sumInWords(amount: Kopecks): string {
  if (amount < 0) throw new RangeError('A document names no sum below zero');
  const roubles = Math.floor(amount / 100);
  const rest = amount % 100;
  const digits = String(roubles).replace(/\B(?=(?:\d{3})+$)/g, NO_BREAK_SPACE);
  const roublesWord = plural(roubles, ['рубль', 'рубля', 'рублей']);
  const restWord = plural(rest, ['копейка', 'копейки', 'копеек']);
  return `${digits} (${numberInWords(roubles)}) ${roublesWord} ${String(rest).padStart(2, '0')} ${restWord}`;
}

/** Three digits and the name of their scale; thousands are feminine. */
function groupInWords(group: number, scale: number, feminine: boolean): string {
  const units = group % 10;
  const tens = Math.floor(group / 10) % 10;
  const isFeminine = scale === 1 || (scale === 0 && feminine);
  const last = tens === 1 ? [TEENS[units]] : [TENS[tens], (isFeminine && FEMININE[units]) || UNITS[units]];
  const name = scale > 0 ? plural(group, SCALES[scale - 1] as Forms) : '';
  return [HUNDREDS[Math.floor(group / 100)], ...last, name].filter(Boolean).join(' ');
}
