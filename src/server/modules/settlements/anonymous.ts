import { sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import type { endings } from '#contract/settlements/endings.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { settingsOf } from '#server/platform/settings.ts';

/** Where the bands of a debt begin, roubles. */
const bands = [0, 10_000, 50_000, 100_000, 300_000, 1_000_000];
/** Thinner groups are dropped, not joined with others: a difference between two answers would show what was joined. */
const mostGroups = 50;

const bandOf = (column: string) =>
  sql<number>`width_bucket(${sql.ref(column)}, ${sql.lit(`{${bands.map((from) => from * 100).join()}}`)}::bigint[])`;
const boundsOf = (band: number) => ({ from: bands[band - 1] ?? 0, below: bands[band] ?? null });

/** How fulfilled agreements went, by kind of contract and size of the debt. */
export async function anonymousSettlements({ db }: Ctx): Promise<Answer<typeof endings.anonymousSettlements>> {
  // Fewer than so many are never told together: nobody is to be found among them (docs/domain.md §12.4).
  const { anonymousLeast: least } = await settingsOf(db);
  const { rows } = await sql<{
    contractKind: string;
    band: number;
    settlements: number;
    discountBps: number;
    days: number;
    rating: number | null;
  }>`
    select e.contract_kind, ${bandOf('s.debtTotal')} as band, count(*)::int as settlements,
      percentile_disc(0.5) within group (order by s.discount_bps) as discount_bps,
      percentile_disc(0.5) within group (order by extract(day from s.closed_at - s.signed_at)::int) as days,
      case when count(distinct s.individual_id) filter (where s.rating is not null) >= ${least} then round(avg(s.rating), 1)::float8 end as rating
    from settlements s join registry_entries e on e.id = s.registry_entry_id
    where s.status = 'closed' and s.close_reason = 'fulfilled'
    group by 1, 2 having count(distinct s.individual_id) >= ${least} order by 3 desc limit ${sql.lit(mostGroups)}`.execute(
    db,
  );
  return { items: rows.map(({ band, ...row }) => ({ ...row, debt: boundsOf(band) })) };
}
