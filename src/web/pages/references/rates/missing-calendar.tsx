import { missingCalendars, type Rates } from '#domain/rates/rates.ts';
import type { Day } from '#domain/values/days.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { ratesTexts as t } from './texts.ts';

/** Whose calendar nobody has entered though its decree should be there. */
export function MissingCalendar({ rates: rows, today }: { rates: Rates; today: Day }) {
  const years = missingCalendars(rows, today);
  if (years.length === 0) return null;
  return (
    <Notice tone="warning">
      <div className="stack-tight">
        <strong>{t.missingCalendar.title(years)}</strong>
        <p>{t.missingCalendar.lead}</p>
        <p>{t.missingCalendar.todo}</p>
      </div>
    </Notice>
  );
}
