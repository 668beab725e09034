import { type KeyboardEvent, useId, useRef } from 'react';
import type { Column } from '#domain/registries/registry-rules.ts';
import { classes } from '#web/ui/classes.ts';
import { registryTexts } from '../texts.ts';
import styles from './correction-grid.module.css';
import type { Saving } from './corrections.ts';

const t = registryTexts.grid;

/** A cell of the grid: judged while it is typed in, saved when it is left, put back by Escape. */
export function CorrectionCell({
  label,
  column,
  value,
  saved,
  error,
  saving,
  onType,
  onSave,
}: {
  label: string;
  column: Column;
  value: string;
  /** What the file has. */
  saved: string;
  error: string | undefined;
  saving: Saving;
  onType: (value: string) => void;
  onSave: (value: string) => void;
}) {
  const id = useId();
  /** What the server knows. */
  const last = useRef(saved);
  const leave = () => {
    if (value === last.current) return;
    last.current = value;
    onSave(value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || value === last.current) return;
    event.preventDefault();
    onType(last.current);
  };
  const failure = typeof saving === 'object' ? `${t.notSaved}: ${saving.failed}` : undefined;
  const message = failure ?? error;
  const { rule } = column;
  return (
    <td>
      <input
        aria-label={label}
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? id : undefined}
        className={classes(styles.cell, message && styles.wrong)}
        list={rule.kind === 'choice' ? `${id}-list` : undefined}
        placeholder={column.hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        value={value}
        onChange={({ target }) => onType(target.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {rule.kind === 'choice' && (
        <datalist id={`${id}-list`}>
          {rule.list.map(({ code, label: name }) => (
            <option key={code} value={name} />
          ))}
        </datalist>
      )}
      {message ? (
        <p id={id} className={styles.message}>
          {message}
        </p>
      ) : (
        saving === 'saving' && <p className={styles.saving}>{t.saving}</p>
      )}
    </td>
  );
}
