import { sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import type { endings } from '#contract/settlements/endings.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { moscowMidnight } from '#server/platform/list/conditions.ts';
import { endColumn, sideColumns, sumColumns } from '../export.ts';
import { rowColumns } from '../rows.ts';

/** The settlements that ended in a period, as a spreadsheet (docs/domain.md §11). */
export function closedReport(
  ctx: Ctx<Actor>,
  { from, to, legalEntityId, closeReason }: Input<typeof endings.closedReport>['body'],
): Promise<FileAnswer> {
  let rows = ctx.db
    .selectFrom('settlements as s')
    .where(ctx.within('settlement', 's'))
    .where('s.status', '=', 'closed');
  if (from) rows = rows.where('s.closedAt', '>=', moscowMidnight(from));
  if (to) rows = rows.where('s.closedAt', '<', moscowMidnight(to, 1));
  if (legalEntityId !== undefined) rows = rows.where('s.legalEntityId', '=', legalEntityId);
  if (closeReason) rows = rows.where('s.closeReason', 'in', closeReason);
  const chosen = rows
    .select([...rowColumns, 's.closedAt', 's.feeCharged', 's.rating'])
    .select(sql<number | null>`extract(day from s.closed_at - s.signed_at)::int`.as('days'))
    .orderBy('s.closedAt')
    .orderBy('s.id');
  return exportSheet(ctx, {
    title: 'Закрытые сделки',
    rows: chosen,
    query: { filter: { from, to, legalEntityId, closeReason } },
    columns: (column) => ({
      number: column.text('Номер', (row) => row.number, 16),
      closedAt: column.instant('Закрыто', (row) => row.closedAt),
      ...sideColumns,
      ...sumColumns,
      paidAmount: column.money('Оплачено', (row) => row.paidAmount),
      fee: column.money('Вознаграждение', (row) => row.feeCharged),
      days: column.number('Дней до закрытия', (row) => row.days),
      rating: column.number('Оценка', (row) => row.rating, 10),
      reason: endColumn,
    }),
  });
}
