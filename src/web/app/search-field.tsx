import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './list-screen.module.css';
import { texts } from './texts.ts';

/** How long a pause in typing counts as a question. */
const pauseMs = 300;

/** The search of a list: asks when the typing pauses, and at once on Enter. */
export function SearchField({
  hint,
  value,
  onSearch,
}: {
  hint: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  // The address may change without typing: back, forward, a reset of the filters.
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSearch(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
    // Only typing starts the pause; a new callback of the same page does not.
  }, [typed]);
  return (
    <search className={styles.search}>
      <Search size={18} aria-hidden="true" />
      <input
        type="search"
        aria-label={texts.list.search}
        placeholder={hint}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && onSearch(typed.trim())}
      />
    </search>
  );
}
