import type { Answer } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { rowStatus } from '#domain/settlements/debt-on-day.ts';
import type { ScheduleItemStatus } from '#domain/settlements/schedule-item.ts';
import type { Day } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';
import { withFeeBases } from '../money/money.commands.ts';
import type { PaymentShift } from './payment-shift.queries.ts';

type Card = Answer<typeof settlements.get>;

/** All rows of its schedules, also of those that have been replaced. */
export const itemsOf = (db: Db, settlementId: number) =>
  db.selectFrom('scheduleItems').selectAll().where('settlementId', '=', settlementId).orderBy('no').execute();

/** The rows in force. What is open of them is due or overdue by the day itself, also before anybody has gone over them. */
export const scheduleOf = (
  items: Awaited<ReturnType<typeof itemsOf>>,
  shifts: readonly PaymentShift[],
  day: Day,
): Card['schedule'] =>
  withFeeBases(items)
    .filter(({ replacedOn }) => replacedOn === null)
    .map((row) => {
      const isEnded = row.status === 'paid' || row.status === 'cancelled';
      const open = rowStatus(row.dueDate as Day, row.amount - row.paid, day);
      const shift = shifts.find(({ no, to }) => no === row.no && to === row.dueDate);
      return { ...row, shiftedFrom: shift?.from ?? null, status: isEnded ? (row.status as ScheduleItemStatus) : open };
    });
