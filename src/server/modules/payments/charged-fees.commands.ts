import { sql } from 'kysely';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { SubJobProblem } from '#server/platform/state/sub-jobs.ts';

/** So many payments are asked for at once. */
const portion = 500;

/**
 * The fee is charged with the payment (docs/domain.md §8.12): a payment of the day that was to bear one and of which the books know none is
 * told of, and keeps the day open.
 */
export const chargedFees = eachDue(
  'payments.fees',
  async (db, _now, closing) => {
    if (!closing) return [];
    const { rows } = await sql<{ id: number }>`select id from payments
      where succeeded_at >= ${closing.day}::timestamp at time zone 'Europe/Moscow'
        and succeeded_at < ${closing.opens}::timestamp at time zone 'Europe/Moscow'
        and fee_amount > 0 and id > ${closing.after} order by id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (_app, tx, id) => {
    const { rows } = await sql<{ isBooked: boolean }>`select exists (select from ledger_entries e
      where e.payment_id = ${id} and e.kind = 'fee') as is_booked`.execute(tx);
    if (!rows[0]!.isBooked) throw new SubJobProblem('Вознаграждение за платёж не проведено по книге');
    return false;
  },
);
