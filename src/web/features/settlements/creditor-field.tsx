import { useState } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { checkInn } from '#domain/values/requisites.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './creditor-field.module.css';
import { type NamedCreditor, Search } from './creditor-search.tsx';
import { creditorTexts } from './creditor-texts.ts';

const t = creditorTexts;

/** What is wrong with the creditor that a person names, by the field of the operation. */
export function creditorErrors(creditor: NamedCreditor | undefined): FieldErrors {
  const wrong = creditor ? checkInn(creditor.inn) : t.choose;
  return wrong === null ? {} : { creditorInn: wrong };
}

/** A named creditor as operations take him. */
export const creditorFields = (creditor: NamedCreditor | undefined) => ({
  creditorInn: creditor?.inn ?? '',
  ...(creditor && creditor.name.trim() !== '' && { creditorName: creditor.name }),
});

interface FieldProps {
  individualId: number;
  value: NamedCreditor | undefined;
  onChange: (creditor: NamedCreditor | undefined) => void;
}

/** Names a creditor: found on the platform by name or ИНН, or typed by hand when he is not there. */
export function CreditorField({ error, ...field }: FieldProps & { error: string | undefined }) {
  return (
    <>
      <Naming {...field} />
      {error && <Notice tone="danger">{error}</Notice>}
    </>
  );
}

function Naming({ individualId, value, onChange }: FieldProps) {
  const [byHand, setByHand] = useState(false);
  if (value?.id !== undefined) {
    return (
      <div className={styles.chosen}>
        <div>
          <p className="dim small">{t.label}</p>
          <p>
            <strong>{value.name}</strong>
          </p>
          <p className="dim small">{value.inn}</p>
        </div>
        <Button onClick={() => onChange(undefined)}>{t.change}</Button>
      </div>
    );
  }
  if (!byHand) return <Search individualId={individualId} onChoose={onChange} onByHand={() => setByHand(true)} />;
  const typed = value ?? { inn: '', name: '' };
  return (
    <>
      <TextField
        label={t.inn}
        hint={t.none}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={typed.inn}
        onChange={({ target }) => onChange({ ...typed, inn: target.value.replace(/\D/g, '') })}
      />
      <TextField
        label={t.name}
        autoComplete="off"
        maxLength={300}
        value={typed.name}
        onChange={({ target }) => onChange({ ...typed, name: target.value })}
      />
      <Button
        variant="quiet"
        onClick={() => {
          setByHand(false);
          onChange(undefined);
        }}
      >
        {t.search}
      </Button>
    </>
  );
}
