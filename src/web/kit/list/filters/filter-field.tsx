import { useState } from 'react';
import { type Day, formatDay, parseRussianDay } from '#domain/values/days.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { FilterWords } from '../definition.ts';
import styles from '../panels.module.css';
import { texts } from '../texts.ts';
import { type FilterKind, isSought } from './filter-kinds.ts';
import { SoughtField } from './sought-field.tsx';

interface FilterFieldProps {
  words: FilterWords;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One filter of the panel. It counts at once: there is nothing to press afterwards. */
export default function FilterField({ kind, ...props }: FilterFieldProps & { kind: FilterKind }) {
  if (kind === 'choice') return <Choice {...props} />;
  if (kind === 'flag') return <Flag {...props} />;
  if (isSought(kind)) {
    return (
      <SoughtField
        kind={kind}
        label={props.words.label}
        value={props.value as number | undefined}
        onChange={props.onChange}
      />
    );
  }
  return <TypedAnew kind={kind} {...props} />;
}

function Choice({ words: { label, values = {} }, value, onChange }: FilterFieldProps) {
  const chosen = (value ?? []) as string[];
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      {Object.entries(values).map(([one, text]) => (
        <Checkbox
          key={one}
          label={text}
          checked={chosen.includes(one)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
          }
        />
      ))}
    </fieldset>
  );
}

function Flag({ words: { label }, value, onChange }: FilterFieldProps) {
  const { any, yes, no } = texts.filters;
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{label}</span>
      <Segmented
        label={label}
        value={value === undefined ? '' : value ? 'true' : 'false'}
        choices={{ '': any, true: yes, false: no }}
        onChange={(chosen) => onChange(chosen === '' ? undefined : chosen === 'true')}
      />
    </div>
  );
}

type TypedProps = FilterFieldProps & { kind: 'day' | 'number' | 'text' };

/**
 * The text of a typed filter is its own until it is left, so another value from elsewhere is another field. What was typed in it
 * comes back as its value and leaves it, with the focus in it, as it is.
 */
function TypedAnew({ value, onChange, ...props }: TypedProps) {
  const [told, setTold] = useState(value);
  const [shown, setShown] = useState({ value, turn: 0 });
  if (value !== shown.value) {
    setShown({ value, turn: value === told ? shown.turn : shown.turn + 1 });
    setTold(value);
  }
  const tell = (typed: unknown) => {
    setTold(typed);
    onChange(typed);
  };
  return <Typed key={shown.turn} value={value} onChange={tell} {...props} />;
}

/** What is typed counts when the field is left or Enter is pressed; what makes no sense says so and changes nothing. */
function Typed({ kind, words: { label }, value, onChange }: TypedProps) {
  const [error, setError] = useState<string>();
  const commit = (typed: string) => {
    const read = readers[kind](typed.trim());
    setError(read.error);
    if (!read.error && read.value !== value) onChange(read.value);
  };
  const Field = kind === 'day' ? DateField : TextField;
  return (
    <Field
      label={label}
      optional
      error={error}
      inputMode={kind === 'text' ? 'text' : 'numeric'}
      maxLength={kind === 'day' ? 10 : 100}
      defaultValue={kind === 'day' && value ? formatDay(value as Day) : ((value as string | undefined) ?? '')}
      // A number that is none is refused while it is typed: the panel may close with what has been left.
      onChange={({ target }) => kind === 'number' && setError(readers.number(target.value.trim()).error)}
      onBlur={({ target }) => commit(target.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && commit(currentTarget.value)}
    />
  );
}

type Reader = (typed: string) => { value?: unknown; error?: string };

const readers: Record<'day' | 'number' | 'text', Reader> = {
  day: (typed) => {
    const day = parseRussianDay(typed);
    return typed === '' || day ? { value: day ?? undefined } : { error: texts.filters.badDay };
  },
  number: (typed) => {
    if (typed === '') return {};
    return /^[1-9]\d{0,14}$/.test(typed) ? { value: Number(typed) } : { error: texts.filters.badNumber };
  },
  text: (typed) => (typed === '' ? {} : { value: typed }),
};
