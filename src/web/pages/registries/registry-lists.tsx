import { registries } from '#contract/registries/registries.ts';
import { momentary } from '#web/features/registries/momentary.ts';
import type { ListOf } from '#web/features/registries/registry-card.tsx';
import { ListAbout } from '#web/kit/list/by-viewer.tsx';
import { variantOf } from '#web/kit/list/definition.ts';
import { entryRows } from './entries-list.tsx';
import { texts } from './texts.ts';

/** The entries of a registry. */
export const Entries = ({ id, legalEntityId }: ListOf) => (
  <ListAbout make={entriesOf} about={[legalEntityId, id]} part />
);

/** Those of the registry before it that its file no longer has. */
export const Absent = ({ id, legalEntityId }: ListOf) => <ListAbout make={absentOf} about={[legalEntityId, id]} part />;

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
  momentary(
    variantOf(entryRows, {
      screen: 'registry-absent-entries',
      title: texts.entries.part,
      operation: registries.absent,
      params: { id: legalEntityId, r: registryId },
      without,
    }),
  );
