import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import type { Query } from '../data/query-string.ts';
import { DownloadButton } from '../parts/download-button.tsx';
import { accessTo } from '../session/access.ts';
import { Can } from '../session/can.tsx';
import { useMe } from '../session/session.ts';
import { hasEnded, removeTask, startExport, useTasks } from '../tasks/tasks.ts';
import { tasksTexts } from '../tasks/texts.ts';
import type { ListDefinition } from './definition.ts';
import styles from './screen.module.css';
import type { ListState } from './state.ts';
import { texts } from './texts.ts';

const t = texts.excel;

interface ExcelProps {
  operation: Operation;
  params: Readonly<Record<string, number>> | undefined;
  query: Query;
}

/** What the list would export as it is, or nothing for whom the export is not. */
export function useExcel<O extends Operation>(
  { excel, params }: ListDefinition<O>,
  columns: readonly Pick<Column<never>, 'key' | 'exports'>[],
  { q, filter, sort }: ListState,
): ExcelProps | undefined {
  const me = useMe();
  const isAllowed = excel && (params ? accessTo(excel, me) !== 'no' : accessTo(excel, me) === 'yes');
  if (!isAllowed) return undefined;
  return {
    operation: excel,
    params,
    query: { q, filter, sort, columns: columns.flatMap(({ key, exports = [key] }) => exports) },
  };
}

/** The list as a workbook: what is found, in its order. That of one object is as small as the object: it comes at once. */
export function Excel({ operation, params, query }: ExcelProps) {
  if (!params) return <InBackground operation={operation} query={query} />;
  return (
    <Can op={operation} params={params}>
      <DownloadButton operation={operation} params={params} query={query}>
        {t.action}
      </DownloadButton>
    </Can>
  );
}

/**
 * A workbook that is made in the background, where the tray keeps it; here it says how far it has got, and offers another
 * try when it fails.
 */
function InBackground({ operation, query }: Omit<ExcelProps, 'params'>) {
  const [started, setStarted] = useState<number>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const task = useTasks().find(({ id }) => id === started);
  const failure = refusal ?? (task?.state === 'failed' ? task.message : undefined);
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setRefusal(undefined);
    await work().catch(({ message }: Error) => setRefusal(message));
    setBusy(false);
  };
  const isRunning = task !== undefined && !hasEnded(task);
  return (
    <div className={styles.excel}>
      {isRunning ? (
        <Button busy={busy} onClick={() => void act(() => removeTask(task.id))}>
          {tasksTexts.cancel}
        </Button>
      ) : (
        <Button busy={busy} onClick={() => void act(async () => setStarted(await startExport(operation, query)))}>
          <Download size={16} aria-hidden="true" />
          <span className={styles.name}>{t.action}</span>
        </Button>
      )}
      <span role="status" className="dim small">
        {isRunning && tasksTexts.running(task.bytes)}
        {task?.state === 'done' && t.done}
      </span>
      {failure && (
        <Notice tone="danger">
          {t.failed}: {failure}
        </Notice>
      )}
    </div>
  );
}
