import type { Result } from '#contract/kernel/op.ts';
import type { autopayments } from '#contract/money/autopayments.ts';
import { ATTEMPT_STATUSES } from '#domain/money/autopayment.ts';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { autopaymentTexts as t } from './autopayment-texts.ts';

/** What has become of the last payments that were to be taken. */
export function Attempts({ attempts }: Pick<Result<typeof autopayments.get>, 'attempts'>) {
  if (attempts.length === 0) return null;
  return (
    <details>
      <summary>{t.history}</summary>
      <ul className="stack">
        {attempts.map((one) => (
          <li key={`${one.dueDate} ${one.attempt}`} className="stack-tight">
            <p>
              {formatDayOf(one.day)} · {ATTEMPT_STATUSES[one.status]}
              {one.amount > 0 && ` · ${formatMoneyOf(one.amount)}`}
            </p>
            <p className="dim small">
              {t.attempt(one)}
              {one.reason !== null && `. ${one.reason}`}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
