import type { Input } from '#contract/kernel/op.ts';
import type { legalEntities } from '#contract/legal-entities.ts';
import { dateColumns, idColumn, statusColumn } from '#server/modules/verification/export.read.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export.ts';
import { inOrder } from '#server/platform/list.ts';
import { findCompanies, rowColumns, rowOrders } from './companies.ts';

/** The companies of the list as a spreadsheet: the same rows in the same order. */
export function exportCompanies(
  ctx: Ctx<Actor>,
  query: Input<typeof legalEntities.exportExcel>['query'],
): Promise<FileAnswer> {
  const found = findCompanies(ctx, query);
  const chosen = query.ids ? found.where('le.id', 'in', query.ids) : found;
  return exportSheet(ctx, {
    title: 'Юридические лица',
    rows: inOrder(chosen.select(rowColumns), rowOrders, query.sort),
    query,
    columns: {
      id: idColumn,
      shortName: { title: 'Название', width: 40, kind: 'text', value: (row) => row.shortName },
      inn: { title: 'ИНН', width: 16, kind: 'text', value: (row) => row.inn },
      ogrn: { title: 'ОГРН', width: 18, kind: 'text', value: (row) => row.ogrn },
      verificationStatus: statusColumn,
      employees: { title: 'Сотрудников', width: 14, kind: 'number', value: (row) => row.employees },
      ...dateColumns,
    },
  });
}
