import { addDays, formatDay, toDay } from '#domain/values/days.ts';

/** How a number is shown, as far as it changes what the number means. */
export type NumberFormat =
  | { readonly kind: 'plain' | 'instant' | 'percent' }
  | { readonly kind: 'digits'; readonly length: number };

const plain: NumberFormat = { kind: 'plain' };
const instant: NumberFormat = { kind: 'instant' };
const percent: NumberFormat = { kind: 'percent' };

/** Numbers of the formats that a file need not describe: dates and times (also the eastern ones), percents. */
const knownDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** The format with this number; `code` is its description when the file has one. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code !== undefined) return describedFormat(code);
  if (id === 9 || id === 10) return percent;
  return knownDates.some(([from, to]) => id >= from && id <= to) ? instant : plain;
}

function describedFormat(code: string): NumberFormat {
  // The first section is for positive numbers; quoted and escaped signs, colours and conditions say nothing here.
  const section = code
    .slice(0, 255)
    .replace(/"[^"]*"?|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, (part) => (part.startsWith('[') ? '' : ' '));
  const [first = ''] = section.split(';');
  if (/general|основной|@/i.test(first)) return plain;
  if (/[dmyhs]|[дмгчс]{2,}/i.test(first.replace(/e[+-]/gi, ''))) return instant;
  if (first.includes('%')) return percent;
  const length = /^[0\s()+/-]+$/.test(first) ? (first.match(/0/g)?.length ?? 0) : 0;
  return length > 1 ? { kind: 'digits', length } : plain;
}

const epoch = toDay('1899-12-30');
const secondsPerDay = 86_400;
/** Before 1 March 1900 Excel's calendar is wrong; after 9999 there is none. */
const firstSerial = 61;
const lastSerial = 2_958_465;

/** Days between the two calendars that a workbook may count by. */
export const days1904 = 1_462;

/** A number as the cell shows it: a text when the format makes one of it, otherwise the number itself. */
export function shownNumber(value: number, format: NumberFormat, dates1904: boolean): string | number {
  switch (format.kind) {
    case 'instant':
      return shownInstant(dates1904 ? value + days1904 : value) ?? value;
    case 'percent':
      return `${Number((value * 100).toPrecision(15))}%`;
    case 'digits':
      return Number.isSafeInteger(value) && value >= 0 ? String(value).padStart(format.length, '0') : value;
    default:
      return value;
  }
}

/** ДД.ММ.ГГГГ, with the time when there is one; null when the number is no day (a time alone, too early, too late). */
function shownInstant(serial: number): string | null {
  if (!(serial >= firstSerial && serial < lastSerial + 1)) return null;
  const seconds = Math.round((serial - Math.floor(serial)) * secondsPerDay);
  const day = shownDay(Math.floor(serial) + Math.floor(seconds / secondsPerDay));
  const rest = seconds % secondsPerDay;
  if (rest === 0) return day;
  const [hours, minutes] = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60];
  return `${day} ${[hours, minutes, rest % 60].map((part) => String(part).padStart(2, '0')).join(':')}`;
}

/** Days of the last and the next decades, each written once: a registry names the same ones again and again. */
const knownDays: (string | undefined)[] = [];
const lastKnown = 80_000;

function shownDay(serial: number): string {
  if (serial > lastKnown) return formatDay(addDays(epoch, serial));
  return (knownDays[serial] ??= formatDay(addDays(epoch, serial)));
}
