import { useEffect, useState } from 'react';
import { search } from '#contract/platform/search.ts';
import { call } from '#web/kit/data/api.ts';
import type { SearchHit } from '#web/kit/page/web-module.ts';

/** How long a pause in typing counts as a question. */
const pauseMs = 200;
/** The server answers nothing to a single letter. */
const least = 2;

export interface Answer {
  items: readonly SearchHit[];
  state: 'idle' | 'searching' | 'failed' | 'done';
}

/** People, companies and settlements by what the person may look for (`findable.ts`). A question that is not wanted any more is taken back. */
export function useSearch(words: string): Answer {
  const [answer, setAnswer] = useState({ words: '', items: [] as readonly SearchHit[], isFailed: false });
  useEffect(() => {
    if (words.length < least) return undefined;
    const pending = new AbortController();
    const ask = async () => {
      try {
        const { items } = await call(search.find, { query: { q: words }, signal: pending.signal });
        setAnswer({ words, items, isFailed: false });
      } catch {
        if (!pending.signal.aborted) setAnswer({ words, items: [], isFailed: true });
      }
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      clearTimeout(timer);
      pending.abort();
    };
  }, [words]);
  if (words.length < least) return { items: [], state: 'idle' };
  // While the next answer is on its way, the one before stays.
  if (answer.words !== words) return { items: answer.items, state: 'searching' };
  return { items: answer.items, state: answer.isFailed ? 'failed' : 'done' };
}
