import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';

/**
 * Whether the fee of a payment to a creditor could not be booked, or nobody could look at fees at all: he would be paid the fee, too. What has
 * left with a payout since the payment holds nothing more.
 */
export const hasUnbookedFee = (creditorId: RawBuilder<number>) => sql<boolean>`exists (select from sub_job_errors f
  left join payments fp on fp.id = f.object_id left join settlements fs on fs.id = fp.settlement_id
  where f.sub = 'charge-fees' and f.resolved_at is null and (f.object_id = 0 or fs.legal_entity_id = ${creditorId}
    and not exists (select from payouts fo where fo.legal_entity_id = fs.legal_entity_id
      and fo.status <> all('{cancelled,failed,returned}'::text[])
      and fo.created_at >= (select max(h.at) from status_history h where h.object_type = 'payments' and h.object_id = fp.id
        and h.to_status = 'succeeded'))))`;

/** Whether payouts to a creditor wait for a fee. */
export async function waitsForFee(db: Db, legalEntityId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${hasUnbookedFee(sql`${legalEntityId}::bigint`)} as is`.execute(
    db,
  );
  return rows[0]!.is;
}

const compared = (day: RawBuilder<string>) => sql<boolean>`(
  exists (select from reconciliations where day = ${day} and (created_at at time zone 'Europe/Moscow')::date > ${day})
  or exists (select from sub_job_results r join business_days b on b.id = r.business_day_id
    where b.day = ${day} and r.sub = 'reconcile-payments' and r.status = 'done'))`;

/** Whether a day was compared with the partner's statement after it was over. */
export async function isCompared(db: Db, day: Day): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${compared(sql`${day}::date`)} as is`.execute(db);
  return rows[0]!.is;
}

/** Whether the day that is to be closed is over and the partner's statement of it has not come. */
export async function awaitsStatement(db: Db): Promise<boolean> {
  const { rows } = await sql`select from business_days o where o.status <> 'sealed'
    and o.day < (now() at time zone 'Europe/Moscow')::date and not ${compared(sql`o.day`)}`.execute(db);
  return rows.length > 0;
}

/** On how much the partner's statements and our books do not agree, up to a day where one is told, and nobody has decided it. */
export async function openDifferences(db: Db, upTo?: Day): Promise<number> {
  let rows = db.selectFrom('differences').where('status', '=', 'open');
  if (upTo !== undefined) rows = rows.where('day', '<=', upTo);
  const { count } = await rows.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count;
}
