import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import type { RowOpening } from '#web/ui/table-types.ts';
import type { ListDefinition, RowOf } from './definition.ts';
import type { ListChange, ListState } from './state.ts';
import { useStable } from './use-stable.ts';

interface Opening<Row> {
  opening: RowOpening<Row>;
  /** Opens the full page of a row, or its preview when it has none. */
  enter: (row: Row) => void;
  /** Shows the preview of a row, or none. The first one is a step back away, those after it are not. */
  show: (id: number | undefined) => void;
}

/** How rows are opened: a click shows the preview, a second one or Enter the full page. */
export function useOpening<O extends Operation>(
  { hrefOf }: ListDefinition<O>,
  state: ListState,
  change: ListChange,
): Opening<RowOf<O>> {
  const navigate = useNavigate();
  const show = (id: number | undefined) => change({ preview: id }, { replace: state.preview !== undefined });
  const enter = useStable((row: RowOf<O>) => {
    if (hrefOf) void navigate({ to: hrefOf(row.id) as never });
    else show(row.id);
  });
  const onOpen = useStable((row: RowOf<O>) => {
    if (state.preview !== row.id) show(row.id);
    else enter(row);
  });
  const opening = useMemo(() => ({ hrefOf, onOpen, onEnter: enter }), [hrefOf, onOpen, enter]);
  return { opening, enter, show };
}
