import type { Operation } from '#contract/kernel/op.ts';
import { exactTotal } from '#contract/kernel/page.ts';
import { Button } from '#web/ui/button.tsx';
import type { Answer, ListDefinition } from './definition.ts';
import { emptyBecause, emptyOfStatus } from './empty.ts';
import type { ListState } from './state.ts';
import { texts } from './texts.ts';

/** How many rows a list has: «всего: 15», «более 10 000». */
export const totalOf = ({ total, more }: Answer<unknown>, counted: (total: number) => string = texts.total): string =>
  more ? texts.more(exactTotal) : counted(total);

/** What stands in place of rows, and why there are none. */
export function emptyOf(
  { status, empty }: Pick<ListDefinition<Operation>, 'status' | 'empty'>,
  state: ListState,
  onReset: () => void,
) {
  const why = emptyBecause(state, status);
  if (why === 'page') return texts.nothingLeft;
  if (why === 'nothing') return empty;
  return why === 'status' ? emptyOfStatus(state.filter[status!.filter], status!) : <NothingFound onReset={onReset} />;
}

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <>
      <strong>{texts.nothingFound}</strong>
      <span>{texts.changeSearch}</span>
      <Button onClick={onReset}>{texts.reset}</Button>
    </>
  );
}
