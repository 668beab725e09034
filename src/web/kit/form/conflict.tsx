import { useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { dash } from '#web/ui/format.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import styles from './conflict.module.css';
import { formTexts } from './texts.ts';

const t = formTexts.conflict;

export type Choices = Record<string, 'mine' | 'theirs'>;

/** A field that two people have left with different values. */
export interface Difference {
  name: string;
  label: string;
  mine: string;
  theirs: string;
  preselected: 'mine' | 'theirs';
}

/** The screen of differences: what was typed beside what another has saved meanwhile, a choice for each field. */
export function Conflict({
  differences,
  onSettle,
  onClose,
}: {
  differences: readonly Difference[];
  onSettle: (choices: Choices) => void;
  onClose: () => void;
}) {
  const [choices, setChoices] = useState<Choices>(() =>
    Object.fromEntries(differences.map(({ name, preselected }) => [name, preselected])),
  );
  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      className={styles.dialog}
      actions={
        <>
          <Button onClick={onClose}>{formTexts.cancel}</Button>
          <Button variant="primary" data-autofocus onClick={() => onSettle(choices)}>
            {t.save}
          </Button>
        </>
      }
    >
      <p>{t.lead}</p>
      {differences.map((difference) => (
        <Choice
          key={difference.name}
          difference={difference}
          value={choices[difference.name]!}
          onChange={(choice) => setChoices({ ...choices, [difference.name]: choice })}
        />
      ))}
    </Dialog>
  );
}

function Choice({
  difference: { label, mine, theirs },
  value,
  onChange,
}: {
  difference: Difference;
  value: 'mine' | 'theirs';
  onChange: (choice: 'mine' | 'theirs') => void;
}) {
  const group = useId();
  const option = (choice: 'mine' | 'theirs', title: string, text: string) => (
    <label className={styles.option}>
      <input type="radio" name={group} checked={value === choice} onChange={() => onChange(choice)} />
      <small>{title}</small>
      <span>{text || dash}</span>
    </label>
  );
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      {option('mine', t.mine, mine)}
      {option('theirs', t.theirs, theirs)}
    </fieldset>
  );
}
