import { sql } from 'kysely';
import { reminderOf } from '#domain/settlements/reminders.ts';
import { type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import { planSettlementLetter } from '#server/modules/registries/invitations/debtor-letters.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type LockedSettlement, notifySides } from '../money/money.commands.ts';

/** Tells the debtor of a payment that is near, and of one that is late, as often as `REMINDER_STEPS` says. */
export async function remind(tx: Tx, settlement: LockedSettlement, now: Date): Promise<void> {
  const today = moscowDay(now);
  const open = settlement.rows.filter((row) => row.principal + row.interest > 0);
  const late = open.find(({ dueDate }) => dueDate < today);
  const next = open.find(({ dueDate }) => dueDate >= today);
  for (const row of [late, next]) {
    const reminder = row && reminderOf(row.dueDate, today);
    if (!reminder || (await isReminded(tx, settlement.id, reminder.about, reminder.since))) continue;
    await remindDebtor(tx, settlement, { about: reminder.about, dueDate: row.dueDate }, now);
  }
}

function titleOf(number: string, dueDate: Day, today: Day): string {
  if (dueDate < today) return `${number}. Платёж просрочен: срок был ${formatDay(dueDate)}`;
  return dueDate === today ? `${number}. Срок платежа сегодня` : `${number}. Срок платежа ${formatDay(dueDate)}`;
}

const isReminded = async (tx: Tx, settlementId: number, about: 'due' | 'overdue', since: Day): Promise<boolean> =>
  (await tx
    .selectFrom('entryNotices')
    .select('id')
    .where('settlementId', '=', settlementId)
    .where('about', '=', about)
    .where('createdAt', '>=', sql<Date>`${since}::timestamp at time zone 'Europe/Moscow'`)
    .executeTakeFirst()) !== undefined;

async function remindDebtor(
  tx: Tx,
  settlement: LockedSettlement,
  { about, dueDate }: { about: 'due' | 'overdue'; dueDate: Day },
  now: Date,
): Promise<void> {
  const title = titleOf(settlement.number, dueDate, moscowDay(now));
  await notifySides(tx, settlement, { event: 'settlement.due', title }, ['individual']);
  await planSettlementLetter(tx, settlement.id, about, now, { dueDate });
}
