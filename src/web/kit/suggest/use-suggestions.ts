import { useEffect, useRef, useState } from 'react';

/** How long a pause in typing counts as a question, and from how many letters on. */
const pauseMs = 150;
const least = 2;

/**
 * What the server suggests for what is being typed. A question that is not wanted any more is taken back; without an
 * answer there are no suggestions, and the text stays good as it is.
 * @returns also whether the server has answered that there is nothing
 */
export function useSuggestions<Suggestion>(ask: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>) {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([]);
  const [isNothing, setNothing] = useState(false);
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; control: AbortController }>(undefined);
  const stop = (): void => {
    clearTimeout(pending.current?.timer);
    pending.current?.control.abort();
  };
  useEffect(() => stop, []);
  const onAsk = (text: string): void => {
    stop();
    const control = new AbortController();
    const answer = (items: readonly Suggestion[] | undefined): void => {
      if (control.signal.aborted) return;
      setSuggestions(items ?? []);
      setNothing(items?.length === 0);
    };
    setNothing(false);
    const wanted = text.trim();
    if (wanted.length < least) return setSuggestions([]);
    const timer = setTimeout(() => void ask(wanted, control.signal).then(answer, () => answer(undefined)), pauseMs);
    pending.current = { timer, control };
  };
  return { suggestions, isNothing, onAsk };
}
