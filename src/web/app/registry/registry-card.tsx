import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { formatMoney, kopecks } from '#domain/money.ts';
import { loadedStatuses, registryImport } from '#domain/registry-import.ts';
import { Card } from '#web/ui/card.tsx';
import { formatDayOf, formatInstantDay } from '#web/ui/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { StatusTag } from '#web/ui/tag.tsx';
import { useFollow } from '../data/query.ts';
import { DetailPage, type Tab, WithObject } from '../detail/page.tsx';
import { idsOf } from '../ids.ts';
import { lazyPart } from '../lazy-part.tsx';
import { ListAbout } from '../list/by-viewer.tsx';
import type { ListDefinition } from '../list/definition.ts';
import { verdict } from '../session/access.ts';
import { useMe } from '../session/session.ts';
import { Funnel } from './funnel.tsx';
import { isUnderWay, paramsOf, type Registry, type RegistryKindView } from './kind.ts';
import { RegistryMoves } from './moves.tsx';
import { registryTexts as t } from './texts.ts';
import { VerdictBar } from './verdict-bar.tsx';

const DifferencesTab = lazyPart(
  () => import('./differences-tab.tsx'),
  (module) => module.DifferencesTab,
);
const ErrorsTab = lazyPart(
  () => import('./errors-tab.tsx'),
  (module) => module.ErrorsTab,
);
const FileTab = lazyPart(
  () => import('./file-tab.tsx'),
  (module) => module.FileTab,
);
const MappingTab = lazyPart(
  () => import('./mapping-tab.tsx'),
  (module) => module.MappingTab,
);
const MessagesTab = lazyPart(
  () => import('./messages-tab.tsx'),
  (module) => module.MessagesTab,
);

/** The lists of a kind of registry, by the company and the number of the registry. */
interface Lists<Entry extends Operation, Absent extends Operation, Asked extends Operation> {
  /** Its entries. */
  entries: (legalEntityId: number, id: number) => ListDefinition<Entry>;
  /** Those entries of the registry that it replaces which its file no longer has. */
  absent: (legalEntityId: number, id: number) => ListDefinition<Absent>;
  /** What its debtors ask for; entries of a simple registry are not asked about. */
  requests?: (legalEntityId: number, id: number) => ListDefinition<Asked>;
}

/** The page of a registry of either kind, followed as long as the server is at work on it. */
export function RegistryPage<Entry extends Operation, Absent extends Operation, Asked extends Operation>({
  view,
  entries,
  absent,
  requests,
}: Lists<Entry, Absent, Asked> & { view: RegistryKindView }) {
  const { key } = useParams({ strict: false });
  const [legalEntityId = 0, id = 0] = idsOf(key, 2) ?? [];
  const about: [number, number] = [legalEntityId, id];
  const read = useFollow(view.operations.get, isUnderWay, { params: paramsOf({ id, legalEntityId }) });
  return (
    <WithObject read={read}>
      {(registry) => (
        <RegistryCard
          key={registry.id}
          registry={registry}
          view={view}
          entries={<ListAbout make={entries} about={about} part />}
          absent={<ListAbout make={(...of) => momentary(absent(...of))} about={about} part />}
          requests={requests && <ListAbout make={requests} about={about} part />}
        />
      )}
    </WithObject>
  );
}

/** What a fresh unloading no longer has: a short list of one moment, neither searched, nor filtered, nor parted by status. */
function momentary<O extends Operation>(list: ListDefinition<O>): ListDefinition<O> {
  const { status: _status, searchHint: _hint, filters: _filters, ...rest } = list;
  return { ...rest, title: t.differences.absentTitle, empty: t.differences.absentEmpty };
}

interface CardProps {
  view: RegistryKindView;
  entries: ReactNode;
  absent: ReactNode;
  requests: ReactNode;
}

function RegistryCard({ view, registry, ...lists }: CardProps & { registry: Registry }) {
  const { number, name, counts, funnel } = registry;
  const isLoaded = (loadedStatuses as readonly string[]).includes(registry.status);
  return (
    <DetailPage
      above={[view.section]}
      title={name ? `${t.title(number)} · ${name}` : t.title(number)}
      status={<StatusTag of={registryImport} status={registry.status} />}
      figures={[
        [t.columns.creditor, registry.creditor],
        [t.figures.asOfDate, formatDayOf(registry.asOfDate)],
        [t.figures.rows, counts.rows.toLocaleString('ru-RU')],
        ...(isLoaded
          ? ([
              [t.figures.entries, funnel.entries.toLocaleString('ru-RU')],
              [t.figures.total, formatMoney(kopecks(funnel.totalAmount))],
            ] as const)
          : [[t.columns.createdAt, formatInstantDay(registry.createdAt)] as const]),
      ]}
      actions={<RegistryMoves view={view} registry={registry} />}
      notices={<Standing registry={registry} />}
      tabs={useTabs(view, registry, lists)}
    />
  );
}

/** How it stands with the file: how far the work has come, or why it could not be read. */
function Standing({ registry }: { registry: Registry }) {
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
function useTabs(view: RegistryKindView, registry: Registry, lists: Omit<CardProps, 'view'>): Tab[] {
  const me = useMe();
  const { status, counts, headers, unreadMessages } = registry;
  const gone = registry.absent ?? 0;
  const isDry = status === 'ready';
  const isLoaded = (loadedStatuses as readonly string[]).includes(status) || status === 'withdrawn';
  const seesRows = verdict(view.operations.rows, me) !== 'no';
  const tab = (key: keyof typeof t.tabs, content: ReactNode, number = 0): Tab => ({
    key,
    title: t.counted(t.tabs[key], number),
    content,
  });
  return [
    tab('overview', <Overview view={view} registry={registry} isLoaded={isLoaded} />),
    ...(isLoaded ? [tab('entries', lists.entries)] : []),
    ...(isLoaded && lists.requests ? [tab('requests', lists.requests)] : []),
    ...(isDry && seesRows ? [tab('differences', <DifferencesTab view={view} registry={registry} />)] : []),
    ...(isDry && seesRows && gone > 0 ? [tab('absent', lists.absent, gone)] : []),
    ...(counts.rows > 0 ? [tab('errors', <ErrorsTab view={view} registry={registry} />, counts.error)] : []),
    ...(headers.length > 0
      ? [tab('mapping', <MappingTab key={registry.version} view={view} registry={registry} />)]
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
