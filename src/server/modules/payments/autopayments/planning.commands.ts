import { sql } from 'kysely';
import { ATTEMPT_DAYS, chargeable, isWithin, LETTER_HOURS, type PlannedAttempt } from '#domain/money/autopayment.ts';
import { addDays, type Day, formatDay, moscowDay, toDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { type LockedSettlement, lockSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { chargeObstacle } from '../charge-obstacle.queries.ts';
import { feeOfSum } from '../pay.ts';
import { lockAutopayment } from './autopayment-state.ts';
import { tellPayer } from './tell-payer.ts';

/** So many objects are asked for at once. */
const portion = 500;

/** What is planned of a payment: the day on which it is due, the attempt and its day. */
interface AttemptOfPayment extends PlannedAttempt {
  dueDate: Day;
}

/** The attempts with their days after the due day, as rows. */
const plan = sql.join(ATTEMPT_DAYS.map((days, index) => sql`(${sql.lit(index + 1)}::smallint, ${sql.lit(days)}::int)`));

/**
 * Which attempts are to be planned for a day: of rows that had not come due when the autopayment was switched on, and that nobody has
 * planned, unless it was switched off in between and nothing was taken.
 */
const unplanned = (day: Day) => sql`
  from autopayments a join settlements s on s.id = a.settlement_id and s.status = 'waiting_for_payment'
    join schedule_items i on i.settlement_id = a.settlement_id and i.status in ('planned', 'due', 'overdue')
    join (values ${plan}) as p (attempt, days) on i.due_date + p.days = ${day}::date
  where a.status = 'on' and i.due_date > (a.bound_at at time zone 'Europe/Moscow')::date
    and not exists (select from autopayment_attempts t where t.settlement_id = i.settlement_id and t.due_date = i.due_date
      and (t.attempt = p.attempt and not (t.status = 'skipped' and t.payment_id is null and t.autopayment_id <> a.id)
        or t.status in ('planned', 'sent', 'succeeded')))`;

/**
 * A payment of tomorrow is planned to be taken, so that its debtor can be told of it today: the first attempt on the day before the due
 * day, another one on the day before its own. What stands in the way today plans nothing.
 */
export const planAttempts = eachDue(
  'autopayments.plan',
  async (db, now, closing) => {
    const { rows } = await sql<{ id: number }>`select distinct a.id ${unplanned(addDays(moscowDay(now), 1))}
      and a.id > ${closing?.after ?? 0} order by a.id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (_app, tx, id, now) => {
    const { settlementId } = await tx
      .selectFrom('autopayments')
      .select('settlementId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const settlement = await lockSettlement(tx, settlementId);
    await lockAutopayment(tx, id);
    const today = moscowDay(now);
    if (await chargeObstacle(tx, settlement, today)) return false;
    const day = addDays(today, 1);
    const { rows } = await sql<{ dueDate: string; attempt: number }>`
      select distinct i.due_date as "dueDate", p.attempt ${unplanned(day)} and a.id = ${id}`.execute(tx);
    const open = rows.filter(({ dueDate }) => chargeable(settlement.rows, toDay(dueDate)) > 0);
    for (const { dueDate, attempt } of open)
      await insertAttempt(tx, { autopaymentId: id, settlementId }, { dueDate: toDay(dueDate), attempt, day }, null);
    return open.length > 0;
  },
);

/** Writes down that an attempt will be made. One that was switched off before anything was taken is planned anew; no other one. */
export async function insertAttempt(
  tx: Tx,
  of: { autopaymentId: number; settlementId: number },
  { dueDate, attempt, day }: AttemptOfPayment,
  announcedAt: Date | null,
): Promise<void> {
  await tx
    .insertInto('autopaymentAttempts')
    .values({ ...of, dueDate, attempt, day, announcedAt })
    .onConflict((same) =>
      same
        .columns(['settlementId', 'dueDate', 'attempt'])
        .doUpdateSet({ autopaymentId: of.autopaymentId, day, announcedAt, status: 'planned', reason: null })
        .where('autopaymentAttempts.status', '=', 'skipped')
        .where('autopaymentAttempts.paymentId', 'is', null),
    )
    .execute();
}

/** By day, on the day before an attempt, its debtor is told what will be taken and how to switch it off. */
export const announceAttempts = eachDue(
  'autopayments.announce',
  async (db: Db, now) => {
    if (!isWithin(LETTER_HOURS, now)) return [];
    const { rows } = await sql<{ id: number }>`select id from autopayment_attempts
      where status = 'planned' and announced_at is null and day > ${moscowDay(now)} order by day, id limit ${portion}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  },
  async (app, tx, id, now) => {
    const { settlement, attempt } = await lockAttempt(tx, id);
    if (attempt.status !== 'planned' || attempt.announcedAt !== null) return false;
    const today = moscowDay(now);
    if (await chargeObstacle(tx, settlement, today)) return false;
    const sum = await payerSum({ db: tx, day: today }, settlement, attempt.dueDate);
    if (sum === null) return false;
    const day = formatDay(attempt.day);
    await tx.updateTable('autopaymentAttempts').set({ announcedAt: now }).where('id', '=', id).execute();
    await tellPayer({ app, db: tx }, settlement, {
      title: `Автоплатёж ${day}: спишем ${formatMoney(kopecks(sum))}`,
      detail: `${day} с 10 часов по Москве спишем ${formatMoney(kopecks(sum))} за платёж со сроком ${formatDay(attempt.dueDate)}. Если заплатите раньше сами или выключите автоплатёж, ничего не спишем.`,
    });
    return true;
  },
);

/** Locks an attempt after its settlement, and says whose it is. */
export async function lockAttempt(tx: Tx, id: number) {
  const { settlementId } = await tx
    .selectFrom('autopaymentAttempts')
    .select('settlementId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const settlement = await lockSettlement(tx, settlementId);
  const row = await tx
    .selectFrom('autopaymentAttempts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { settlement, attempt: { ...row, dueDate: toDay(row.dueDate), day: toDay(row.day) } };
}

/**
 * What the payer would be charged for the payment of a day, the platform's fee with it; null where nothing is open.
 * @throws Refusal where no payment of that sum would be taken, as one above the limit of whoever is not identified
 */
export async function payerSum(
  ctx: { db: Db; day: Day },
  settlement: LockedSettlement,
  dueDate: Day,
): Promise<number | null> {
  const amount = chargeable(settlement.rows, dueDate);
  if (amount === 0) return null;
  return amount + (await feeOfSum(ctx, settlement, amount)).amount;
}
