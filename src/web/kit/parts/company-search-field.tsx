import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { FieldPathByValue, FieldValues, PathValue } from 'react-hook-form';
import { legalEntities } from '#contract/parties/legal-entities.ts';
import type { Validator } from '#domain/values/validators.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useRead, useReadOf } from '../data/query.ts';
import type { OperationForm } from '../form/form.tsx';
import { usePaused } from '../form/use-paused.ts';
import styles from './company-choice.module.css';
import { companyTexts } from './texts.ts';

/** What is chosen while the field holds a text that is no company's: neither a company nor that none is wanted. */
const notFound = 'not-found';

/** The rule of a form over such a field: what is typed there must be taken from the list. */
export const companyFound: Validator = (value) => (value === notFound ? companyTexts.notFound : null);

/** The attributes of the field over a value of a form, which is the id of the company as text, or nothing. */
export function companyField<Values extends FieldValues>(
  { methods, field, put }: OperationForm<Values>,
  name: FieldPathByValue<Values, string>,
) {
  return {
    company: methods.watch(name) as string,
    error: field(name).error,
    onChoose: (company: string) => {
      const value = company as PathValue<Values, typeof name>;
      // Who is still typing is told nothing yet.
      if (company === notFound) methods.setValue(name, value, { shouldDirty: true });
      else put(name, value);
    },
  };
}

/**
 * A company found by a part of its name or ИНН. It is chosen when the text is one from the list, however late the list comes; a
 * text that is changed after that has not chosen it any more.
 */
export function CompanySearchField({
  company,
  onChoose,
  ...field
}: {
  company: string;
  hint?: string;
  error?: string | undefined;
  optional?: boolean;
  onChoose: (company: string) => void;
}) {
  const list = useId();
  const [typed, setTyped] = useState<string>();
  const q = usePaused(typed?.split(' · ')[0] ?? '');
  const { data } = useRead(legalEntities.list, { query: { q, limit: 20 } });
  const id = Number(company) || undefined;
  const offered = data?.items.find((one) => one.id === id);
  const { data: known } = useReadOf(legalEntities.get, id === undefined || offered ? undefined : { params: { id } });
  const current = offered ?? known;
  const idOf = (text: string | undefined) => data?.items.find((one) => optionText(one) === text)?.id;
  const found = idOf(typed);
  const choose = useEffectEvent(() => {
    if (found !== undefined && String(found) !== company) onChoose(String(found));
  });
  // The list may come after the text.
  useEffect(() => choose(), [found]);
  const type = (text: string) => {
    setTyped(text);
    onChoose(text.trim() === '' ? '' : String(idOf(text) ?? notFound));
  };
  return (
    <div className={styles.company}>
      <TextField
        label={companyTexts.label}
        placeholder={companyTexts.hint}
        value={typed ?? (current ? optionText(current) : '')}
        list={list}
        {...field}
        onChange={({ target }) => type(target.value)}
      />
      <datalist id={list}>
        {data?.items.map((one) => (
          <option key={one.id} value={optionText(one)} />
        ))}
      </datalist>
    </div>
  );
}

const optionText = ({ shortName, inn }: { shortName: string; inn: string }): string => `${shortName} · ${inn}`;
