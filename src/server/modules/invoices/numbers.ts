import { sql } from 'kysely';
import { type Numbered, paperNumber } from '#domain/money/invoice.ts';
import type { Day } from '#domain/values/days.ts';
import type { Tx } from '#server/platform/database/db.ts';

/**
 * The next number of a kind of papers in the year of a day. Its row is locked until the transaction ends, and what is rolled back has taken
 * no number. Whoever takes numbers of both kinds takes that of a correction first.
 */
export async function nextNumber(tx: Tx, issuerId: number, kind: Numbered, day: Day): Promise<string> {
  const year = Number(day.slice(0, 4));
  const { last } = await tx
    .insertInto('paperNumbers')
    .values({ issuerId, kind, year, last: 1 })
    .onConflict((same) =>
      same.columns(['issuerId', 'kind', 'year']).doUpdateSet({ last: sql<number>`paper_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return paperNumber(kind, year, last);
}
