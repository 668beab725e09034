import { Check } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Column } from '#domain/registries/registry-rules.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import type { DryRow, Registry, RegistryKindView } from '../kind.ts';
import { registryTexts } from '../texts.ts';
import { CorrectionCell } from './correction-cell.tsx';
import styles from './correction-grid.module.css';
import { useCorrections } from './corrections.ts';
import { type Cells, rowErrors } from './row-errors.ts';

const t = registryTexts.grid;

export interface GridProps {
  view: RegistryKindView;
  registry: Registry;
}

/** Rows whose wrong cells are typed in; arrows and Enter lead from one to the next. */
export function Rows({ view, registry, rows }: GridProps & { rows: readonly DryRow[] }) {
  const [isWhole, setWhole] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  const { save, savingOf } = useCorrections(view, registry);
  const [edits, setEdits] = useState<ReadonlyMap<number, Cells>>(new Map());
  const cellsOf = (row: DryRow): Cells => ({ ...row.cells, ...edits.get(row.rowNo) });
  const shown = useMemo(() => columnsOf(view.columns, rows, isWhole), [view, rows, isWhole]);
  const edit = (rowNo: number, column: string, value: string) =>
    setEdits((before) => new Map(before).set(rowNo, { ...before.get(rowNo), [column]: value }));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    const cell = (event.target as Element).closest('td');
    const line = cell?.closest('tr');
    if (step === undefined || !cell || !line || event.altKey) return;
    event.preventDefault();
    const next = table.current!.rows[line.rowIndex + step]?.cells[cell.cellIndex]?.querySelector('input');
    // What was typed counts when the cell is left, also by Enter in the last row.
    if (next) next.focus();
    else (event.target as HTMLElement).blur();
    next?.select();
  };
  return (
    <>
      <Checkbox label={t.all} checked={isWhole} onChange={({ target }) => setWhole(target.checked)} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the fields inside are what is typed in */}
      <div className={styles.frame} role="group" aria-label={t.label} onKeyDown={onKeyDown}>
        <table ref={table} className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.rowNo}</th>
              <th scope="col">{t.debtor}</th>
              {shown.map(({ code, header }) => (
                <th key={code} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const cells = cellsOf(row);
              const errors = rowErrors(view.columns, cells, row.problems);
              return (
                <tr key={row.rowNo}>
                  <th scope="row">{row.rowNo}</th>
                  <td className={styles.who}>
                    {row.debtor}
                    <RowState errors={Object.keys(errors).length} whole={errors['']} />
                  </td>
                  {shown.map((column) => (
                    <CorrectionCell
                      key={column.code}
                      label={t.cell(column.header, row.rowNo)}
                      column={column}
                      value={cells[column.code] ?? ''}
                      saved={row.cells?.[column.code] ?? ''}
                      error={errors[column.code]}
                      saving={savingOf(row.rowNo, column.code)}
                      onType={(value) => edit(row.rowNo, column.code, value)}
                      onSave={(value) => save(row.rowNo, column.code, value)}
                    />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

function RowState({ errors, whole }: { errors: number; whole: string | undefined }) {
  if (errors > 0) return <span className={styles.left}>{whole ?? t.left(errors)}</span>;
  return (
    <span className={styles.right}>
      <Check size={14} aria-hidden="true" /> {t.right}
    </span>
  );
}

/** The columns in which something is wrong in one of the rows, or all of them. */
function columnsOf(columns: readonly Column[], rows: readonly DryRow[], isWhole: boolean): readonly Column[] {
  if (isWhole) return columns;
  const wrong = new Set(rows.flatMap((row) => Object.keys(rowErrors(columns, row.cells ?? {}, row.problems))));
  return columns.filter(({ code }) => wrong.has(code));
}
