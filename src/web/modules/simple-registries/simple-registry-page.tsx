import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { simpleRegistries } from '#contract/simple-registries.ts';
import { idsOf } from '#web/app/ids.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { registryKinds } from '#web/app/registry/kinds.ts';
import { RegistryPage } from '#web/app/registry/registry-card.tsx';
import { registryTexts } from '#web/app/registry/texts.ts';
import { entryFilters, simpleEntriesList } from './entries-list.tsx';
import { texts } from './texts.ts';

/** A simple registry with the decisions of its debtors: to the employees of its company and to operators. */
export default function SimpleRegistryPage() {
  const { key } = useParams({ strict: false });
  const [legalEntityId, id] = idsOf(key, 2)!;
  return (
    <RegistryPage
      view={registryKinds.simple}
      legalEntityId={legalEntityId!}
      id={id!}
      entries={<Entries legalEntityId={legalEntityId!} registryId={id!} />}
      absent={<Absent legalEntityId={legalEntityId!} registryId={id!} />}
    />
  );
}

interface Place {
  legalEntityId: number;
  registryId: number;
}

function Entries({ legalEntityId, registryId }: Place) {
  const list = useMemo(
    () =>
      simpleEntriesList(
        {
          screen: 'simple-entries-of-one',
          title: texts.entries.title,
          operation: simpleRegistries.entries,
          params: { id: legalEntityId, r: registryId },
          filters: entryFilters,
          empty: texts.entries.empty,
        },
        { isOfOne: true },
      ),
    [legalEntityId, registryId],
  );
  return <ListScreen list={list} part />;
}

/** What a fresh unloading no longer has: a short list of one moment, neither searched nor parted by status. */
function Absent({ legalEntityId, registryId }: Place) {
  const list = useMemo(() => {
    const {
      status: _status,
      searchHint: _hint,
      ...rest
    } = simpleEntriesList(
      {
        screen: 'simple-absent-entries',
        title: registryTexts.differences.absentTitle,
        operation: simpleRegistries.absent,
        params: { id: legalEntityId, r: registryId },
        empty: registryTexts.differences.absentEmpty,
      },
      { isOfOne: true },
    );
    return rest;
  }, [legalEntityId, registryId]);
  return <ListScreen list={list} part />;
}
