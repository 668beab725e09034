import { useParams } from '@tanstack/react-router';
import { loadedStatuses, registryImportMachine, takenRows } from '#domain/registries/registry-import.ts';
import { useFollow } from '#web/kit/data/query.ts';
import { DetailPage } from '#web/kit/detail/page.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { idsOf } from '#web/kit/ids.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Progress } from '#web/ui/display/progress.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatInstantDay, formatMoneyOf } from '#web/ui/format.ts';
import { entryTexts } from './entry-texts.ts';
import { isUnderWay, paramsOf, type Registry, type RegistryKindView } from './kind.ts';
import { RegistryMoves } from './moves.tsx';
import { type CardProps, type RegistryLists, useTabs } from './registry-tabs.tsx';
import { registryTexts as t } from './texts.ts';

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
