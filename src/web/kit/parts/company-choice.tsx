import { useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { legalEntities } from '#contract/parties/legal-entities.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useNavigate } from '#web/ui/link.tsx';
import { useRead, useReadOf } from '../data/query.ts';
import { useCompany } from '../session/company.ts';
import { useMe } from '../session/session.ts';
import styles from './company-choice.module.css';
import { companyTexts } from './texts.ts';

/** The company whose things a page shows: named in the address, or else the one for which the person works now. */
export function useListedCompany(): number | undefined {
  const { company }: { company?: unknown } = useSearch({ strict: false });
  const own = useCompany()?.id;
  return /^[1-9]\d{0,14}$/.test(String(company)) ? Number(company) : own;
}

/** Chooses among the companies that the person sees. Who has one company has nothing to choose. */
export function CompanyChoice({ company }: { company: number | undefined }) {
  const me = useMe();
  const navigate = useNavigate();
  if (me?.kind === 'employee' && me.legalEntities.length < 2) return null;
  return (
    <CompanyField
      key={company}
      company={company}
      onChoose={(id) => void navigate({ to: '.', search: { company: id } })}
    />
  );
}

/** A company found by a part of its name or ИНН. */
export function CompanyField({
  company,
  onChoose,
  onClear,
  ...field
}: {
  company: number | undefined;
  hint?: string;
  error?: string | undefined;
  onChoose: (id: number) => void;
  /** What an emptied field means; without it a company must be chosen. */
  onClear?: () => void;
}) {
  const list = useId();
  const [typed, setTyped] = useState('');
  const { data } = useRead(legalEntities.list, { query: { q: typed.split(' · ')[0]!, limit: 20 } });
  const offered = data?.items.find(({ id }) => id === company);
  const { data: known } = useReadOf(
    legalEntities.get,
    company === undefined || offered ? undefined : { params: { id: company } },
  );
  const nameOf = ({ shortName, inn }: { shortName: string; inn: string }) => `${shortName} · ${inn}`;
  const current = offered ?? known;
  const choose = (text: string) => {
    setTyped(text);
    const found = data?.items.find((one) => nameOf(one) === text);
    if (found) onChoose(found.id);
    else if (text === '') onClear?.();
  };
  return (
    <div className={styles.company}>
      <TextField
        key={current?.id}
        label={companyTexts.label}
        placeholder={companyTexts.hint}
        defaultValue={current && nameOf(current)}
        list={list}
        {...field}
        optional={onClear !== undefined}
        onChange={({ target }) => choose(target.value)}
      />
      <datalist id={list}>
        {data?.items.map((one) => (
          <option key={one.id} value={nameOf(one)} />
        ))}
      </datalist>
    </div>
  );
}
