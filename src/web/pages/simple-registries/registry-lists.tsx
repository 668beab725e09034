import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { momentary } from '#web/features/registries/momentary.ts';
import type { ListOf } from '#web/features/registries/registry-card.tsx';
import { ListAbout } from '#web/kit/list/by-viewer.tsx';
import { variantOf } from '#web/kit/list/definition.ts';
import { ofOneRegistry, simpleEntryRows } from './entries-list.tsx';
import { texts } from './texts.ts';

/** The entries of a simple registry. */
export const Entries = ({ id, legalEntityId }: ListOf) => (
  <ListAbout make={entriesOf} about={[legalEntityId, id]} part />
);

/** Those of the registry before it that its file no longer has. */
export const Absent = ({ id, legalEntityId }: ListOf) => <ListAbout make={absentOf} about={[legalEntityId, id]} part />;

const entriesOf = (legalEntityId: number, registryId: number) =>
  variantOf(simpleEntryRows, {
    ...ofOneRegistry,
    screen: 'simple-entries-of-one',
    title: texts.entries.title,
    operation: simpleRegistries.entries,
    params: { id: legalEntityId, r: registryId },
  });

const absentOf = (legalEntityId: number, registryId: number) =>
  momentary(
    variantOf(simpleEntryRows, {
      screen: 'simple-absent-entries',
      title: texts.entries.title,
      operation: simpleRegistries.absent,
      params: { id: legalEntityId, r: registryId },
      without: ofOneRegistry.without,
    }),
  );
