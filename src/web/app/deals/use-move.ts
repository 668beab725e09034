import { useState } from 'react';
import { notify } from '#web/ui/notify.ts';
import { ApiError } from '../data/api.ts';
import { refresh } from '../data/query.ts';
import { detailTexts } from '../detail/texts.ts';

/**
 * One move of an object by a button. What came of it is told even when the button has gone with the status that it
 * belonged to; what was refused is told too, and the object is read again.
 */
export function useMove(): [busy: boolean, make: (work: () => Promise<unknown>) => void] {
  const [busy, setBusy] = useState(false);
  const make = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      told(error);
    }
    setBusy(false);
  };
  return [busy, (work) => void make(work)];
}

/** Tells of a refused move. */
export function told({ code, message }: ApiError): void {
  notify(
    code === 'version.stale'
      ? { severity: 'warn', summary: detailTexts.stale }
      : { severity: 'error', summary: detailTexts.moves.failed, detail: message },
  );
  void refresh();
}

/** Tells that a move is made, and reads again whatever is on the screen. */
export function made(summary: string): Promise<void> {
  notify({ severity: 'success', summary });
  return refresh();
}
