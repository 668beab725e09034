import { useParams } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { loadedStatuses, registryImportMachine, takenRows } from '#domain/registries/registry-import.ts';
import { useFollow } from '#web/kit/data/query.ts';
import { DetailPage, type Tab } from '#web/kit/detail/page.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { idsOf } from '#web/kit/ids.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Progress } from '#web/ui/display/progress.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatInstantDay, formatMoneyOf } from '#web/ui/format.ts';
import { DifferencesTab } from './dry-run/differences-tab.tsx';
import { VerdictBar } from './dry-run/verdict-bar.tsx';
import { entryTexts } from './entry-texts.ts';
import { FileTab } from './file-tab.tsx';
import { Funnel } from './funnel.tsx';
import { isUnderWay, paramsOf, type Registry, type RegistryKindView } from './kind.ts';
import { MessagesTab } from './messages-tab.tsx';
import { RegistryMoves } from './moves.tsx';
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
interface RegistryLists {
  /** Its entries. */
  Entries: ComponentType<ListOf>;
  /** Those entries of the registry that it replaces which its file no longer has. */
  Absent: ComponentType<ListOf>;
  /** What its debtors ask for; entries of a simple registry are not asked about. */
  Requests?: ComponentType<ListOf>;
}

/** The page of a registry of either kind, followed as long as the server is at work on it. */
export function RegistryPage({ view, lists }: { view: RegistryKindView; lists: RegistryLists }) {
  const { key } = useParams({ strict: false });
  const [legalEntityId = 0, id = 0] = idsOf(key, 2) ?? [];
  const read = useFollow(view.operations.get, isUnderWay, { params: paramsOf({ id, legalEntityId }) });
  return (
    <WithObject read={read}>
      {(registry) => <RegistryCard key={registry.id} registry={registry} view={view} lists={lists} />}
    </WithObject>
  );
}

interface CardProps {
  view: RegistryKindView;
  registry: Registry;
  lists: RegistryLists;
}

function RegistryCard({ view, registry, lists }: CardProps) {
  const { number, name, counts, funnel } = registry;
  const isLoaded = (loadedStatuses as readonly string[]).includes(registry.status);
  return (
    <DetailPage
      above={[view.section]}
      title={name ? `${entryTexts.ofRegistry(number)} · ${name}` : entryTexts.ofRegistry(number)}
      status={<StatusTag of={registryImportMachine} status={registry.status} />}
      figures={[
        [t.columns.creditor, registry.creditor],
        [t.figures.asOfDate, formatDayOf(registry.asOfDate)],
        [t.figures.rows, counts.rows.toLocaleString('ru-RU')],
        ...(isLoaded
          ? ([
              [t.figures.entries, funnel.entries.toLocaleString('ru-RU')],
              [t.figures.total, formatMoneyOf(funnel.totalAmount)],
            ] as const)
          : [
              ...(registry.status === 'ready' && counts.amount > 0
                ? ([
                    [t.figures.taken, takenRows(counts).toLocaleString('ru-RU')],
                    [t.figures.amount, formatMoneyOf(counts.amount)],
                  ] as const)
                : []),
              [t.columns.createdAt, formatInstantDay(registry.createdAt)] as const,
            ]),
      ]}
      actions={<RegistryMoves view={view} registry={registry} />}
      notices={<StatusNotice registry={registry} />}
      tabs={useTabs({ view, registry, lists })}
    />
  );
}

/** The state of the file: how far it has been read, or why it could not be. */
function StatusNotice({ registry }: { registry: Registry }) {
  const { phase, progress, rowsRead, failure, status } = registry;
  if (isUnderWay(registry)) {
    const words = t.phases[phase ?? 'waiting'];
    return (
      <Card>
        <div className="stack-tight" role="status">
          <p>
            <strong>{words}</strong> {rowsRead > 0 && <span className="dim">{t.phaseRows(rowsRead)}</span>}
          </p>
          <Progress label={words} value={progress} />
          <p className="dim small">{t.leave}</p>
        </div>
      </Card>
    );
  }
  if (failure !== null) {
    return (
      <Notice tone="danger">
        {t.failure}: {failure}
      </Notice>
    );
  }
  return status === 'ready' ? <Notice>{t.verdicts.dryRun}</Notice> : null;
}

/** The parts of a registry as far as they exist yet and the viewer may see them. */
function useTabs({ view, registry, lists: { Entries, Absent, Requests } }: CardProps): Tab[] {
  const me = useMe();
  const { id, legalEntityId, status, counts, headers, unreadMessages } = registry;
  const of = { id, legalEntityId };
  const gone = registry.absent ?? 0;
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
    ...(isDry && seesRows && gone > 0 ? [tab('absent', <Absent {...of} />, gone)] : []),
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
