import { useId } from 'react';
import styles from './segmented.module.css';

/** A choice of two to four, all of them in sight. Arrows move between them as in any group of radio buttons. */
export function Segmented<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: Value;
  choices: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="unseen">{label}</legend>
      <div className={styles.segmented}>
        {(Object.entries(choices) as [Value, string][]).map(([choice, text]) => (
          <label key={choice} className={styles.choice}>
            <input type="radio" name={name} checked={choice === value} onChange={() => onChange(choice)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
