import { useEffect, useRef, useState } from 'react';

/** How long a pause in typing counts as a question, and from how many letters on. */
const pauseMs = 150;
const least = 2;

/**
 * What the server suggests for what is being typed. A question that is not wanted any more is taken back; without an
 * answer there are no suggestions, and the text stays good as it is.
 */
export function useSuggestions<Found>(ask: (text: string, signal: AbortSignal) => Promise<readonly Found[]>) {
  const [found, setFound] = useState<readonly Found[]>([]);
  const asking = useRef<{ timer: ReturnType<typeof setTimeout>; control: AbortController }>(undefined);
  const stop = (): void => {
    clearTimeout(asking.current?.timer);
    asking.current?.control.abort();
  };
  useEffect(() => stop, []);
  const onAsk = (text: string): void => {
    stop();
    const control = new AbortController();
    const answer = (items: readonly Found[]): void => {
      if (!control.signal.aborted) setFound(items);
    };
    const wanted = text.trim();
    if (wanted.length < least) return setFound([]);
    const timer = setTimeout(() => void ask(wanted, control.signal).then(answer, () => answer([])), pauseMs);
    asking.current = { timer, control };
  };
  return { found, onAsk };
}
