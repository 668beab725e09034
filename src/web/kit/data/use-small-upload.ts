import { useState } from 'react';
import { ApiError } from './api.ts';
import type { upload } from './upload.ts';

/** A small file is there at once: nobody watches it go, nor stops it. */
type Unwatched = Parameters<typeof upload>[2];
const unwatched = (): Unwatched => ({ onShare: () => {}, signal: new AbortController().signal });

/**
 * A small file that is sent where it was chosen: what the answer is, or in one sentence why there is none.
 * @param send sends the file; a refusal of the server is shown, anything else is thrown on
 */
export function useSmallUpload<Answer>(send: (file: File, how: Unwatched) => Promise<Answer>) {
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const choose = async (file: File): Promise<void> => {
    setBusy(true);
    setAnswer(undefined);
    setProblem(undefined);
    try {
      setAnswer(await send(file, unwatched()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fields['file'] ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  return { answer, problem, busy, choose };
}
