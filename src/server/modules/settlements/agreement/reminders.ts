import { sql } from 'kysely';
import { addDays, type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import { planSettlementLetter } from '#server/modules/registries/invitations/debtor-letters.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type LockedSettlement, notifySides } from '../money/money.commands.ts';

/** So many days before a payment its debtor is told of it. */
export const REMINDED_DAYS = 3;

/** Tells the debtor of a payment that is near, and of one that is late; of each once. */
export async function remind(tx: Tx, settlement: LockedSettlement, now: Date): Promise<void> {
  const today = moscowDay(now);
  const open = settlement.rows.filter((row) => row.principal + row.interest > 0);
  const late = open.find(({ dueDate }) => dueDate < today);
  const next = open.find(({ dueDate }) => dueDate >= today && dueDate <= addDays(today, REMINDED_DAYS));
  if (late && !(await isReminded(tx, settlement.id, 'overdue', late.dueDate))) {
    const title = `${settlement.number}. Платёж просрочен: срок был ${formatDay(late.dueDate)}`;
    await remindDebtor(tx, settlement, 'overdue', now, title);
  }
  if (next && !(await isReminded(tx, settlement.id, 'due', addDays(next.dueDate, -REMINDED_DAYS)))) {
    await remindDebtor(tx, settlement, 'due', now, `${settlement.number}. Срок платежа ${formatDay(next.dueDate)}`);
  }
}

const isReminded = async (tx: Tx, settlementId: number, about: 'due' | 'overdue', since: Day): Promise<boolean> =>
  (await tx
    .selectFrom('entryNotices')
    .select('id')
    .where('settlementId', '=', settlementId)
    .where('about', '=', about)
    .where('createdAt', '>=', sql<Date>`${since}::date`)
    .executeTakeFirst()) !== undefined;

async function remindDebtor(
  tx: Tx,
  settlement: LockedSettlement,
  about: 'due' | 'overdue',
  now: Date,
  title: string,
): Promise<void> {
  await notifySides(tx, settlement, { title }, ['individual']);
  await planSettlementLetter(tx, settlement.id, about, now);
}
