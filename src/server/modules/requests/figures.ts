import { sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import type { requests } from '#contract/settlements/requests.ts';
import type { Db } from '#server/platform/database/db.ts';
import { settingsOf } from '#server/platform/settings.ts';

/** Bounds of the bands, kopecks. */
const bounds = [5_000_000, 20_000_000, 50_000_000] as const;

/** How many requests are open, for anybody: figures from which nobody is known again. */
export async function openFigures(db: Db): Promise<Answer<typeof requests.openFigures>> {
  // Fewer than this might show one person (docs/domain.md §12.4).
  const { anonymousLeast: least } = await settingsOf(db);
  const { rows } = await sql<{ band: number; count: number }>`
    select case when claimed_debt <= ${bounds[0]} then 0 when claimed_debt <= ${bounds[1]} then 1
      when claimed_debt <= ${bounds[2]} then 2 else 3 end as band, count(*) as count
    from requests where status in ('search', 'pending', 'negotiation') and archived_at is null
    group by 1 order by 1`.execute(db);
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  return {
    open: all - (all % least),
    bands: rows
      .filter(({ count }) => count >= least)
      .map(({ band, count }) => ({ upTo: bounds[band] ?? null, count: count - (count % least) })),
  };
}
