import type { individuals } from '#contract/individuals.ts';
import type { Input } from '#contract/kernel/op.ts';
import { dateColumns, idColumn, statusColumn } from '#server/modules/verification/export.read.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export.ts';
import { inOrder } from '#server/platform/list.ts';
import { findPeople, masked, rowColumns, rowOrders, withAccount } from './people.ts';

/** The people of the list as a spreadsheet: the same rows in the same order, masked alike. */
export function exportPeople(
  ctx: Ctx<Actor>,
  query: Input<typeof individuals.exportExcel>['query'],
): Promise<FileAnswer> {
  const found = findPeople(ctx, query);
  const chosen = query.ids ? found.where('i.id', 'in', query.ids) : found;
  return exportSheet(ctx, {
    title: 'Физические лица',
    rows: inOrder(withAccount(chosen).select(rowColumns), rowOrders, query.sort),
    query,
    columns: {
      id: idColumn,
      lastName: { title: 'Фамилия', width: 22, kind: 'text', value: (row) => row.lastName },
      firstName: { title: 'Имя', width: 16, kind: 'text', value: (row) => row.firstName },
      middleName: { title: 'Отчество', width: 20, kind: 'text', value: (row) => row.middleName },
      inn: { title: 'ИНН', width: 16, kind: 'text', value: (row) => masked(ctx, row).inn },
      phone: { title: 'Телефон', width: 20, kind: 'text', value: (row) => masked(ctx, row).phone },
      email: { title: 'Почта', width: 30, kind: 'text', value: (row) => masked(ctx, row).email },
      verificationStatus: statusColumn,
      ...dateColumns,
    },
  });
}
