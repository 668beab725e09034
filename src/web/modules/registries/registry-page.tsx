import { registries } from '#contract/registries.ts';
import { requestsOfRegistry } from '#web/app/deals/cases-lists.tsx';
import { variantOf } from '#web/app/list/definition.ts';
import { registryKinds } from '#web/app/registry/kinds.ts';
import { RegistryPage } from '#web/app/registry/registry-card.tsx';
import { entryRows } from './entries-list.tsx';
import { texts } from './texts.ts';

/** A registry of claims: to the employees of its company and to operators. */
export default function FullRegistryPage() {
  return <RegistryPage view={registryKinds.full} entries={entriesOf} absent={absentOf} requests={requestsOfRegistry} />;
}

const without = ['creditor', 'registryNumber'];

const entriesOf = (legalEntityId: number, registryId: number) =>
  variantOf(entryRows, {
    screen: 'registry-entries-of-one',
    title: texts.entries.part,
    operation: registries.entries,
    params: { id: legalEntityId, r: registryId },
    without,
  });

const absentOf = (legalEntityId: number, registryId: number) =>
  variantOf(entryRows, {
    screen: 'registry-absent-entries',
    title: texts.entries.part,
    operation: registries.absent,
    params: { id: legalEntityId, r: registryId },
    without,
  });
