import { simpleRegistries } from '#contract/simple-registries.ts';
import { variantOf } from '#web/app/list/definition.ts';
import { registryKinds } from '#web/app/registry/kinds.ts';
import { RegistryPage } from '#web/app/registry/registry-card.tsx';
import { ofOneRegistry, simpleEntryRows } from './entries-list.tsx';
import { texts } from './texts.ts';

/** A simple registry with the decisions of its debtors: to the employees of its company and to operators. */
export default function SimpleRegistryPage() {
  return <RegistryPage view={registryKinds.simple} entries={entriesOf} absent={absentOf} />;
}

const entriesOf = (legalEntityId: number, registryId: number) =>
  variantOf(simpleEntryRows, {
    ...ofOneRegistry,
    screen: 'simple-entries-of-one',
    title: texts.entries.title,
    operation: simpleRegistries.entries,
    params: { id: legalEntityId, r: registryId },
  });

const absentOf = (legalEntityId: number, registryId: number) =>
  variantOf(simpleEntryRows, {
    screen: 'simple-absent-entries',
    title: texts.entries.title,
    operation: simpleRegistries.absent,
    params: { id: legalEntityId, r: registryId },
    without: ofOneRegistry.without,
  });
