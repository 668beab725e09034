import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import {
  type LifeEffect,
  type LifeEventKind,
  type LifeSpan,
  REFUSED_WORD_DAYS,
  type StillDays,
  statedSpan,
} from '#domain/parties/life-event.ts';
import { forbiddenBy, type LifeMove, refusalWords } from '#domain/parties/life-moves.ts';
import { SERVICE_KINDS } from '#domain/parties/life-outcome.ts';
import { stillDays, stoppingEvent } from '#domain/parties/life-table.ts';
import type { Day } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Whose events: all of a person's debts, and of one agreement where it is told. */
export interface About {
  individualId: number;
  settlementId?: number;
}

/**
 * What has been confirmed about a person, and of one of his agreements; what is over still counts for its days. What he has told of
 * himself counts for its few days while nobody has decided about it.
 */
export const lifeSpans = (db: Db, { individualId, settlementId }: About): Promise<LifeSpan[]> =>
  spansWhere(db, individualId, sql<boolean>`l.settlement_id = ${settlementId ?? null}`);

const statedOn = sql<string>`(l.created_at at time zone 'Europe/Moscow')::date`;
/** Told by the debtor himself, and nobody has decided about it. */
const isStated = sql<boolean>`(l.status = 'waiting' and l.settlement_id is null and l.side = 'individual'
  and not exists (select from life_events r where r.individual_id = l.individual_id and r.side = 'individual'
    and r.settlement_id is null and r.status = 'refused' and r.decided_by is not null
    and r.decided_at > l.created_at - make_interval(days => ${sql.lit(REFUSED_WORD_DAYS)})))`;

/**
 * What a debtor has stated and operators have not decided about. What comes after another one was refused within a year stops nothing, so
 * that nobody buys days with papers that show nothing (docs/decisions/0108).
 */
export async function statedEvents(db: Db, individualId: number): Promise<(LifeSpan & { id: number })[]> {
  const rows = await db
    .selectFrom('lifeEvents as l')
    .select(['l.id', 'l.kind', statedOn.as('on')])
    .where('l.individualId', '=', individualId)
    .where(isStated)
    .orderBy('l.id', 'desc')
    .execute();
  return rows.map(({ id, kind, on }) => ({ id, ...statedSpan(kind as LifeEventKind, on as Day) }));
}

/** What counts of `l`, now or by its days: the same as `neverWas` says of one, as an expression. */
export const isCounted = sql<boolean>`(l.status in ('in_force', 'over') and not (l.ground is not null
  and l.outcome is not distinct from 'goes_on' and l.kind in (${sql.join(SERVICE_KINDS.map((kind) => sql.lit(kind)))})))`;

/** Pauses and holidays belong to the agreement in which they were made: one that was given up leaves none to the next. */
const ofAgreementNow = sql<boolean>`exists (select from settlements g
  where g.id = l.settlement_id and g.signed_at <= l.created_at)`;

/** What has been confirmed by its days, and after it what was stated last. @param which of the agreements of `l` */
async function spansWhere(
  db: Db,
  individualId: number | RawBuilder<number>,
  which: RawBuilder<boolean>,
): Promise<LifeSpan[]> {
  const rows = await db
    .selectFrom('lifeEvents as l')
    .select(['l.kind', 'l.since', 'l.until', isStated.as('isStated'), statedOn.as('on')])
    .where('l.individualId', '=', individualId)
    .where(
      sql<boolean>`(${isStated} or (${isCounted} and (l.settlement_id is null or (${which} and ${ofAgreementNow}))))`,
    )
    .orderBy('isStated')
    .orderBy(sql`case when l.status <> 'waiting' then l.since end`)
    .orderBy(sql`case when l.status = 'waiting' then -l.id else l.id end`)
    .execute();
  return rows.map((row) => {
    const kind = row.kind as LifeEventKind;
    if (row.isStated) return statedSpan(kind, row.on as Day);
    return { kind, since: row.since as Day, until: row.until as Day | null };
  });
}

/** The same of a person and of his agreements with one creditor. */
export async function lifeSpansWith(db: Db, individualId: number, legalEntityId: number): Promise<LifeSpan[]> {
  const theirs = sql<boolean>`l.settlement_id in (select t.id from settlements t where t.legal_entity_id = ${legalEntityId})`;
  return spansWhere(db, individualId, theirs);
}

/** The same of each of these agreements; one about whose debtor nothing is told has none. */
export async function spansOfSettlements(db: Db, ids: readonly number[]): Promise<(id: number) => readonly LifeSpan[]> {
  const { rows } = await sql<SpanRow>`
    select s.id, l.kind, l.since, l.until, null as told_on
      from settlements s join life_events l on l.individual_id = s.individual_id
      where s.id = any(${ids}::bigint[]) and ${isCounted}
        and (l.settlement_id is null or (l.settlement_id = s.id and s.signed_at <= l.created_at))
    union all
    select s.id, l.kind, null, null, ${statedOn}
      from settlements s join life_events l on l.individual_id = s.individual_id
      where s.id = any(${ids}::bigint[]) and ${isStated}`.execute(db);
  const found = Map.groupBy(rows, ({ id }) => id);
  return (id) => (found.get(id) ?? []).map(spanOf).toSorted(bySince);
}

interface SpanRow {
  id: number;
  kind: LifeEventKind;
  since: Day;
  until: Day | null;
  /** The day on which the debtor has told it; null of what has been confirmed. */
  toldOn: Day | null;
}

const spanOf = ({ kind, since, until, toldOn }: SpanRow): LifeSpan =>
  toldOn === null ? { kind, since, until } : statedSpan(kind, toldOn);

/** What has been confirmed comes first, in the order of its days. */
const bySince = (one: LifeSpan, other: LifeSpan): number =>
  Number(one.isStated ?? false) - Number(other.isStated ?? false) || (one.since < other.since ? -1 : 1);

const spansOfSettlement = async (db: Db, settlementId: number): Promise<readonly LifeSpan[]> =>
  (await spansOfSettlements(db, [settlementId]))(settlementId);

/** What stops something of an agreement on a day; null when it goes on. */
export const stoppingEventOf = async (
  db: Db,
  settlementId: number,
  effect: LifeEffect,
  day: Day,
): Promise<LifeSpan | null> => stoppingEvent(await spansOfSettlement(db, settlementId), effect, day);

/** What forbids a move about a person's debts, or about one agreement, on a day; null when it is open. */
export const forbiddingEventOf = async (db: Db, about: About, move: LifeMove, day: Day): Promise<LifeSpan | null> =>
  forbiddenBy(await lifeSpans(db, about), move, day);

/** Whether a move is open, by the one table of events. @throws Refusal `move.illegal` with what forbids it and what to do */
export async function demandLife(db: Db, about: About, move: LifeMove, day: Day): Promise<void> {
  const event = await forbiddingEventOf(db, about, move, day);
  if (event !== null) throw new Refusal('move.illegal', { detail: refusalWords(event, move) });
}

/** The days on which something of an agreement stands still, in order. */
export const stillDaysOf = async (db: Db, settlementId: number, effect: LifeEffect): Promise<StillDays[]> =>
  stillDays(await spansOfSettlement(db, settlementId), effect);
