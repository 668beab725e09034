import { sql } from 'kysely';
import type { endings } from '#contract/endings.ts';
import type { Input } from '#contract/kernel/op.ts';
import { CLOSE_REASONS, type CloseReason } from '#domain/settlement.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export.ts';
import { moscowMidnight } from '#server/platform/list.ts';
import { rowColumns } from './rows.ts';

/** The settlements that ended in a period, as a spreadsheet (domain rules, §11). */
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
  const money = { width: 16, kind: 'money' } as const;
  return exportSheet(ctx, {
    title: 'Закрытые сделки',
    rows: chosen,
    query: { filter: { from, to, legalEntityId, closeReason } },
    columns: {
      number: { title: 'Номер', width: 16, kind: 'text', value: (row) => row.number },
      closedAt: { title: 'Закрыто', width: 18, kind: 'instant', value: (row) => row.closedAt },
      debtor: { title: 'Заёмщик', width: 34, kind: 'text', value: (row) => row.debtor },
      creditor: { title: 'Кредитор', width: 34, kind: 'text', value: (row) => row.creditor },
      debtTotal: { title: 'Долг', ...money, value: (row) => row.debtTotal },
      agreedAmount: { title: 'Согласовано', ...money, value: (row) => row.agreedAmount },
      discountAmount: { title: 'Скидка', ...money, value: (row) => row.discountAmount },
      paidAmount: { title: 'Оплачено', ...money, value: (row) => row.paidAmount },
      fee: { title: 'Вознаграждение', ...money, value: (row) => row.feeCharged },
      days: { title: 'Дней до закрытия', width: 12, kind: 'number', value: (row) => row.days },
      rating: { title: 'Оценка', width: 10, kind: 'number', value: (row) => row.rating },
      reason: {
        title: 'Чем кончилось',
        width: 24,
        kind: 'text',
        value: (row) => row.closeReason && CLOSE_REASONS[row.closeReason as CloseReason],
      },
    },
  });
}
