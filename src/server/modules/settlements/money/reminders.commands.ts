import { sql } from 'kysely';
import { stoppingEvent } from '#domain/parties/life-table.ts';
import { reminderOf } from '#domain/settlements/reminders.ts';
import { type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import { spansOfSettlements } from '#server/modules/life-events/life-spans.queries.ts';
import { planSettlementLetters } from '#server/modules/registries/invitations/debtor-letters.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { notifyDebtors } from '../notify.ts';
import type { LockedSettlement } from './money.commands.ts';

/** A step of reminders that has come for a payment. */
interface Reminder {
  settlement: LockedSettlement;
  about: 'due' | 'overdue';
  dueDate: Day;
  /** The day since which it was told if it was. */
  since: Day;
}

/**
 * Tells the debtors of agreements of a payment that is near, and of one that is late, as often as `REMINDER_STEPS` says, unless something in
 * their lives stops their payments or their letters.
 */
export async function remind(tx: Tx, settlements: readonly LockedSettlement[], now: Date): Promise<void> {
  const today = moscowDay(now);
  const coming = settlements.flatMap((settlement) => remindersOf(settlement, today));
  if (coming.length === 0) return;
  const ids = [...new Set(coming.map(({ settlement }) => settlement.id))];
  const spansOf = await spansOfSettlements(tx, ids);
  const isAskedFor = (id: number): boolean =>
    stoppingEvent(spansOf(id), 'payments', today) === null && stoppingEvent(spansOf(id), 'messages', today) === null;
  const toldOn = await lastTold(tx, ids);
  const reminders = coming.filter(({ settlement: { id }, about, since }) => {
    const told = toldOn(id, about);
    return isAskedFor(id) && (told === null || told < since);
  });
  const told = reminders.map(({ settlement, dueDate }) => ({
    settlement,
    event: 'settlement.due' as const,
    title: titleOf(settlement.number, dueDate, today),
  }));
  await notifyDebtors(tx, told);
  const letters = reminders.map(({ settlement, about, dueDate }) => ({ settlementId: settlement.id, about, dueDate }));
  await planSettlementLetters(tx, letters, now);
}

/** The first payment that is late and the next one, where a step has come for them. */
function remindersOf(settlement: LockedSettlement, today: Day): Reminder[] {
  const open = settlement.rows.filter((row) => row.principal + row.interest > 0);
  const late = open.find(({ dueDate }) => dueDate < today);
  const next = open.find(({ dueDate }) => dueDate >= today);
  return [late, next].flatMap((row) => {
    const reminder = row && reminderOf(row.dueDate, today);
    return reminder ? [{ settlement, dueDate: row.dueDate, ...reminder }] : [];
  });
}

function titleOf(number: string, dueDate: Day, today: Day): string {
  if (dueDate < today) return `${number}. Платёж просрочен: срок был ${formatDay(dueDate)}`;
  return dueDate === today ? `${number}. Срок платежа сегодня` : `${number}. Срок платежа ${formatDay(dueDate)}`;
}

/** On which days these agreements were last reminded of, by what of. */
async function lastTold(
  tx: Tx,
  ids: readonly number[],
): Promise<(settlementId: number, about: 'due' | 'overdue') => Day | null> {
  const { rows } = await sql<{ settlementId: number; about: string; day: Day }>`
    select settlement_id, about, (max(created_at) at time zone 'Europe/Moscow')::date as day from entry_notices
    where settlement_id = any(${ids}::bigint[]) and about in ('due', 'overdue') group by 1, 2`.execute(tx);
  const found = new Map(rows.map(({ settlementId, about, day }) => [`${settlementId} ${about}`, day]));
  return (settlementId, about) => found.get(`${settlementId} ${about}`) ?? null;
}
