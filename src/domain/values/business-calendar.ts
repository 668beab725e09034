import { addDays, type Day, toDay, weekday } from './days.ts';

/** Days off moved by a decree of the Government for a year: each is worked, or was a holiday anyway, and given back. */
type Decree = readonly { readonly from: Day; readonly to: Day }[];

/** The decrees known, by year. A year without one goes by the Labour Code alone. */
export type Decrees = Readonly<Record<number, Decree>>;

/** Which days are worked in a five-day week. */
export type BusinessCalendar = {
  /** Whether the year has its decree; without it the calendar is only what the Labour Code says. */
  readonly isPublished: (year: number) => boolean;
  readonly isWorkingDay: (day: Day) => boolean;
  /** The day itself when it is worked, else the first worked one after it (ГК РФ, ст. 193). */
  readonly onOrAfter: (day: Day) => Day;
  /** The day on which the given count of working days after a day has passed; a count below one throws. */
  readonly addWorkingDays: (day: Day, count: number) => Day;
};

/** Public holidays as month and day (ТК РФ, ст. 112). */
const NEW_YEAR = ['01-01', '01-02', '01-03', '01-04', '01-05', '01-06', '01-07', '01-08'];
const HOLIDAYS = ['02-23', '03-08', '05-01', '05-09', '06-12', '11-04'];

/** The calendar of Russia by the decrees that are known. */
export function businessCalendar(decrees: Decrees): BusinessCalendar {
  const years = new Map<number, YearOff>();

  const isWorkingDay = (day: Day): boolean => {
    const year = yearOf(day);
    const known = years.get(year) ?? offOf(year, decrees[year]);
    years.set(year, known);
    return isWorked(day, known);
  };

  const onOrAfter = (day: Day): Day => {
    let found = day;
    while (!isWorkingDay(found)) found = addDays(found, 1);
    return found;
  };

  const addWorkingDays = (day: Day, count: number): Day => {
    if (!Number.isInteger(count) || count < 1) throw new RangeError(`Not a count of working days: ${count}`);
    let found = day;
    for (let passed = 0; passed < count; passed++) found = onOrAfter(addDays(found, 1));
    return found;
  };

  return { isPublished: (year) => year in decrees, isWorkingDay, onOrAfter, addWorkingDays };
}

/** A Saturday, a Sunday or a public holiday, whatever a decree moves. */
export const isDayOffByLaw = (day: Day): boolean =>
  weekday(day) > 5 || [...NEW_YEAR, ...HOLIDAYS].includes(day.slice(5));

type YearOff = { readonly off: ReadonlySet<Day>; readonly worked: ReadonlySet<Day> };

function isWorked(day: Day, { off, worked }: YearOff): boolean {
  return !off.has(day) && (weekday(day) < 6 || worked.has(day));
}

/**
 * A holiday that falls on a weekend moves to the next working day after it (ТК РФ, ст. 112, ч. 2), unless the decree says
 * where to. Those of January are moved by a decree only.
 */
function offOf(year: number, given: Decree | undefined): YearOff {
  const moved = given ?? [];
  const holidays = HOLIDAYS.map((date) => toDay(`${String(year).padStart(4, '0')}-${date}`));
  const newYear = NEW_YEAR.map((date) => toDay(`${String(year).padStart(4, '0')}-${date}`));
  const off = new Set([...newYear, ...holidays, ...moved.map(({ to }) => to)]);
  const worked = new Set(moved.map(({ from }) => from).filter((from) => !off.has(from)));
  const decided = new Set(moved.map(({ from }) => from));
  for (const holiday of holidays) {
    if (weekday(holiday) < 6 || decided.has(holiday)) continue;
    let next = addDays(holiday, 1);
    while (!isWorked(next, { off, worked })) next = addDays(next, 1);
    off.add(next);
  }
  return { off, worked };
}

function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}
