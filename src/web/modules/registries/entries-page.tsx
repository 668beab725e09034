import { useMemo } from 'react';
import { allRegistries, claims, registries } from '#contract/registries.ts';
import { ClaimCard, type OwnClaim } from '#web/app/claims/claim-card.tsx';
import { OwnList } from '#web/app/claims/own-list.tsx';
import { debtTexts } from '#web/app/claims/texts.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { verdict } from '#web/app/session/access.ts';
import { useCompany } from '#web/app/session/company.ts';
import { useMe } from '#web/app/session/session.ts';
import { entriesList } from './entries-list.tsx';
import { texts } from './texts.ts';

const { title } = texts.entries;

/** Claims: a person sees his own, an employee those of his company, an operator all. */
export default function EntriesPage() {
  const me = useMe();
  const company = useCompany();
  if (me?.individualId) {
    return (
      <OwnList operation={claims.list} individualId={me.individualId} words={debtTexts.own}>
        {(claim: OwnClaim) => <ClaimCard claim={claim} />}
      </OwnList>
    );
  }
  if (verdict(allRegistries.entries, me) !== 'no') return <ListScreen list={listOfAll} />;
  if (company) return <Own key={company.id} companyId={company.id} />;
  return (
    <div className="stack">
      <h1>{title}</h1>
      <p className="dim">{texts.entries.noCompany}</p>
    </div>
  );
}

const listOfAll = entriesList(
  {
    screen: 'registry-entries-of-all',
    title,
    operation: allRegistries.entries,
    counts: allRegistries.entryCounts,
    excel: allRegistries.entriesExport,
    remember: 'sortRegistryEntries',
  },
  [],
);

function Own({ companyId }: { companyId: number }) {
  const list = useMemo(
    () =>
      entriesList(
        {
          screen: 'registry-entries',
          title,
          operation: registries.companyEntries,
          params: { id: companyId },
          counts: registries.companyEntryCounts,
          excel: registries.companyEntriesExport,
          remember: 'sortRegistryEntries',
        },
        ['creditor'],
      ),
    [companyId],
  );
  return <ListScreen list={list} />;
}
