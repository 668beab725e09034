import type { ComponentType, ReactNode } from 'react';
import { loadedStatuses } from '#domain/registries/registry-import.ts';
import type { Tab } from '#web/kit/detail/page.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { DifferencesTab } from './dry-run/differences-tab.tsx';
import { VerdictBar } from './dry-run/verdict-bar.tsx';
import { FileTab } from './file-tab.tsx';
import { Funnel } from './funnel.tsx';
import type { Registry, RegistryKindView } from './kind.ts';
import { MessagesTab } from './messages-tab.tsx';
import { registryTexts as t } from './texts.ts';

const MappingTab = lazyPart(
  () => import('./dry-run/mapping-tab.tsx'),
  (module) => module.MappingTab,
);

const ErrorsTab = lazyPart(
  () => import('./dry-run/errors-tab.tsx'),
  (module) => module.ErrorsTab,
);

/** Which registry a list is of. */
export interface ListOf {
  id: number;
  legalEntityId: number;
}

/** The lists of a kind of registry. */
export interface RegistryLists {
  /** Its entries. */
  Entries: ComponentType<ListOf>;
  /** Those entries of the registry that it replaces which its file no longer has. */
  AbsentEntries: ComponentType<ListOf>;
  /** What its debtors ask for; entries of a simple registry are not asked about. */
  Requests?: ComponentType<ListOf>;
}

export interface CardProps {
  view: RegistryKindView;
  registry: Registry;
  lists: RegistryLists;
}

/** The parts of a registry as far as they exist yet and the viewer may see them. */
export function useTabs({ view, registry, lists: { Entries, AbsentEntries, Requests } }: CardProps): Tab[] {
  const me = useMe();
  const { id, legalEntityId, status, counts, headers, unreadMessages } = registry;
  const of = { id, legalEntityId };
  const absent = registry.absent ?? 0;
  const isDry = status === 'ready';
  const isLoaded = (loadedStatuses as readonly string[]).includes(status) || status === 'withdrawn';
  const seesRows = accessTo(view.operations.rows, me) !== 'no';
  const tab = (key: keyof typeof t.tabs, content: ReactNode, number = 0): Tab => ({
    key,
    title: t.counted(t.tabs[key], number),
    content,
  });
  return [
    tab('overview', <Overview view={view} registry={registry} isLoaded={isLoaded} />),
    ...(isLoaded ? [tab('entries', <Entries {...of} />)] : []),
    ...(isLoaded && Requests ? [tab('requests', <Requests {...of} />)] : []),
    ...(isDry && seesRows ? [tab('differences', <DifferencesTab view={view} registry={registry} />)] : []),
    ...(isDry && seesRows && absent > 0 ? [tab('absent', <AbsentEntries {...of} />, absent)] : []),
    ...(counts.rows > 0 ? [tab('errors', <ErrorsTab view={view} registry={registry} />, counts.error)] : []),
    ...(headers.length > 0
      ? [tab('mapping', <MappingTab key={JSON.stringify(headers)} view={view} registry={registry} />)]
      : []),
    tab('messages', <MessagesTab view={view} registry={registry} />, unreadMessages),
    tab('file', <FileTab view={view} registry={registry} />),
  ];
}

function Overview({ view, registry, isLoaded }: { view: RegistryKindView; registry: Registry; isLoaded: boolean }) {
  const { funnel, counts } = registry;
  return (
    <>
      {isLoaded && funnel.entries > 0 && (
        <Card title={t.funnel.title}>
          <Funnel funnel={funnel} isSimple={view.kind === 'simple'} />
        </Card>
      )}
      {counts.rows > 0 && (
        <Card title={t.verdicts.title}>
          <VerdictBar counts={counts} isDry={!isLoaded} />
        </Card>
      )}
    </>
  );
}
