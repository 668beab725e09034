import type { Input } from '#contract/kernel/op.ts';
import type { legalEntities } from '#contract/parties/legal-entities.ts';
import { dateColumns, idColumn, statusColumn } from '#server/modules/verification/export.queries.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { rowsToExport } from '#server/platform/export/export-columns.ts';
import { rowColumns } from './companies.ts';
import { findCompanies, rowOrders } from './list.ts';

/** The companies of the list as a spreadsheet: the same rows in the same order. */
export function exportCompanies(
  ctx: Ctx<Actor>,
  query: Input<typeof legalEntities.exportExcel>['query'],
): Promise<FileAnswer> {
  const found = findCompanies(ctx, query);
  return exportSheet(ctx, {
    title: 'Юридические лица',
    rows: rowsToExport(found.select(rowColumns), 'le.id', rowOrders, query),
    query,
    columns: (column) => ({
      id: idColumn,
      shortName: column.text('Название', (row) => row.shortName, 40),
      inn: column.text('ИНН', (row) => row.inn, 16),
      ogrn: column.text('ОГРН', (row) => row.ogrn, 18),
      type: column.text('Вид', (row) => row.type, 16),
      verificationStatus: statusColumn,
      employees: column.number('Сотрудников', (row) => row.employees, 14),
      ...dateColumns,
    }),
  });
}
