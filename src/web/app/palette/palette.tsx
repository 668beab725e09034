import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { frameTexts } from '#web/kit/page/texts.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { type Entry, type EntryGroup, useEntries } from './entries.ts';
import { findableBy } from './findable.ts';
import styles from './palette.module.css';
import { type Answer, useSearch } from './use-search.ts';

const t = frameTexts.palette;

/** The command palette: to any section, person, company or action by a few letters. */
export default function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const words = text.trim();
  const answer = useSearch(words);
  const by = t.findable(findableBy(useMe()));
  const groups = useEntries(words, answer.items, onKeys);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries[Math.min(at, entries.length - 1)];
  const idOf = (entry: Entry) => `${id}-${entry.id}`;
  const run = (entry: Entry) => {
    onClose();
    entry.run();
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, entries.length - 1) + step + entries.length) % entries.length);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      run(active);
    }
  };
  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <Dialog
      title={t.title}
      headless
      dismissable
      draggable={false}
      position="top"
      className={styles.palette}
      onClose={onClose}
    >
      <div className={styles.field}>
        <Search size={20} aria-hidden="true" />
        <input
          role="combobox"
          aria-label={t.title}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={active && idOf(active)}
          data-autofocus
          placeholder={t.hint}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setAt(0);
          }}
          onKeyDown={move}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t.results} className={styles.list}>
        {groups.map((group) => (
          <Group key={group.title} group={group} active={active} idOf={idOf} onRun={run} />
        ))}
      </div>
      <p role="status" className={styles.status}>
        {words === '' ? by : sayingOf(answer, entries.length, by)}
      </p>
    </Dialog>
  );
}

function sayingOf({ state }: Answer, count: number, by: string): string {
  if (state === 'searching') return t.searching;
  if (state === 'failed') return t.failed;
  return count === 0 ? `${t.nothing} ${by}` : '';
}

function Group({
  group: { title, entries },
  active,
  idOf,
  onRun,
}: {
  group: EntryGroup;
  active: Entry | undefined;
  idOf: (entry: Entry) => string;
  onRun: (entry: Entry) => void;
}) {
  return (
    <div role="group" aria-label={title}>
      <div className={styles.group} aria-hidden="true">
        {title}
      </div>
      {entries.map((entry) => (
        // The focus stays in the field, from where arrows and Enter reach every line.
        <button
          type="button"
          key={entry.id}
          id={idOf(entry)}
          role="option"
          tabIndex={-1}
          aria-selected={entry.id === active?.id}
          className={styles.entry}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onRun(entry)}
        >
          <entry.icon size={20} aria-hidden="true" />
          <span className={styles.title}>{entry.title}</span>
          {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
        </button>
      ))}
    </div>
  );
}
