import { useDeferredValue, useMemo, useRef } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { classes } from '#web/ui/classes.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { Pagination } from '#web/ui/table/pagination.tsx';
import { useFollow } from '../data/query.ts';
import { ChosenBar, toggled, useChosen } from './bulk/selection.tsx';
import type { Answer, ListDefinition, RowOf } from './definition.ts';
import { Excel, useExcel } from './excel.tsx';
import { useNarrowed } from './filters/narrowed.ts';
import { useListKeys } from './keys.ts';
import { ownId, useOpening } from './opening.ts';
import { Preview } from './preview.tsx';
import styles from './screen.module.css';
import { inputOf, type ListState, useListState, viewOf } from './state.ts';
import { useHasRoom } from './table/has-room.ts';
import { shownColumns, useTableLayout } from './table/table-layout.ts';
import { Tabs } from './tabs.tsx';
import { Tools } from './tools.tsx';
import { emptyOf, totalOf } from './totals.tsx';
import { useStable } from './use-stable.ts';

/** The screen of every list: the server searches, filters, sorts and pages; here it is only shown and asked for. */
export function ListScreen<O extends Operation>({
  list,
  part,
}: {
  list: ListDefinition<O>;
  /** The list is a part of another page, whose heading is above it and whose length is its own. */
  part?: boolean;
}) {
  const { operation, status, nameOf, idOf = ownId, isUnderWay } = list;
  const [state, change] = useListState(operation, list.remember);
  const [layout, setLayout] = useTableLayout(list.screen);
  const [chosen, setChosen] = useChosen(viewOf({ ...state, sort: undefined }));
  const asked = useNarrowed(list, state);
  const pollAfter = (data: unknown) => isUnderWay?.((data as Answer<RowOf<O>>).items) ?? false;
  const read = useFollow(operation, pollAfter, ...inputOf<O>(list.params, asked));
  // Rows are drawn in small steps, between which the page answers to the hand.
  const answer = useDeferredValue(read.data) as Answer<RowOf<O>> | undefined;
  const hasRoom = useHasRoom();
  const columns = useMemo(() => shownColumns(list.columns, layout, hasRoom), [list.columns, layout, hasRoom]);
  const { q, filter, sort } = asked;
  const excel = useExcel(list, shownColumns(list.columns, layout, true), asked);

  const table = useRef<HTMLDivElement>(null);
  const rowOf = (id: number | undefined) => answer?.items.find((row) => idOf(row) === id);
  const { opening, enter, show } = useOpening(list, state, change);
  useListKeys(table, {
    onEnter: (id) => enter(rowOf(id)!),
    onReach: (id) => state.preview && show(id),
    onEscape: () => state.preview && show(undefined),
  });
  const onToggle = useStable((ids: readonly number[], isChosen: boolean) => {
    const rows = ids.map((id) => [id, nameOf(rowOf(id)!)] as const);
    setChosen(toggled(chosen, rows, isChosen));
  });
  const bulk = list.bulk?.(chosen.rows);
  const isSelectable = excel !== undefined || Boolean(bulk);
  const selection = useMemo(() => (isSelectable ? { nameOf, onToggle } : undefined), [isSelectable, nameOf, onToggle]);
  const chosenIds = useMemo(
    () => new Set(chosen.isAll ? answer?.items.map(idOf) : chosen.rows.keys()),
    [chosen, answer, idOf],
  );

  return (
    <div className={classes(styles.screen, !part && styles.whole)}>
      <div className={styles.head}>
        {part ? <h2>{list.title}</h2> : <h1>{list.title}</h1>}
        {answer && <span className="dim">{totalOf(answer, list.counted)}</span>}
        <div className={styles.actions}>
          {excel && <Excel {...excel} />}
          {typeof list.actions === 'function' ? list.actions({ q, filter, sort }) : list.actions}
        </div>
      </div>
      {list.beforeTable}
      <Tools list={list} state={state} onChange={change} layout={layout} onLayout={setLayout} />
      {status && <Tabs status={status} params={list.params} state={state} asked={asked.filter} onChange={change} />}
      <div className={styles.body} data-preview={state.preview !== undefined}>
        <div ref={table} className={styles.table}>
          <DataTable
            label={list.title}
            columns={columns}
            rows={answer?.items}
            rowKey={idOf}
            opening={opening}
            shown={state.preview}
            selection={selection}
            chosen={chosenIds}
            density={layout.density}
            widths={layout.widths}
            onWidth={(key, width) => setLayout({ ...layout, widths: { ...layout.widths, [key]: width } })}
            sort={sortOf(state)}
            onSort={({ key, direction }) => change({ sort: { [key]: direction } })}
            stale={read.isPlaceholderData || answer !== read.data}
            error={read.isError ? read.error.message : undefined}
            onRetry={() => void read.refetch()}
            empty={emptyOf(list, state, () => change({ q: '', filter: {} }))}
          />
          {isSelectable && (
            <ChosenBar chosen={chosen} total={answer ? totalOf(answer) : ''} onChange={setChosen}>
              {excel && (
                <Excel
                  operation={excel.operation}
                  params={excel.params}
                  query={chosen.isAll ? excel.query : { ...excel.query, ids: [...chosen.rows.keys()].join(',') }}
                />
              )}
              {!chosen.isAll && bulk}
            </ChosenBar>
          )}
          {answer && !read.isError && <Pagination {...answer} onPage={(page) => change({ page })} />}
        </div>
        {state.preview && (
          <Preview
            list={list}
            id={state.preview}
            row={rowOf(state.preview)}
            isLoaded={answer !== undefined}
            onClose={() => show(undefined)}
          />
        )}
      </div>
    </div>
  );
}

function sortOf({ sort }: ListState): { key: string; direction: 1 | -1 } | undefined {
  const [first] = Object.entries(sort ?? {});
  return first && { key: first[0], direction: first[1] };
}
