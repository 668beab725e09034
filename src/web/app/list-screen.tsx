import type { ReactNode } from 'react';
import type { Operation, Result } from '#contract/kernel/op.ts';
import type { Machine } from '#domain/machine.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import type { CallInput } from './api.ts';
import { useRead } from './data.ts';
import styles from './list-screen.module.css';
import { type ListState, useListState } from './list-state.ts';
import { SearchField } from './search-field.tsx';
import type { SortedList } from './sort-preferences.ts';
import { texts } from './texts.ts';

type RowOf<O> = Result<O> extends { items: (infer Row)[] } ? Row : never;
interface Answer<Row> {
  items: Row[];
  total: number;
  more: boolean;
  page: number;
  limit: number;
}

interface ListScreenProps<O extends Operation> {
  title: string;
  operation: O;
  columns: readonly Column<RowOf<O>>[];
  /** Under which name the chosen sort is remembered. */
  remember: SortedList;
  /** The filter whose values are the statuses of a machine. */
  status: { filter: string; of: Machine<string, string> };
  searchHint: string;
  /** What to say when there is nothing at all. */
  empty: ReactNode;
}

/** The screen of every list: title with total, search, status filter, table, pages; the server does the work. */
export function ListScreen<O extends Operation>(props: ListScreenProps<O>) {
  const { title, operation, columns, remember, status, searchHint, empty } = props;
  const [state, change] = useListState(operation, remember);
  const read = useRead(operation, ...([{ query: state }] as unknown as CallInput<O>));
  const answer = read.data as Answer<RowOf<O>> | undefined;
  const isNarrowed = state.q !== undefined || state.filter !== undefined;
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {answer && <span className="dim">{totalOf(answer)}</span>}
      </div>
      <SearchField hint={searchHint} value={state.q ?? ''} onSearch={(q) => change({ q }, { replace: true })} />
      <StatusTabs status={status} state={state} onChange={(filter) => change({ filter })} />
      <DataTable
        label={title}
        columns={columns}
        rows={answer?.items}
        rowKey={(row) => (row as { id: number }).id}
        sort={sortOf(state)}
        onSort={({ key, direction }) => change({ sort: { [key]: direction } })}
        stale={read.isPlaceholderData}
        error={read.isError ? read.error.message : undefined}
        onRetry={() => void read.refetch()}
        empty={isNarrowed ? <NothingFound onReset={() => change({ q: '', filter: {} })} /> : empty}
      />
      {answer && !read.isError && <Pagination {...answer} onPage={(page) => change({ page })} />}
    </div>
  );
}

function totalOf({ total, more }: { total: number; more: boolean }): string {
  const count = total.toLocaleString('ru-RU');
  return more ? texts.list.more(count) : texts.list.total(count);
}

function sortOf({ sort }: ListState): { key: string; direction: 1 | -1 } | undefined {
  const [first] = Object.entries(sort ?? {});
  return first && { key: first[0], direction: first[1] };
}

function StatusTabs({
  status: { filter, of },
  state,
  onChange,
}: {
  status: ListScreenProps<Operation>['status'];
  state: ListState;
  onChange: (filter: Record<string, string[]>) => void;
}) {
  const chosen = state.filter?.[filter] ?? [];
  const tab = (text: string, values: string[]) => (
    <button
      type="button"
      key={text}
      aria-pressed={values.join() === chosen.join()}
      onClick={() => onChange({ ...state.filter, [filter]: values })}
    >
      {text}
    </button>
  );
  return (
    <div role="group" aria-label={texts.list.statuses} className={styles.tabs}>
      {tab(texts.list.all, [])}
      {of.statuses.map((value) => tab(of.label(value), [value]))}
    </div>
  );
}

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <>
      <strong>{texts.list.nothingFound}</strong>
      <span>{texts.list.changeSearch}</span>
      <Button onClick={onReset}>{texts.list.reset}</Button>
    </>
  );
}
