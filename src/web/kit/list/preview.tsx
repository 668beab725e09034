import type { Operation } from '#contract/kernel/op.ts';
import { type Fact, Facts } from '#web/ui/display/facts.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { SidePanel } from '#web/ui/overlays/side-panel.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import type { ListDefinition, RowOf } from './definition.ts';
import { texts } from './texts.ts';

/** A look at one row beside the list, with the way to its full page. */
export function Preview<O extends Operation>({
  list: { title, columns, nameOf, hrefOf, preview },
  id,
  row,
  isLoaded,
  onClose,
}: {
  list: ListDefinition<O>;
  id: number;
  row: RowOf<O> | undefined;
  /** The page of the list is there, with the row or without it. */
  isLoaded: boolean;
  onClose: () => void;
}) {
  const href = hrefOf?.(id, row);
  const content = preview ? preview(id, row) : row && <Facts items={factsOf(columns, row)} />;
  return (
    <SidePanel title={row ? nameOf(row) : title} onClose={onClose}>
      {content || (isLoaded && <p className="dim">{texts.preview.gone}</p>)}
      {href && (
        <ButtonLink to={href} variant="primary">
          {texts.preview.open}
        </ButtonLink>
      )}
    </SidePanel>
  );
}

/** All columns of a row as facts. */
export const factsOf = <Row,>(columns: readonly Column<Row>[], row: Row): Fact[] =>
  columns.map(({ title, cell }) => ({ label: title, value: cell(row) }));
