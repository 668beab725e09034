import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Result } from '#contract/kernel/op.ts';
import type { closeDay } from '#contract/money/close-day.ts';
import { businessDayMachine } from '#domain/money/close-day.ts';
import { addDays, addMonths, toDay, weekday } from '#domain/values/days.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Card } from '#web/ui/display/card.tsx';
import { formatCalendarDay, formatDayOf } from '#web/ui/format.ts';
import styles from './close-day.module.css';
import { texts as t } from './texts.ts';

type Results = Result<typeof closeDay.results>;

/** The days of a month, each with its seal. */
export function Calendar({ results, onDay }: { results: Results; onDay: (day: string) => void }) {
  const { shown, days } = results;
  const first = toDay(`${shown.day.slice(0, 7)}-01`);
  const next = addMonths(first, 1);
  const known = new Map(days.map((one) => [one.day, one]));
  const all = Array.from({ length: 31 }, (_, index) => addDays(first, index)).filter((day) => day < next);
  const earliest = days[0]?.day;
  return (
    <Card title={t.days}>
      <div className={styles.head}>
        <Button
          icon
          variant="quiet"
          aria-label={t.earlier}
          closed={earliest === first ? undefined : t.days}
          onClick={() => onDay(addDays(first, -1))}
        >
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <span>{formatDayOf(shown.day).slice(3)}</span>
        <Button
          icon
          variant="quiet"
          aria-label={t.later}
          closed={next <= results.open ? undefined : t.days}
          onClick={() => onDay(next)}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
      </div>
      <div className={styles.calendar}>
        {t.weekdays.map((name) => (
          <small key={name} className="dim">
            {name}
          </small>
        ))}
        {Array.from({ length: weekday(first) - 1 }, (_, index) => (
          <span key={addDays(first, -1 - index)} />
        ))}
        {all.map((day) => {
          const one = known.get(day);
          if (!one) {
            return (
              <span key={day} className={styles.day}>
                {Number(day.slice(8))}
              </span>
            );
          }
          const name = `${formatCalendarDay(day)}: ${businessDayMachine.label(one.status)}${one.overridden ? `, ${t.withReason}` : ''}`;
          return (
            <button
              key={day}
              type="button"
              title={name}
              aria-label={name}
              aria-pressed={day === shown.day}
              className={classes(
                styles.day,
                one.status === 'sealed' ? styles.sealed : styles.open,
                one.overridden && styles.overridden,
                day === shown.day && styles.shown,
              )}
              onClick={() => onDay(day)}
            >
              {Number(day.slice(8))}
            </button>
          );
        })}
      </div>
      {earliest && earliest !== first && <p className="dim small">{t.since(formatDayOf(earliest))}</p>}
    </Card>
  );
}
