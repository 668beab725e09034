import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';
import { moscowMidnight } from '#server/platform/list/conditions.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { SubJobProblem } from '#server/platform/state/sub-jobs.ts';

/** So many payments are asked for at once. */
const portion = 500;

/** The first day at which nobody has looked yet: a day may be sealed against a look that could not be made. */
const firstUnseen = (
  day: string,
) => sql`(select least(${day}::date, coalesce(max(b.day) filter (where r.status = 'done') + 1, min(b.day)))
  from business_days b left join sub_job_results r on r.business_day_id = b.id and r.sub = 'charge-fees' and b.day < ${day}::date)`;

/**
 * The fee is charged with the payment (docs/domain.md §8.12): a payment that was to bear one and of which the books know none is told of, and
 * keeps the day open. It is one of the day on which it has become known here, whatever day the partner dates it into: that may be sealed. Of
 * days that were sealed without a look, too; what was told then is told already.
 */
export const chargedFees = eachDue(
  'payments.fees',
  async (db, _now, closing) => {
    if (!closing) return [];
    // A row knows when its transaction began, which may have been the day before; the history knows the very move.
    const since = sql`(${firstUnseen(closing.day)}::timestamp at time zone 'Europe/Moscow')`;
    const { rows } = await sql<{ id: number }>`select p.id from payments p
      where p.fee_amount > 0 and p.updated_at >= ${since} - interval '1 day' and p.id > ${closing.after}
        and exists (select from status_history h where h.object_type = 'payments' and h.object_id = p.id
          and h.to_status = 'succeeded' and h.at >= ${since} and h.at < ${moscowMidnight(closing.opens)})
        and not exists (select from sub_job_errors f join business_days b on b.id = f.business_day_id
          where f.sub = 'charge-fees' and f.object_id = p.id and b.day < ${closing.day}::date)
      order by p.id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (_app, tx, id) => {
    if (await isUnbooked(tx, [id])) throw unbooked();
    return false;
  },
  {
    atOnce: portion,
    async run(_app, tx, ids) {
      if (await isUnbooked(tx, ids)) throw unbooked();
      return [];
    },
  },
);

const unbooked = () => new SubJobProblem('Вознаграждение за платёж не проведено по книге');

/** Whether the books know no fee of one of these payments. */
async function isUnbooked(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select from unnest(${ids}::bigint[]) as p(id)
    where not exists (select from ledger_entries e where e.payment_id = p.id and e.kind = 'fee') limit 1`.execute(tx);
  return rows.length > 0;
}
