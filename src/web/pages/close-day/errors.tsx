import type { Result } from '#contract/kernel/op.ts';
import { closeDay } from '#contract/money/close-day.ts';
import { SUB_JOBS } from '#domain/money/close-day.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { formatDayOf } from '#web/ui/format.ts';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import styles from './close-day.module.css';
import { texts as t } from './texts.ts';

type Results = Result<typeof closeDay.results>;

/** What has become of an object that was tried once more. */
const outcomeWords = ({ done, isGone, isIdle }: Result<typeof closeDay.runSub>): string => {
  if (isGone) return t.gone;
  if (isIdle) return t.idle;
  return done ? t.retried : t.notRetried;
};

/** What sub-jobs could not do, until it is done; what they do as a whole is done again with the sub-job. */
export function Errors({ results: { errors, errorCount } }: { results: Results }) {
  return (
    <Card title={t.errors}>
      <p className="dim">{errorCount === 0 ? t.noErrors : t.errorCount(errorCount)}</p>
      {errors.map((error) => (
        <div key={error.id} className={styles.error}>
          <p>
            <strong>{error.object ?? SUB_JOBS[error.sub].title}</strong>
          </p>
          <p>{error.cause}</p>
          <p className="dim small">
            {[
              formatDayOf(error.day),
              error.object && SUB_JOBS[error.sub].title,
              error.attempts > 1 && t.attempts(error.attempts),
              error.incident && t.incident(error.incident),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <div className={styles.head}>
            {error.object && error.link && (
              <ButtonLink variant="quiet" to={error.link as Href} aria-label={t.openNamed(error.object)}>
                {t.open}
              </ButtonLink>
            )}
            {error.object && (
              <Can op={closeDay.runSub}>
                <MoveButton
                  operation={closeDay.runSub}
                  input={{ params: { sub: error.sub }, body: { error: error.id } }}
                  label={t.retry}
                  name={t.retryNamed(error.object)}
                  done={outcomeWords}
                />
              </Can>
            )}
          </div>
        </div>
      ))}
    </Card>
  );
}
