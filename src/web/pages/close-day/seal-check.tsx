import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { closeDay } from '#contract/money/close-day.ts';
import { ApiError, call } from '#web/kit/data/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import styles from './close-day.module.css';
import { texts as t } from './texts.ts';

/** Counts the seal of a day anew by the books as they are now. */
export function SealCheck({ day }: { day: string }) {
  const [check, setCheck] = useState<Result<typeof closeDay.checkSeal>>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const look = () => {
    setBusy(true);
    setProblem(undefined);
    call(closeDay.checkSeal, { query: { day } })
      .then(setCheck)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.message);
      })
      .finally(() => setBusy(false));
  };
  return (
    <>
      <div className={styles.head}>
        <Button busy={busy} onClick={look}>
          {t.checkSeal}
        </Button>
      </div>
      {problem && <Notice tone="danger">{problem}</Notice>}
      {check && (
        <Notice tone={check.fits ? 'success' : 'danger'}>
          <p>{check.fits ? t.fits(check.entries) : t.fitsNot}</p>
          {!check.fits && <p className={styles.seal}>{t.countedSeal(check.counted)}</p>}
        </Notice>
      )}
    </>
  );
}
