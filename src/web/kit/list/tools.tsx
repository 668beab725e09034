import { useRef } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import type { ListDefinition } from './definition.ts';
import { Filters } from './filters/filters.tsx';
import { SearchField } from './filters/search-field.tsx';
import styles from './screen.module.css';
import { type ListChange, type ListState, useOpenView, viewOf } from './state.ts';
import { Columns } from './table/columns.tsx';
import type { TableLayout } from './table/table-layout.ts';
import { Views } from './table/views.tsx';

interface ToolsProps<O extends Operation> {
  list: ListDefinition<O>;
  state: ListState;
  onChange: ListChange;
  layout: TableLayout;
  onLayout: (look: TableLayout) => void;
}

/** What is above a table: search, filters, saved views, columns. */
export function Tools<O extends Operation>({ list, state, onChange, layout, onLayout }: ToolsProps<O>) {
  const openView = useOpenView();
  const looked = useRef(state.preview);
  return (
    <div className={styles.tools}>
      {list.searchHint && (
        <SearchField
          hint={list.searchHint}
          value={state.q ?? ''}
          onBegin={() => {
            looked.current = state.preview;
          }}
          // What was opened while the search was on its way stays open.
          onSearch={(q) =>
            onChange(({ preview }) => (preview === looked.current ? { q } : { q, page: 1, preview }), { replace: true })
          }
        />
      )}
      <Filters operation={list.operation} words={list.filters} status={list.status} state={state} onChange={onChange} />
      <div className={styles.view}>
        <Views
          screen={list.screen}
          query={viewOf(state)}
          look={layout}
          onOpen={(query, saved) => {
            onLayout(saved);
            openView(query);
          }}
        />
        <Columns columns={list.columns} layout={layout} onLayout={onLayout} />
      </div>
    </div>
  );
}
