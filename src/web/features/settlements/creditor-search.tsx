import { useState } from 'react';
import { requests } from '#contract/settlements/requests.ts';
import { useRead } from '#web/kit/data/query.ts';
import { usePaused } from '#web/kit/form/use-paused.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './creditor-field.module.css';
import { creditorTexts } from './creditor-texts.ts';

const t = creditorTexts;
/** From how many letters on something is asked. */
const least = 2;

/** A creditor as his debtor names him; one that the platform knows has an id there. */
export interface NamedCreditor {
  id?: number;
  inn: string;
  name: string;
}

/** Seeks a creditor on the platform by name or ИНН. */
export function Search({
  individualId,
  onChoose,
  onByHand,
}: {
  individualId: number;
  onChoose: (creditor: NamedCreditor) => void;
  onByHand: () => void;
}) {
  const [text, setText] = useState('');
  const words = usePaused(text.trim());
  return (
    <div className="stack-tight">
      <TextField
        label={t.label}
        hint={t.hint}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {words.length >= least && <SearchResults individualId={individualId} words={words} onChoose={onChoose} />}
      <Button variant="quiet" onClick={onByHand}>
        {t.byHand}
      </Button>
    </div>
  );
}

function SearchResults({
  individualId,
  words,
  onChoose,
}: {
  individualId: number;
  words: string;
  onChoose: (creditor: NamedCreditor) => void;
}) {
  const { data } = useRead(requests.creditors, { params: { id: individualId }, query: { q: words } });
  const items = data?.items ?? [];
  return (
    <>
      <p role="status" className="dim small">
        {data && (items.length > 0 ? t.found : t.none)}
      </p>
      <ul className={styles.found}>
        {items.map((creditor) => (
          <li key={creditor.id}>
            <button type="button" onClick={() => onChoose(creditor)}>
              <strong>{creditor.name}</strong>
              <span className="dim small">{creditor.inn}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
