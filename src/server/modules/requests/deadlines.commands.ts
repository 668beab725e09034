import { sql } from 'kysely';
import type { BusinessCalendar } from '#domain/values/business-calendar.ts';
import { type Day, moscowDay, toDay } from '#domain/values/days.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { lockRequest, moveRequest, unfreezeClaim } from './moves.ts';
import { askForAnswer, notifyCreditor, notifyDebtor } from './notify.ts';

const batch = 200;
/** The creditor is reminded so many working days before the last one on which he may answer. */
const reminders = [2, 1] as const;

/** The requests whose creditor has not answered and is to be reminded, or has had his time. */
export async function dueRequests(db: Db, now: Date): Promise<number[]> {
  const today = moscowDay(now);
  const calendar = await calendarIn(db);
  const lastDays = reminders.map((days) => calendar.addWorkingDays(today, days));
  // Those that wait with all their reminders given take no place of others.
  const due = sql<number>`(select count(*) from unnest(${lastDays}::date[]) as last (day) where last.day >= answer_by)`;
  const rows = await db
    .selectFrom('requests')
    .select('id')
    .where('status', '=', 'pending')
    .where('archivedAt', 'is', null)
    .where('answerBy', '<=', lastDays[0]!)
    .where((of) => of.or([of('answerBy', '<', today), of('answerReminders', '<', due)]))
    .orderBy('answerBy')
    .limit(batch)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many reminders are due by a day. */
const remindersBy = (calendar: BusinessCalendar, answerBy: Day, today: Day): number =>
  reminders.filter((days) => calendar.addWorkingDays(today, days) >= answerBy).length;

/** Reminds the creditor of a request, or gives it back to the search when his time is over (docs/domain.md §7.2). */
export async function requestDeadline(tx: Tx, id: number, now: Date): Promise<void> {
  const of = await lockRequest(tx, id);
  const { answerBy, answerReminders } = await tx
    .selectFrom('requests')
    .select(['answerBy', 'answerReminders'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const today = moscowDay(now);
  if (of.status !== 'pending' || of.archivedAt !== null || answerBy === null) return;
  if (answerBy < today) return giveBack(tx, of);
  const due = remindersBy(await calendarIn(tx), toDay(answerBy), today);
  if (due <= answerReminders) return;
  await tx.updateTable('requests').set({ answerReminders: due }).where('id', '=', id).execute();
  await askForAnswer(tx, of, `Заявка ${of.number} ждёт ответа до ${answerBy.split('-').toReversed().join('.')}`);
}

async function giveBack(tx: Tx, of: Awaited<ReturnType<typeof lockRequest>>): Promise<void> {
  const ctx = { db: tx, actor: null };
  const cleared = { legalEntityId: null, registryEntryId: null, registryId: null, answerBy: null, answerReminders: 0 };
  await moveRequest(ctx, of, 'timeOut', { set: cleared });
  await unfreezeClaim(tx, of.registryEntryId);
  await notifyCreditor(tx, of, { event: 'request.moved', title: `Срок ответа по заявке ${of.number} истёк` });
  await notifyDebtor(tx, of, {
    event: 'request.moved',
    title: `Кредитор не ответил по заявке ${of.number}: ищем дальше`,
  });
}
