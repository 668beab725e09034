import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { LifeEvent } from '#contract/parties/life-events.ts';
import { lifeEvents } from '#contract/parties/life-events.ts';
import {
  caseNumberIn,
  contactStatuses,
  LIFE_EFFECTS,
  LIFE_TABLE,
  type LifeEffect,
  type LifeEventKind,
  type LifeEventStatus,
  type LifeSpan,
  lifeTitle,
  lifeWords,
  type StillDays,
  stillDays,
  stoppedBy,
} from '#domain/parties/life-event.ts';
import type { Day } from '#domain/values/days.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { personName } from '#server/platform/person-name.ts';

/** Days of events are days of Moscow, whatever the zone of the session. */
const moscowToday = sql`(now() at time zone 'Europe/Moscow')::date`;

type Shown = z.input<typeof LifeEvent>;

/** Whose events: all of a person's debts, and of one agreement where it is told. */
interface About {
  individualId: number;
  settlementId?: number;
}

/** What has been confirmed about a person, and of one of his agreements; what is over still tells of its days. */
export async function lifeSpans(db: Db, { individualId, settlementId }: About): Promise<LifeSpan[]> {
  const rows = await db
    .selectFrom('lifeEvents')
    .select(['kind', 'since', 'until'])
    .where('individualId', '=', individualId)
    .where('status', 'in', ['in_force', 'over'])
    .where((eb) =>
      eb.or([
        eb('settlementId', 'is', null),
        ...(settlementId === undefined ? [] : [eb('settlementId', '=', settlementId)]),
      ]),
    )
    .orderBy('since')
    .execute();
  return rows.map(({ kind, since, until }) => ({
    kind: kind as LifeEventKind,
    since: since as Day,
    until: until as Day | null,
  }));
}

/** The same of an agreement. */
async function spansOfSettlement(db: Db, settlementId: number): Promise<LifeSpan[]> {
  const { individualId } = await db
    .selectFrom('settlements')
    .select('individualId')
    .where('id', '=', settlementId)
    .executeTakeFirstOrThrow();
  return lifeSpans(db, { individualId, settlementId });
}

/** A pause as the addendum that moves the payments tells of it; `law` is named where it is a right. */
interface PauseOfOffer extends LifeSpan {
  id: number;
  until: Day;
  law: string | null;
}

