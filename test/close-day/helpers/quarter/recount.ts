import { readFile } from 'node:fs/promises';
import type { Day } from '#domain/values/days.ts';

type Rows = Record<string, unknown>[];
type Run = (sql: string, values?: unknown[]) => Promise<Rows>;

const signed = `sum(case side when 'debit' then amount else -amount end)`;

/** Lets the books of a database be counted anew (recount.sql); what is asked goes by the last count. */
export async function openRecount(run: Run) {
  await run(await readFile(new URL('recount.sql', import.meta.url), 'utf8'));
  return {
    again: (): Promise<Rows> => run('select recount.all()'),
    /** Accounts and holders whose lines in the books are not what has happened. Empty when all are, to the kopeck. */
    differing: (): Promise<Rows> =>
      run(`
        select account, holder::int, l.sum::int as books, r.sum::int as recounted
        from (select account, holder_id as holder, ${signed} as sum from ledger_lines group by 1, 2) l
          full join (select account, holder, sum(sum) as sum from recount.movements group by 1, 2) r using (account, holder)
        where coalesce(l.sum, 0) <> coalesce(r.sum, 0) order by 1, 2`),
    /** What each account has at the end of a day, on its debit. */
    totals: async (until: Day): Promise<Map<string, number>> => {
      const rows = await run(
        'select account, sum(sum)::int as sum from recount.movements where day <= $1 group by 1 order by 1',
        [until],
      );
      return new Map(rows.map(({ account, sum }) => [account as string, sum as number]));
    },
    /** The fees of a month by the way they are taken. */
    fees: async (month: Day): Promise<{ withheld: number; invoiced: number }> => {
      const [row] = await run(
        `select coalesce(sum(sum) filter (where account = '2010'), 0)::int as withheld,
          coalesce(sum(sum) filter (where account = '1200'), 0)::int as invoiced
        from recount.movements where fee_of is not null and date_trunc('month', day) = $1`,
        [month],
      );
      return row as { withheld: number; invoiced: number };
    },
    /**
     * What each creditor is invoiced for by month up to one, and by how much invoices of before are corrected in it: what came back of a fee
     * in the month of its payment is in no paper.
     */
    invoiced: (until: Day): Promise<Rows> =>
      run(
        `with months as (select *, date_trunc('month', greatest(day, known))::date as month from recount.movements),
          fees as (select *, month > min(month) over (partition by fee_of) as is_late
            from months where fee_of is not null and account = '1200')
        select holder::int, month::text, coalesce(sum(sum) filter (where not is_late), 0)::int as invoice,
          coalesce(sum(vat) filter (where not is_late), 0)::int as vat, -coalesce(sum(sum) filter (where is_late), 0)::int as corrected
        from fees where month <= $1 group by 1, 2
        having coalesce(sum(sum) filter (where not is_late), 0) <> 0 or sum(sum) filter (where is_late) <> 0 order by 1, 2`,
        [until],
      ),
    /** What each creditor is owed by what has happened. */
    owed: async (): Promise<Map<number, number>> => {
      const rows = await run(
        `select holder::int, -sum(sum)::int as sum from recount.movements where account = '2010' group by 1`,
      );
      return new Map(rows.map(({ holder, sum }) => [holder as number, sum as number]));
    },
  };
}
export type Recount = Awaited<ReturnType<typeof openRecount>>;
