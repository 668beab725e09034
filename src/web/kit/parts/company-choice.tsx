import { useSearch } from '@tanstack/react-router';
import { useNavigate } from '#web/ui/link.tsx';
import { useCompany } from '../session/company.ts';
import { useMe } from '../session/session.ts';
import { CompanySearchField } from './company-search-field.tsx';

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
    <CompanySearchField
      key={company}
      company={String(company ?? '')}
      onChoose={(chosen) => {
        // What is half typed or emptied leaves the page as it is.
        if (Number(chosen)) void navigate({ to: '.', search: { company: Number(chosen) } });
      }}
    />
  );
}
