import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { texts } from '../texts.ts';
import fieldStyles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';
import styles from './suggest-field.module.css';

/** What may be taken instead of typing it to the end. */
interface Suggestion {
  value: string;
  /** What tells it from others like it. */
  hint?: string | undefined;
}

interface SuggestFieldProps extends FieldProps, ComponentProps<'input'> {
  suggestions: readonly Suggestion[];
  /** Hears what has been typed. */
  onAsk: (text: string) => void;
  /** Hears which one was taken. */
  onTake: (index: number) => void;
}

/** One line of text with suggestions below it: any text is good, arrows choose, Enter takes, Escape closes. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, hint, error, remark, optional, suggestions, onAsk, onTake, onChange, onBlur, ...input } = props;
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  const [active, setActive] = useState(-1);
  const isOpen = isAsked && suggestions.length > 0;
  const close = (): void => {
    setAsked(false);
    setActive(-1);
  };
  const take = (index: number): void => {
    close();
    onTake(index);
  };
  const press = (event: KeyboardEvent): void => {
    const { key } = event;
    if (!isOpen) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : -1;
      // Past the last one is the text itself.
      const places = suggestions.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (key === 'Enter' && active >= 0) take(active);
    else if (key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Field label={label} hint={hint} error={error} remark={remark} optional={optional}>
      {(wiring) => (
        <div className={styles.place}>
          <input
            type="text"
            autoComplete="off"
            {...input}
            {...wiring}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
            className={fieldStyles.input}
            onChange={(event) => {
              setAsked(true);
              setActive(-1);
              onAsk(event.target.value);
              onChange?.(event);
            }}
            onBlur={(event) => {
              close();
              onBlur?.(event);
            }}
            onKeyDown={press}
          />
          {isOpen && (
            <div id={id} role="listbox" aria-label={texts.suggestions} className={styles.list}>
              {suggestions.map(({ value, hint: more }, index) => (
                // The field keeps the focus and hears the keys.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={`${value} ${more}`}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  ref={index === active ? showActive : undefined}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => take(index)}
                >
                  {value}
                  {more && <span className="dim small">{more}</span>}
                </div>
              ))}
            </div>
          )}
          <span role="status" className="unseen">
            {isOpen ? texts.suggested(suggestions.length) : ''}
          </span>
        </div>
      )}
    </Field>
  );
}

const showActive = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
