import { type RawBuilder, sql } from 'kysely';
import { moscowDay, toDay } from '#domain/values/days.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';

/** The rows of agreements in force that are not replaced: those that are paid bear a penalty by their day, too. */
const rowsDue = (condition: RawBuilder<unknown>) => sql`schedule_items i where i.status <> 'cancelled' and ${condition}
  and exists (select from settlements s where s.id = i.settlement_id and s.status = 'waiting_for_payment')`;

/**
 * Payments that have come to fall on a day off are due on the next working one, by the calendar as it is known now, and nobody was late by the
 * day off (ГК РФ, ст. 193). None becomes due sooner: what was signed for a later day stays (docs/decisions/0215).
 */
export async function moveDueDays({ db }: TransitionContext, { year }: { year: number }): Promise<void> {
  const calendar = await calendarIn(db);
  const ofYear = sql`i.due_date between ${`${year}-01-01`} and ${`${year}-12-31`}`;
  const { rows } = await sql<{ day: string }>`select distinct i.due_date as day from ${rowsDue(ofYear)}`.execute(db);
  const off = rows.map(({ day }) => toDay(day)).filter((day) => !calendar.isWorkingDay(day));
  const fallsOff = sql`i.due_date = any(${off}::date[])`;
  // Whoever changes a schedule has locked its settlement before.
  await sql`select from settlements where id in (select i.settlement_id from ${rowsDue(fallsOff)}) order by id for update`.execute(
    db,
  );
  const today = moscowDay(new Date());
  for (const day of off) {
    const due = calendar.onOrAfter(day);
    await sql`update schedule_items set due_date = ${due},
        status = case when status = 'overdue' and ${due} >= ${today}::date then 'planned' else status end
      where id in (select i.id from ${rowsDue(sql`i.due_date = ${day}`)})`.execute(db);
  }
  await sql`update settlements set looked_on = null where id in (select settlement_id from schedule_items
    where due_date = any(${off.map((day) => calendar.onOrAfter(day))}::date[]) and status <> 'cancelled')
    and status = 'waiting_for_payment'`.execute(db);
}
