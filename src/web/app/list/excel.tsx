import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Column } from '#web/ui/table-types.ts';
import { download } from '../data/download.ts';
import type { Query } from '../data/query-string.ts';
import { verdict } from '../session/access.ts';
import { useMe } from '../session/session.ts';
import type { ListDefinition } from './definition.ts';
import styles from './screen.module.css';
import type { ListState } from './state.ts';
import { texts } from './texts.ts';

const t = texts.excel;

interface ExcelProps {
  operation: Operation;
  query: Query;
}

/** What the list would export as it stands, or nothing for whom the export is not. */
export function useExcel<O extends Operation>(
  { excel }: ListDefinition<O>,
  columns: readonly Pick<Column<never>, 'key' | 'exports'>[],
  { q, filter, sort }: ListState,
): ExcelProps | undefined {
  const me = useMe();
  if (!excel || verdict(excel, me) !== 'yes') return undefined;
  return {
    operation: excel,
    query: { q, filter, sort, columns: columns.flatMap(({ key, exports = [key] }) => exports) },
  };
}

type State = { bytes: number } | { failed: string } | 'idle' | 'done';

/** The list as a workbook: what is found, in its order. Shows how much has come, and offers another try when it fails. */
export function Excel({ operation, query }: ExcelProps) {
  const [state, setState] = useState<State>('idle');
  const leaving = useRef<AbortController>(undefined);
  const start = async () => {
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    setState({ bytes: 0 });
    try {
      await download(operation, query, signal, (bytes) => setState({ bytes }));
      setState('done');
    } catch (error) {
      setState(signal.aborted ? 'idle' : { failed: error instanceof Error ? error.message : t.failed });
    }
  };
  const isRunning = typeof state === 'object' && 'bytes' in state;
  return (
    <div className={styles.excel}>
      {isRunning ? (
        <Button onClick={() => leaving.current?.abort()}>{t.cancel}</Button>
      ) : (
        <Button onClick={() => void start()}>
          <Download size={16} aria-hidden="true" />
          <span className={styles.name}>{t.action}</span>
        </Button>
      )}
      <span role="status" className="dim small">
        {isRunning && t.progress(state.bytes)}
        {state === 'done' && t.done}
      </span>
      {typeof state === 'object' && 'failed' in state && (
        <Notice tone="danger">
          {t.failed}: {state.failed}
        </Notice>
      )}
    </div>
  );
}
