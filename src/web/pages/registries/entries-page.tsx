import { claims } from '#contract/registries/claims.ts';
import { allRegistries, registries } from '#contract/registries/registries.ts';
import { ClaimCard } from '#web/features/claims/claim-card.tsx';
import type { OwnClaim } from '#web/features/claims/next-step.ts';
import { OwnList } from '#web/features/claims/own-list.tsx';
import { debtTexts } from '#web/features/claims/texts.ts';
import { pageByViewer } from '#web/kit/list/by-viewer.tsx';
import { variantOf } from '#web/kit/list/definition.ts';
import { commonEntryList } from './entries-list.tsx';
import { texts } from './texts.ts';

const { title } = texts.entries;

const own = (individualId: number) => (
  <OwnList operation={claims.list} individualId={individualId} words={debtTexts.own}>
    {(claim: OwnClaim) => <ClaimCard claim={claim} individualId={individualId} />}
  </OwnList>
);

const listOfAll = variantOf(commonEntryList, {
  screen: 'registry-entries-of-all',
  title,
  operation: allRegistries.entries,
  counts: allRegistries.entryCounts,
  excel: allRegistries.entriesExport,
  remember: 'sortRegistryEntries',
});

const listOfCompany = (legalEntityId: number) =>
  variantOf(commonEntryList, {
    screen: 'registry-entries',
    title,
    operation: registries.companyEntries,
    params: { id: legalEntityId },
    counts: registries.companyEntryCounts,
    excel: registries.companyEntriesExport,
    remember: 'sortRegistryEntries',
    without: ['creditor'],
  });

/** Claims: a person sees his own, an employee those of his company, an operator all. */
export default pageByViewer({ own, all: listOfAll, ofCompany: listOfCompany });
