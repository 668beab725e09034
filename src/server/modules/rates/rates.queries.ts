import { sql } from 'kysely';
import { calendarOf } from '#domain/rates/calendar.ts';
import type { RateKind } from '#domain/rates/rate-kinds.ts';
import type { Rates } from '#domain/rates/rates.ts';
import type { BusinessCalendar } from '#domain/values/business-calendar.ts';
import { toDay } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';

/** The dictionaries read last, by what is in them: databases of tests share a process, nodes share a database. */
const known = new Map<string, Rates>();
const mostKnown = 8;

/** What each transaction under way has been told: all that is decided in one is decided by one dictionary. */
const ofTransactions = new WeakMap<Db, Promise<Rates>>();

/**
 * The dictionary of rates as the caller's transaction sees it. It is read where it acts, like a setting: from the commit on
 * a change holds on every node (docs/decisions/0049, 0091). A transaction reads it once, so whoever changes rates looks at them before.
 */
export function ratesOf(db: Db): Promise<Rates> {
  if (!db.isTransaction) return ratesNow(db);
  const told = ofTransactions.get(db) ?? ratesNow(db);
  ofTransactions.set(db, told);
  // Behind a savepoint that is rolled back the next one asks anew.
  told.catch(() => ofTransactions.delete(db));
  return told;
}

/** The database answers with a mark of the content, and only a content that this node has not seen yet is read whole. */
async function ratesNow(db: Db): Promise<Rates> {
  const { rows } = await sql<{ mark: string }>`
    select coalesce(md5(string_agg(concat_ws('|', id, version, kind, key, valid_from, value, source), ';' order by id)), '') as mark
    from dated_rates where approved`.execute(db);
  const { mark } = rows[0]!;
  const found = known.get(mark) ?? (await readRates(db));
  known.delete(mark);
  known.set(mark, found);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
  return found;
}

/** Which days are worked, by the decrees in force. */
export const calendarIn = async (db: Db): Promise<BusinessCalendar> => calendarOf(await ratesOf(db));

async function readRates(db: Db): Promise<Rates> {
  const rows = await db
    .selectFrom('datedRates')
    .select(['kind', 'key', 'validFrom as from', 'value', 'source'])
    .where('approved', '=', true)
    .orderBy('validFrom')
    .execute();
  return rows.map(({ kind, from, ...row }) => ({ ...row, kind: kind as RateKind, from: toDay(from) }));
}
