import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { closeDay } from '#contract/money/close-day.ts';
import { businessDayMachine, SUB_JOBS } from '#domain/money/close-day.ts';
import { useFollow } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { usePageData } from '#web/kit/page/page-title.ts';
import { Can } from '#web/kit/session/can.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Progress } from '#web/ui/display/progress.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatInstant } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { Calendar } from './calendar.tsx';
import styles from './close-day.module.css';
import { Errors } from './errors.tsx';
import { LetterChoice } from './letter-choice.tsx';
import { OverrideDialog } from './override-dialog.tsx';
import { SealCheck } from './seal-check.tsx';
import { Steps } from './steps.tsx';
import { texts as t } from './texts.ts';
import { TriedDialog } from './tried-dialog.tsx';

type Results = Result<typeof closeDay.results>;

/** The close of a business day as it goes, the days that were sealed, and what waits for somebody. */
export default function CloseDayPage() {
  const { title } = usePageData();
  const [day, setDay] = useState<string>();
  const read = useFollow(closeDay.results, ({ isUnderWay }) => isUnderWay, { query: { day } });
  return (
    <div className="stack">
      <h1>{title}</h1>
      <WithObject read={{ ...read, isPlaceholderData: false }}>
        {(results) => (
          <div className={styles.layout}>
            <div className="stack">
              <Shown results={results} />
              <Steps results={results} />
            </div>
            <div className="stack">
              <Errors results={results} />
              <Calendar results={results} onDay={setDay} />
              <LetterChoice results={results} />
            </div>
          </div>
        )}
      </WithObject>
    </div>
  );
}

function Shown({ results }: { results: Results }) {
  const { shown, subs } = results;
  const ended = subs.filter(({ status }) => status === 'done' || status === 'failed').length;
  const running = subs.findIndex(({ status }) => status === 'running');
  const isOpen = shown.day === results.open;
  return (
    <Card title={formatDayOf(shown.day)}>
      <div className={styles.head}>
        <StatusTag of={businessDayMachine} status={shown.status} />
        {!isOpen && <span className="dim">{t.openNow(formatDayOf(results.open))}</span>}
        {shown.startedAt && (
          <span className="dim">
            {formatInstant(shown.startedAt)} · {shown.startedBy ? t.by(shown.startedBy) : t.byClock}
          </span>
        )}
      </div>
      {shown.status !== 'sealed' && (
        <>
          <p role="status">
            {running >= 0 && results.isUnderWay
              ? `${t.running(running + 1, subs.length)}: ${SUB_JOBS[subs[running]!.sub].title}`
              : t.done(ended, subs.length)}
          </p>
          {running >= 0 && results.isUnderWay && <Pace step={subs[running]!} left={results.secondsLeft} />}
          <Progress label={t.progress} value={Math.round((100 * ended) / subs.length)} />
        </>
      )}
      {shown.sealedAt && <p>{t.sealed(formatInstant(shown.sealedAt))}</p>}
      {shown.overrideReason && (
        <Notice tone="warning">{t.overridden(shown.overriddenBy ?? '', shown.overrideReason)}</Notice>
      )}
      {shown.seal && (
        <p className={`dim small ${styles.seal}`}>
          {t.seal}: {shown.seal} · {t.entries(shown.entries)}
        </p>
      )}
      {shown.seal && <SealCheck key={shown.day} day={shown.day} />}
      {shown.status === 'stopped' && (
        <Notice tone="warning">
          <p>{t.obstacles}</p>
          <ul>
            {shown.obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </Notice>
      )}
      {isOpen && <Actions results={results} />}
    </Card>
  );
}

/** How fast the step that goes on is, and when all of them may be done. */
function Pace({ step: { sub, processed, seconds }, left }: { step: Results['subs'][number]; left: number | null }) {
  const told = [
    processed > 0 && seconds ? t.speed(Math.max(1, Math.round(processed / seconds)), SUB_JOBS[sub].counts) : null,
    left === null ? null : t.left(left),
  ].filter(Boolean);
  return told.length > 0 && <p className="dim">{told.join(' · ')}</p>;
}

function Actions({ results }: { results: Results }) {
  const me = useMe();
  const { isOver, isUnderWay, shown } = results;
  const closed = !isOver ? t.notOver : isUnderWay ? t.underWay : undefined;
  return (
    <Can op={closeDay.run}>
      <div className={styles.head}>
        <MoveButton
          operation={closeDay.run}
          input={{}}
          label={t.run}
          ask={t.runAsk(formatDayOf(shown.day))}
          done={t.begun}
          variant="primary"
          closed={closed}
        />
        <Button onClick={() => openDialog((close) => <TriedDialog day={shown.day} onClose={close} />)}>
          {t.tryIt}
        </Button>
        {shown.status === 'stopped' && me?.permissions.includes('close-day.override') && (
          <Button
            variant="danger"
            closed={closed}
            onClick={() => openDialog((close) => <OverrideDialog shown={shown} onClose={close} />)}
          >
            {t.override}
          </Button>
        )}
      </div>
      {closed && <p className="dim small">{closed}</p>}
    </Can>
  );
}