/** The pause that waits for this very addendum; null of any other. */
export async function pauseOfOffer(db: Db, offerId: number): Promise<PauseOfOffer | null> {
  const row = await db
    .selectFrom('lifeEvents')
    .select(['id', 'kind', 'since', 'until'])
    .where('offerId', '=', offerId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  if (!row || row.until === null) return null;
  const { id, kind, since, until } = row;
  return { id, kind: kind as LifeEventKind, since: since as Day, until: until as Day, law: null };
}

/** What stops something of an agreement on a day; null when it goes on. */
export const stopOf = async (db: Db, settlementId: number, effect: LifeEffect, day: Day): Promise<LifeSpan | null> =>
  stoppedBy(await spansOfSettlement(db, settlementId), effect, day);

/** The days on which something of an agreement stands still, in order. */
export const stillDaysOf = async (db: Db, settlementId: number, effect: LifeEffect): Promise<StillDays[]> =>
  stillDays(await spansOfSettlement(db, settlementId), effect);

/** A column with its table: alone it would be taken for one of the events. */
type Qualified = `${string}.${string}`;

/**
 * The contact status of a debtor as of now, as an expression: what has been confirmed of his life stands above what a creditor's
 * registry says, so that there is one truth for all his creditors.
 * @param individual his id, null of somebody who is not here
 * @param flag what the registry says
 */
export function contactFlagNow(individual: Qualified, flag: Qualified): RawBuilder<string> {
  const cases = contactStatuses().map(([kind, status]) => sql`when ${sql.lit(kind)} then ${sql.lit(status)}`);
  const kinds = contactStatuses().map(([kind]) => sql.lit(kind));
  return sql<string>`coalesce((select case l.kind ${sql.join(cases, sql` `)} end from life_events l
    where l.individual_id = ${sql.ref(individual)} and l.status in ('in_force', 'over') and l.since <= ${moscowToday}
      and (l.until is null or l.until >= ${moscowToday}) and l.kind in (${sql.join(kinds)})
    order by l.since, l.id limit 1), ${sql.ref(flag)})`;
}

/** What waits for a second person who never came, or said no, was refused; a pause of what is no agreement any more, too. */
const statusNow = sql<LifeEventStatus>`case when l.status = 'waiting' and exists (
    select from approvals a where a.kind = 'lifeEvent.confirm' and (a.details ->> 'eventId')::bigint = l.id
      and (a.status in ('rejected', 'expired') or (a.status = 'pending' and a.expires_at <= now()))) then 'refused'
  when l.status = 'waiting' and s.status <> 'waiting_for_payment' then 'refused'
  when l.status = 'in_force' and l.until < ${moscowToday} then 'over' else l.status end`;

/** All of a person, within what the viewer reaches, the newest first. */
export const lifeOfPerson = async (ctx: Ctx, individualId: number): Promise<Shown[]> =>
  shown(ctx, await eventsOf(ctx.db, individualId).where(ctx.within('lifeEvent', 'l')).execute());

/** Those of a settlement that its viewer has found: its own, and what acts on all debts of its debtor. */
export async function lifeOfSettlement(ctx: Ctx, individualId: number, settlementId: number): Promise<Shown[]> {
  const found = eventsOf(ctx.db, individualId).where((eb) =>
    eb.or([eb('l.settlementId', 'is', null), eb('l.settlementId', '=', settlementId)]),
  );
  return shown(ctx, await found.execute());
}

/** Those that act on a claim: its own through the agreement about it, and what acts on all debts of its debtor. */
export async function lifeOfClaim(ctx: Ctx, individualId: number, registryEntryId: number): Promise<Shown[]> {
  const found = eventsOf(ctx.db, individualId).where((eb) =>
    eb.or([eb('l.settlementId', 'is', null), eb('s.registryEntryId', '=', registryEntryId)]),
  );
  return shown(ctx, await found.execute());
}

const eventsOf = (db: Db, individualId: number) =>
  db
    .selectFrom('lifeEvents as l')
    .leftJoin('settlements as s', 's.id', 'l.settlementId')
    .select(['l.id', 'l.kind', 'l.since', 'l.until', 'l.months', 'l.side', 'l.settlementId', 's.number as settlement'])
    .select([
      'l.ground',
      'l.comment',
      'l.reason',
      'l.createdAt',
      'l.decidedAt',
      'l.endedAt',
      'l.objectedAt',
      'l.legalEntityId',
    ])
    .select([statusNow.as('status'), personName('l.enteredBy').as('enteredBy')])
    .select(personName('l.decidedBy').as('decidedBy'))
    .select(
      sql<boolean>`exists (select from owned_files o where o.life_event_id = l.id and o.deleted_at is null)`.as(
        'hasProof',
      ),
    )
    .where('l.individualId', '=', individualId)
    .orderBy('l.id', 'desc');

type Kept = Awaited<ReturnType<ReturnType<typeof eventsOf>['execute']>>[number];

/** The events as the viewer may see them. */
function shown(ctx: Ctx, rows: readonly Kept[]): Shown[] {
  const isOperator = ctx.actor?.kind === 'operator';
  const mine = new Set(ctx.actor?.memberships.map(({ legalEntityId }) => legalEntityId));
  const mayEnd = isOperator && ctx.may(lifeEvents.end);
  // What was told with a paper is for whoever may open the paper.
  const readsAll = ctx.may(lifeEvents.proof);
  return rows.flatMap(({ legalEntityId, enteredBy, decidedBy, ...row }) => {
    const kind = row.kind as LifeEventKind;
    const isTheirs = legalEntityId !== null && mine.has(legalEntityId);
    const isOfOthers = ctx.actor?.kind === 'employee' && !isTheirs;
    // What another creditor has said and nobody has confirmed is told to none but its maker.
    if (isOfOthers && row.status !== 'in_force' && row.status !== 'over') return [];
    const span = { kind, since: row.since as Day, until: row.until as Day | null };
    const event: Shown = {
      ...row,
      ...span,
      title: lifeTitle(span),
      side: row.side as Shown['side'],
      caseNo: kind === 'bankruptcy' ? caseNumberIn(row.comment) : null,
      comment: isOfOthers || !readsAll ? null : row.comment,
      reason: isOfOthers || !readsAll ? null : row.reason,
      enteredBy: isOperator ? enteredBy : null,
      decidedBy: isOperator ? decidedBy : null,
      hasProof: row.hasProof && !isOfOthers && readsAll,
      ...lifeWords(kind),
      rules: rulesOf(kind),
      moves: mayEnd && row.status === 'in_force' ? ['end'] : [],
    };
    return [event];
  });
}

const rulesOf = (kind: LifeEventKind): Shown['rules'] =>
  (Object.keys(LIFE_EFFECTS) as LifeEffect[]).map((effect) => {
    const { stops, by } = LIFE_TABLE[kind][effect];
    return { effect, stops, by };
  });
