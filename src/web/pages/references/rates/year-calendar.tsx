import { useState } from 'react';
import type { MovedDay } from '#domain/rates/rate-kinds.ts';
import { readRate } from '#domain/rates/read-rate.ts';
import { movesText } from '#domain/rates/typed-rate.ts';
import { businessCalendar, isDayOffByLaw } from '#domain/values/business-calendar.ts';
import { addDays, type Day, daysBetween, formatDay, toDay, weekday } from '#domain/values/days.ts';
import { classes } from '#web/ui/classes.ts';
import { ratesTexts } from './texts.ts';
import styles from './year-calendar.module.css';

const t = ratesTexts.calendar;
const twelve = Array.from({ length: 12 }, (_, index) => index + 1);

interface Props {
  year: number;
  /** The moved days as they are typed. */
  text: string;
  onChange: (text: string) => void;
}

/** The year as it will be worked. A day off is pressed first, then the day that is given for it; a moved one goes back. */
export function YearCalendar({ year, text, onChange }: Props) {
  const [picked, setPicked] = useState<Day | null>(null);
  const read = readRate({ label: '', holds: 'moves' }, text, year);
  const moves = 'problem' in read ? [] : (read.value as readonly MovedDay[]);
  const isWorked = businessCalendar({ [year]: moves }).isWorkingDay;
  const press = (day: Day) => {
    const isMoved = moves.some(({ from, to }) => from === day || to === day);
    if (isMoved) onChange(movesText(moves.filter(({ from, to }) => from !== day && to !== day)));
    else if (isDayOffByLaw(day)) setPicked(picked === day ? null : day);
    else if (picked) {
      onChange(movesText([...moves, { from: picked, to: day }]));
      setPicked(null);
    }
  };
  return (
    <details className={styles.year}>
      <summary>{t.title(year)}</summary>
      <p className="dim small" role="status">
        {'problem' in read ? read.problem : picked ? t.whereTo(formatDay(picked)) : t.whichOne}
      </p>
      <div className={styles.months}>
        {twelve.map((month) => (
          <section key={month} aria-label={t.months[month - 1]}>
            <strong>{t.months[month - 1]}</strong>
            <div className={styles.days}>
              {daysOf(year, month).map((day, index) => {
                const isOff = !isWorked(day);
                const isMoved = moves.some(({ from, to }) => from === day || to === day);
                return (
                  <button
                    key={day}
                    type="button"
                    className={classes(styles.day, isOff && styles.off, isMoved && styles.moved)}
                    style={index === 0 ? { gridColumnStart: weekday(day) } : undefined}
                    aria-pressed={day === picked || isMoved}
                    aria-label={t.dayOf(day, isOff)}
                    onClick={() => press(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                );
              })}
            </div>
          </section>
        ))}
      </div>
      <p className="dim small">{t.workingDays(workingDaysOf(year, isWorked))}</p>
    </details>
  );
}

function daysOf(year: number, month: number): Day[] {
  const first = toDay(`${year}-${String(month).padStart(2, '0')}-01`);
  const all = Array.from({ length: 31 }, (_, index) => addDays(first, index));
  return all.filter((day) => day.slice(5, 7) === first.slice(5, 7));
}

/** It is the figure that published calendars end with, so that a mistake is seen. */
function workingDaysOf(year: number, isWorked: (day: Day) => boolean): number {
  const first = toDay(`${year}-01-01`);
  const count = daysBetween(first, toDay(`${year + 1}-01-01`));
  return Array.from({ length: count }, (_, index) => addDays(first, index)).filter(isWorked).length;
}
