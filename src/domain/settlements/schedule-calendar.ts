import { addDays, type Day } from '../values/days.ts';

/** A schedule as a calendar reads it (RFC 5545): the days of its payments, and nothing that tells of whom or how much. */
interface ScheduleCalendar {
  /** The number of the agreement. */
  readonly number: string;
  /** Where the payment is made, and the host of that address. */
  readonly url: string;
  readonly host: string;
  readonly madeAt: Date;
  readonly rows: readonly { readonly no: number; readonly dueDate: Day }[];
}

const mostOctets = 75;

/** The text of the file. Calendars lie in other people's clouds: a payment is named by its agreement, without names and sums. */
export function scheduleCalendar({ number, url, host, madeAt, rows }: ScheduleCalendar): string {
  const stamp = madeAt.toISOString().replace(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ugovor//Schedule//RU',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...rows.flatMap(({ no, dueDate }) => [
      'BEGIN:VEVENT',
      // Loaded anew, an event that is there already takes the new day.
      `UID:${escaped(number)}-${no}@${host}`,
      `SEQUENCE:${Math.floor(madeAt.getTime() / 60_000)}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${compact(dueDate)}`,
      `DTEND;VALUE=DATE:${compact(addDays(dueDate, 1))}`,
      `SUMMARY:${escaped(`Платёж по соглашению ${number}`)}`,
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escaped(`Завтра платёж по соглашению ${number}`)}`,
      // At ten in the morning of the day before.
      'TRIGGER:-PT14H',
      'END:VALARM',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const compact = (day: Day): string => day.replaceAll('-', '');

const escaped = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n');

/** How many octets a letter takes in UTF-8. */
function octetsOf(letter: string): number {
  const code = letter.codePointAt(0)!;
  if (code < 0x80) return 1;
  if (code < 0x8_00) return 2;
  return code < 0x1_00_00 ? 3 : 4;
}

/** No line is longer than 75 octets; what goes on begins with a space, and no letter is parted. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const letter of line) {
    const size = octetsOf(letter);
    if (octets + size > mostOctets) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += letter;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
