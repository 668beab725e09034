import type { ReactNode } from 'react';
import { formatMoney, kopecks } from '#domain/money.ts';
import { loadedStatuses, registryImport } from '#domain/registry-import.ts';
import { Card } from '#web/ui/card.tsx';
import { formatInstantDay } from '#web/ui/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { StatusTag } from '#web/ui/tag.tsx';
import { useFollow } from '../data/query.ts';
import { DetailPage, type Tab, WithObject } from '../detail/page.tsx';
import { verdict } from '../session/access.ts';
import { useMe } from '../session/session.ts';
import { DifferencesTab } from './differences-tab.tsx';
import { ErrorsTab } from './errors-tab.tsx';
import { FileTab } from './file-tab.tsx';
import { Funnel } from './funnel.tsx';
import { isUnderWay, paramsOf, type Registry, type RegistryKindView } from './kind.ts';
import { MappingTab } from './mapping-tab.tsx';
import { MessagesTab } from './messages-tab.tsx';
import { RegistryMoves } from './moves.tsx';
import { registryTexts as t } from './texts.ts';
import { shownDay } from './values.ts';
import { VerdictBar } from './verdict-bar.tsx';

interface CardProps {
  view: RegistryKindView;
  /** The list of its entries, which is another one for each kind. */
  entries: ReactNode;
  /** The list of those entries of the registry that it replaces which its file no longer has. */
  absent: ReactNode;
}

/** The page of a registry of either kind, followed as long as the server is at work on it. */
export function RegistryPage({ id, legalEntityId, ...props }: CardProps & { id: number; legalEntityId: number }) {
  const read = useFollow(props.view.operations.get, isUnderWay, { params: paramsOf({ id, legalEntityId }) });
  return (
    <WithObject read={read}>
      {(registry) => <RegistryCard key={registry.id} registry={registry} {...props} />}
    </WithObject>
  );
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
        [t.figures.asOfDate, shownDay(registry.asOfDate)],
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
function useTabs(view: RegistryKindView, registry: Registry, lists: Pick<CardProps, 'entries' | 'absent'>): Tab[] {
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
