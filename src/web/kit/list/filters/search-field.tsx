import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useKeys } from '#web/kit/page/keys.ts';
import { frameTexts } from '#web/kit/page/texts.ts';
import styles from '../screen.module.css';
import { texts } from '../texts.ts';

/** How long a pause in typing counts as a question. */
const pauseMs = 300;

/** The search of a list: asks when the typing pauses, and at once on Enter. */
export function SearchField({
  hint,
  value,
  onBegin,
  onSearch,
}: {
  hint: string;
  value: string;
  /** Hears that a search is being typed, some time before it is asked. */
  onBegin: () => void;
  onSearch: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onSearch);

  useEffect(() => {
    latest.current = onSearch;
  }, [onSearch]);
  useEffect(() => {
    // Back, forward and the reset of filters change the text from outside; the answer to typing must not.
    if (value !== asked.current) input.current!.value = value;
    asked.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useKeys([{ key: '/', text: frameTexts.keys.search, run: () => input.current!.focus() }]);

  const askIn = (pause: number) => {
    if (timer.current === undefined) onBegin();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const text = input.current!.value.trim();
      if (text === asked.current) return;
      asked.current = text;
      latest.current(text);
    }, pause);
  };
  return (
    <search className={styles.search}>
      <Search size={18} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={texts.search}
        placeholder={hint}
        defaultValue={value}
        maxLength={200}
        onChange={() => askIn(pauseMs)}
        onKeyDown={({ key }) => key === 'Enter' && askIn(0)}
      />
    </search>
  );
}
