import { sql } from 'kysely';
import { laterDay, type Numbered, paperNumber } from '#domain/money/invoice.ts';
import { type Day, toDay } from '#domain/values/days.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** What a paper is known by. */
interface NumberAndDay {
  number: string;
  issuedOn: Day;
}

/**
 * The next number of a kind of papers in the year of a day, and the day of the paper: that one, or the day of the last paper of its kind where
 * that is later, so that days go with numbers. Its row is locked until the transaction ends, and what is rolled back has taken no number.
 * Whoever takes numbers of both kinds takes that of a correction first.
 */
export async function nextNumber(tx: Tx, issuerId: number, kind: Numbered, day: Day): Promise<NumberAndDay> {
  const year = Number(day.slice(0, 4));
  // Another company may have issued before: a number is of one paper, whoever issues.
  const known = sql<number>`(select coalesce(max(n.last), 0) from paper_numbers n where n.kind = ${kind} and n.year = ${year})`;
  const { last } = await tx
    .insertInto('paperNumbers')
    .values({ issuerId, kind, year, last: sql<number>`${known} + 1` })
    .onConflict((same) =>
      same
        .columns(['issuerId', 'kind', 'year'])
        .doUpdateSet({ last: sql<number>`greatest(paper_numbers.last, ${known}) + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  const before = await tx
    .selectFrom(kind === 'invoice' ? 'invoices' : 'invoiceCorrections')
    .select('issuedOn')
    .where('number', '=', paperNumber(kind, year, last - 1))
    .executeTakeFirst();
  const earliest = before ? toDay(before.issuedOn) : day;
  return { number: paperNumber(kind, year, last), issuedOn: laterDay(day, earliest) };
}
