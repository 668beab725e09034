import { sql } from 'kysely';
import { ATTEMPT_DAYS, chargeable } from '#domain/money/autopayment.ts';
import { addDays, type Day, moscowDay, toDay } from '#domain/values/days.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { enqueueBinding } from '../jobs.ts';
import { insertAttempt } from './attempts.commands.ts';
import { lockAutopayment } from './autopayment-state.ts';

/** So many objects are asked for at once. */
const portion = 500;

/** The attempts with their days after the due day, as rows. */
const plan = sql.join(ATTEMPT_DAYS.map((days, index) => sql`(${sql.lit(index + 1)}::smallint, ${sql.lit(days)}::int)`));

/** The attempt `t` was switched off, by an autopayment before `a`, when nothing had been taken: it may be made after all. */
const switchedOffBetween = sql`(t.status = 'skipped' and t.payment_id is null and t.autopayment_id <> a.id)`;

/**
 * Which attempts are to be planned for a day: of rows that had not come due when the autopayment was switched on, that nobody has planned,
 * and whose payer has not cancelled them.
 */
const unplanned = (day: Day) => sql`
  from autopayments a join settlements s on s.id = a.settlement_id and s.status = 'waiting_for_payment' and a.created_at >= s.signed_at
    join schedule_items i on i.settlement_id = a.settlement_id and i.status in ('planned', 'due', 'overdue')
    join (values ${plan}) as p (attempt, days) on i.due_date + p.days = ${day}::date
  where a.status = 'on' and i.due_date > (a.bound_at at time zone 'Europe/Moscow')::date
    and not exists (select from autopayment_attempts t where t.settlement_id = i.settlement_id and t.due_date = i.due_date
      and (t.is_last or t.status in ('planned', 'sent', 'succeeded') or (t.attempt = p.attempt and not ${switchedOffBetween})))`;

/**
 * A payment of tomorrow is planned to be taken, so that its debtor can be told of it today: the first attempt on the day before the due
 * day, another one on the day before its own. What stands in the way is looked at where it is told of. The partner is asked whether what
 * is bound holds.
 */
export const planAttempts = eachDue(
  'autopayments.plan',
  async (db, now, closing) => {
    const { rows } = await sql<{ id: number }>`select distinct a.id ${unplanned(addDays(moscowDay(now), 1))}
      and a.id > ${closing?.after ?? 0} order by a.id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (app, tx, id, now) => {
    const { settlement } = await lockAutopayment(tx, id);
    const day = addDays(moscowDay(now), 1);
    const { rows } = await sql<{ dueDate: string; attempt: number }>`
      select distinct i.due_date as "dueDate", p.attempt ${unplanned(day)} and a.id = ${id}`.execute(tx);
    const open = rows.filter(({ dueDate }) => chargeable(settlement.rows, toDay(dueDate)) > 0);
    const of = { autopaymentId: id, settlementId: settlement.id };
    for (const { dueDate, attempt } of open) await insertAttempt(tx, of, { dueDate: toDay(dueDate), attempt, day });
    if (open.length > 0) await enqueueBinding(app, tx, id);
    return open.length > 0;
  },
);
