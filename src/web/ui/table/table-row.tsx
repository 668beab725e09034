import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react';
import styles from './data-table.module.css';
import { SelectRow } from './table-select.tsx';
import type { Column, RowOpening, RowSelection, Widths } from './table-types.ts';

interface TableRowProps<Row> {
  id: number;
  row: Row;
  columns: readonly Column<Row>[];
  widths: Widths | undefined;
  isShown: boolean;
  opening: RowOpening<Row> | undefined;
  isChosen: boolean;
  selection: RowSelection<Row> | undefined;
}

function PlainRow<Row>({ id, row, columns, widths, isShown, opening, isChosen, selection }: TableRowProps<Row>) {
  const open = opening && (() => opening.onOpen(row));
  return (
    // The opener in the first cell does the same for the keyboard; the rest of the row is only a bigger target.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      role="row"
      data-id={id}
      data-shown={isShown || undefined}
      data-chosen={isChosen || undefined}
      className={opening && styles.opens}
      onClick={open && ((event) => isBackground(event) && open())}
    >
      {selection && (
        <td role="cell" className={styles.select}>
          <SelectRow
            name={selection.nameOf(row)}
            isChosen={isChosen}
            onToggle={() => selection.onToggle([id], !isChosen)}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const content = column.cell(row);
        return (
          <td
            role="cell"
            key={column.key}
            data-title={column.title}
            // What may be cut at its end is told in full to whoever points at it.
            title={typeof content === 'string' ? content : undefined}
            className={column.numeric ? styles.numeric : undefined}
            style={{ maxWidth: widths?.[column.key] }}
          >
            {open && index === 0 ? (
              <Opener
                href={opening.hrefOf?.(id, row)}
                isShown={isShown}
                onOpen={open}
                onEnter={() => opening.onEnter(row)}
              >
                {content}
              </Opener>
            ) : (
              content
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Thousands of cells stand still while one row is chosen or shown: only the rows that changed are drawn anew. */
export const TableRow = memo(PlainRow) as typeof PlainRow;

/** A click beside the controls of the row, which is not the end of marking a text. */
function isBackground({ target }: MouseEvent): boolean {
  const isControl = (target as Element).closest('a, button, input, label, select') !== null;
  return !isControl && getSelection()?.type !== 'Range';
}

interface OpenerProps {
  href: string | undefined;
  isShown: boolean;
  onOpen: () => void;
  onEnter: () => void;
  children: ReactNode;
}

function Opener({ href, isShown, onOpen, onEnter, children }: OpenerProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isNewTab(event)) return;
    event.preventDefault();
    onEnter();
  };
  const onClick = (event: MouseEvent) => {
    if (isNewTab(event)) return;
    event.preventDefault();
    onOpen();
  };
  const props = { 'data-opener': true, className: styles.opener, onKeyDown, onClick };
  return href === undefined ? (
    <button type="button" aria-expanded={isShown} {...props}>
      {children}
    </button>
  ) : (
    <a href={href} {...props}>
      {children}
    </a>
  );
}

/** With a modifier the browser opens the full page beside this one, as with any link. */
const isNewTab = ({ metaKey, ctrlKey, shiftKey }: KeyboardEvent | MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey;
