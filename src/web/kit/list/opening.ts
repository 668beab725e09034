import { useMemo } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { useNavigate } from '#web/ui/link.tsx';
import type { RowOpening } from '#web/ui/table/table-types.ts';
import type { ListDefinition, RowOf } from './definition.ts';
import type { ListChange, ListState } from './state.ts';
import { useStable } from './use-stable.ts';

/** By what a row is known unless its list says otherwise. */
export const ownId = ({ id }: { id: number }): number => id;

interface Opening<Row> {
  opening: RowOpening<Row>;
  /** Opens the full page of a row, or its preview when it has none. */
  enter: (row: Row) => void;
  /** Shows the preview of a row, or none. The first one is a step back away, those after it are not. */
  show: (id: number | undefined) => void;
}

/** How rows are opened: a click shows the preview, a second one or Enter the full page. */
export function useOpening<O extends Operation>(
  { hrefOf, idOf = ownId }: ListDefinition<O>,
  state: ListState,
  change: ListChange,
): Opening<RowOf<O>> {
  const navigate = useNavigate();
  const show = (id: number | undefined) => change({ preview: id }, { replace: state.preview !== undefined });
  const enter = useStable((row: RowOf<O>) => {
    const href = hrefOf?.(idOf(row), row);
    if (href) void navigate({ to: href });
    else show(idOf(row));
  });
  const onOpen = useStable((row: RowOf<O>) => {
    if (state.preview !== idOf(row)) show(idOf(row));
    else enter(row);
  });
  const opening = useMemo(() => ({ hrefOf, onOpen, onEnter: enter }), [hrefOf, onOpen, enter]);
  return { opening, enter, show };
}
