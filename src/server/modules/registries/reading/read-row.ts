import type { Cell } from '#domain/registries/cell.ts';
import type { Circumstances } from '#domain/registries/registry-checks.ts';
import type { Problem } from '#domain/registries/registry-problems.ts';
import { judgeRow } from '#domain/registries/registry-row.ts';
import type { Column } from '#domain/registries/registry-rules.ts';
import type { ReadRow } from './reading.types.ts';

/**
 * Judges a row of a registry that is known only by its kind, so that the columns and what was read by them are matched here.
 * @param rowNo its number in the file
 * @param storesCells whether the cells stay beside the values, by what is wrong with them
 */
export function readRow(
  columns: readonly Column[],
  rowNo: number,
  cells: readonly Cell[],
  circumstances: Circumstances,
  storesCells: (problems: readonly Problem[]) => boolean = () => true,
): ReadRow {
  const { ok, row, problems } = judgeRow(columns, cells, circumstances);
  return { rowNo, ok, row, problems, rawCells: storesCells(problems) ? cells : [] } as ReadRow;
}
