import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { registries } from '#contract/registries.ts';
import { idsOf } from '#web/app/ids.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { registryKinds } from '#web/app/registry/kinds.ts';
import { RegistryPage } from '#web/app/registry/registry-card.tsx';
import { entriesList } from './entries-list.tsx';
import { texts } from './texts.ts';

/** A registry of claims: to the employees of its company and to operators. */
export default function FullRegistryPage() {
  const { key } = useParams({ strict: false });
  const [legalEntityId, id] = idsOf(key, 2)!;
  return (
    <RegistryPage
      view={registryKinds.full}
      legalEntityId={legalEntityId!}
      id={id!}
      entries={<Entries legalEntityId={legalEntityId!} registryId={id!} />}
    />
  );
}

function Entries({ legalEntityId, registryId }: { legalEntityId: number; registryId: number }) {
  const list = useMemo(
    () =>
      entriesList(
        {
          screen: 'registry-entries-of-one',
          title: texts.entries.part,
          operation: registries.entries,
          params: { id: legalEntityId, r: registryId },
        },
        ['creditor', 'registryNumber'],
      ),
    [legalEntityId, registryId],
  );
  return <ListScreen list={list} part />;
}
