import type { Input } from '#contract/kernel/op.ts';
import type { individuals } from '#contract/parties/individuals.ts';
import { dateColumns, idColumn, statusColumn } from '#server/modules/verification/export.queries.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { rowsToExport } from '#server/platform/export/export-columns.ts';
import { findPeople, rowOrders } from './list.ts';
import { masked, rowColumns, withAccount } from './people.ts';

/** The people of the list as a spreadsheet: the same rows in the same order, masked alike. */
export function exportPeople(
  ctx: Ctx<Actor>,
  query: Input<typeof individuals.exportExcel>['query'],
): Promise<FileAnswer> {
  const found = findPeople(ctx, query);
  return exportSheet(ctx, {
    title: 'Физические лица',
    rows: rowsToExport(withAccount(found).select(rowColumns), 'i.id', rowOrders, query),
    query,
    columns: (column) => ({
      id: idColumn,
      lastName: column.text('Фамилия', (row) => row.lastName, 22),
      firstName: column.text('Имя', (row) => row.firstName, 16),
      middleName: column.text('Отчество', (row) => row.middleName),
      inn: column.text('ИНН', (row) => masked(ctx, row).inn, 16),
      phone: column.text('Телефон', (row) => masked(ctx, row).phone),
      email: column.text('Почта', (row) => masked(ctx, row).email, 30),
      verificationStatus: statusColumn,
      ...dateColumns,
    }),
  });
}
