import { type Day, toDay } from './days.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

interface LocalTime {
  readonly day: Day;
  readonly hour: number;
  readonly minute: number;
}

/** What a clock of a zone of the tz database shows at an instant. */
export function localTime(at: Date, zone: string): LocalTime {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: toDay(`${parts['year']}-${parts['month']}-${parts['day']}`),
    hour: Number(parts['hour']),
    minute: Number(parts['minute']),
  };
}

/** When a clock of a zone shows a day and a time, «14:05». The zones of Russia move no clocks. */
export function instantAt(zone: string, day: Day, time: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const shown = localTime(new Date(asUtc), zone);
  const shownUtc = Date.parse(`${shown.day}T00:00:00Z`) + (shown.hour * 60 + shown.minute) * 60_000;
  return new Date(asUtc - (shownUtc - asUtc));
}
