import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { registries } from '#contract/registries.ts';
import { idsOf } from '#web/app/ids.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { registryKinds } from '#web/app/registry/kinds.ts';
import { RegistryPage } from '#web/app/registry/registry-card.tsx';
import { registryTexts } from '#web/app/registry/texts.ts';
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

/** What a fresh unloading no longer has: a short list of one moment, neither searched nor parted by status. */
function Absent({ legalEntityId, registryId }: Place) {
  const list = useMemo(() => {
    const {
      status: _status,
      searchHint: _hint,
      ...rest
    } = entriesList(
      {
        screen: 'registry-absent-entries',
        title: registryTexts.differences.absentTitle,
        operation: registries.absent,
        params: { id: legalEntityId, r: registryId },
      },
      ['creditor', 'registryNumber'],
    );
    return { ...rest, empty: registryTexts.differences.absentEmpty };
  }, [legalEntityId, registryId]);
  return <ListScreen list={list} part />;
}
