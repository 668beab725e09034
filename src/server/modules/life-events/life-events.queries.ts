import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { Refusal } from '#contract/kernel/errors.ts';
import type { LifeEvent } from '#contract/parties/life-events.ts';
import { lifeEvents } from '#contract/parties/life-events.ts';
import {
  ALL_EFFECTS,
  caseNumberIn,
  contactStatuses,
  givesRight,
  isOfHealth,
  LIFE_EFFECTS,
  type LifeEffect,
  type LifeEventKind,
  type LifeEventStatus,
  type LifeSpan,
  lifeTitle,
  type NotBegun,
  REFUSED_WORD_DAYS,
  statedSpan,
} from '#domain/parties/life-event.ts';
import { forbiddenBy, type LifeMove, refusalWords } from '#domain/parties/life-moves.ts';
import { kindsThatStop, LIFE_TABLE, lifeWords, stoppingEvent } from '#domain/parties/life-table.ts';
import type { Day } from '#domain/values/days.ts';
import { lacksConsent } from '#server/modules/consents/consents.queries.ts';
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
      sql<boolean>`(${isStated} or (l.status in ('in_force', 'over') and (l.settlement_id is null or (${which} and ${ofAgreementNow}))))`,
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
      where s.id = any(${ids}::bigint[]) and l.status in ('in_force', 'over')
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

/** A pause as the addendum that moves the payments describes it; `law` is named where it is a right. */
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

/** A column with its table: alone it would be taken for one of the events. */
type Qualified = `${string}.${string}`;

/**
 * The contact status of a debtor as of now, as an expression: what has been confirmed of his life counts more than what a creditor's
 * registry says, so that there is one truth for all his creditors.
 * @param individual his id, null of somebody who is not here
 * @param flag what the registry says, or an expression of what several say
 */
export function contactFlagNow(individual: Qualified, flag: Qualified | RawBuilder<string>): RawBuilder<string> {
  const cases = contactStatuses().map(([kind, status]) => sql`when ${sql.lit(kind)} then ${sql.lit(status)}`);
  const kinds = contactStatuses().map(([kind]) => sql.lit(kind));
  return sql<string>`coalesce((select case l.kind ${sql.join(cases, sql` `)} end from life_events l
    where l.individual_id = ${sql.ref(individual)} and l.status in ('in_force', 'over') and l.since <= ${moscowToday}
      and (l.until is null or l.until >= ${moscowToday}) and l.kind in (${sql.join(kinds)})
    order by l.since, l.id limit 1), ${typeof flag === 'string' ? sql.ref(flag) : flag})`;
}

/** What has been confirmed and stops this of a settlement `s` now: what two have ended still does on its last day. */
const stoppingNow = (effect: LifeEffect) =>
  sql`life_events l where l.individual_id = s.individual_id and l.status in ('in_force', 'over')
    and (l.settlement_id is null or (l.settlement_id = s.id and s.signed_at <= l.created_at))
    and l.since <= ${moscowToday} and (l.until is null or l.until >= ${moscowToday})
    and l.kind in (${sql.join(kindsThatStop(effect).map((kind) => sql.lit(kind)))})`;

const stopsNow = (effect: LifeEffect): RawBuilder<boolean> => sql<boolean>`exists (select from ${stoppingNow(effect)})`;

/** Whether something in its debtor's life stops the payments of a settlement today, as an expression over settlements as `s`. */
export const stopsPayments: RawBuilder<boolean> = stopsNow('payments');

/** What that is, the oldest of several, as `stoppingEvent` chooses; null where payments go on. */
export const paymentsStoppedBy: RawBuilder<string | null> = sql<
  string | null
>`(select l.kind from ${stoppingNow('payments')} order by l.since, l.id limit 1)`;

/**
 * Whether something in its debtor's life stops what goes on in a settlement, as an expression over settlements as `s`: by the days of
 * events, as its moves are judged by them.
 */
export const standsStill: RawBuilder<boolean> = sql<boolean>`case s.status when 'negotiation' then ${stopsNow('bargaining')}
  when 'waiting_for_payment' then ${stopsNow('payments')} else false end`;

/** What waits for a second person who never came, or said no, was refused; a pause of what is no agreement any more, too. */
const statusNow = sql<LifeEventStatus>`case when l.status = 'waiting' and exists (
    select from approvals a where a.kind = 'lifeEvent.confirm' and (a.details ->> 'eventId')::bigint = l.id
      and (a.status in ('rejected', 'expired') or (a.status = 'pending' and a.expires_at <= now()))) then 'refused'
  when l.status = 'waiting' and s.status <> 'waiting_for_payment' then 'refused'
  when l.status = 'in_force' and l.until < ${moscowToday} then 'over' else l.status end`;

/**
 * Whether something of a debtor's life is told and not answered: by himself, an operator or the creditor of this agreement, or about this agreement by
 * either side. What another creditor says of him alone stops nothing.
 */
export const isAnswerAwaited = async (db: Db, { individualId, settlementId }: Required<About>): Promise<boolean> =>
  (await db
    .selectFrom('lifeEvents as l')
    .leftJoin('settlements as s', 's.id', 'l.settlementId')
    .select('l.id')
    .where('l.individualId', '=', individualId)
    .where((eb) =>
      eb.or([
        eb('l.settlementId', '=', settlementId),
        eb.and([eb('l.settlementId', 'is', null), eb('l.side', '<>', 'creditor')]),
        eb('l.legalEntityId', '=', eb.selectFrom('settlements').select('legalEntityId').where('id', '=', settlementId)),
      ]),
    )
    .where(statusNow, '=', 'waiting')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Holidays `l` whose ground is closed to their debtor: two have ended them because the creditor's objection was right. Those that ended with their
 * agreement nobody has ended, and the objection was never decided.
 */
export const closesGround = sql<boolean>`(l.ground is not null and l.status = 'over' and l.objected_at is not null
  and l.ended_by is not null and l.reopened_at is null)`;

/** A pause that nobody has refused: whoever asked for it took it back, or something else has ended it. */
const notBegun = sql<NotBegun | null>`case when l.status <> 'refused' or l.settlement_id is null then null
  when l.decided_by is null then 'dropped' when l.decided_by = l.entered_by then 'recalled' end`;

/** All of a person, within what the viewer reaches, the newest first. */
export const lifeOfPerson = async (ctx: Ctx, individualId: number): Promise<Shown[]> =>
  shown(ctx, individualId, await eventsOf(ctx.db, individualId).where(ctx.within('lifeEvent', 'l')).execute());

/** Those of a settlement that its viewer has found: its own, and what acts on all debts of its debtor. */
export async function lifeOfSettlement(ctx: Ctx, individualId: number, settlementId: number): Promise<Shown[]> {
  const found = eventsOf(ctx.db, individualId).where((eb) =>
    eb.or([eb('l.settlementId', 'is', null), eb('l.settlementId', '=', settlementId)]),
  );
  return shown(ctx, individualId, await found.execute(), await effectsOnAgreement(ctx.db, settlementId));
}

/** On what an event acts in an agreement: none names interest that it does not bear, nor a writ that nobody has. */
export async function effectsOnAgreement(db: Db, settlementId: number): Promise<LifeEffect[]> {
  const { interest, enforcement } = await db
    .selectFrom('settlements as s')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .select(sql<boolean>`judged_stage(e) = 'enforcement'`.as('enforcement'))
    .select(
      sql<boolean>`exists (select from schedule_items i
        where i.settlement_id = s.id and i.status <> 'cancelled' and i.interest > 0)`.as('interest'),
    )
    .where('s.id', '=', settlementId)
    .executeTakeFirstOrThrow();
  const inapplicable = new Set<LifeEffect>([
    ...(interest ? [] : ['interest' as const]),
    ...(enforcement ? [] : ['enforcement' as const]),
  ]);
  return ALL_EFFECTS.filter((effect) => !inapplicable.has(effect));
}

/** Those that act on a claim: its own through the agreement about it, and what acts on all debts of its debtor. */
export async function lifeOfClaim(ctx: Ctx, individualId: number, registryEntryId: number): Promise<Shown[]> {
  const found = eventsOf(ctx.db, individualId).where((eb) =>
    eb.or([eb('l.settlementId', 'is', null), eb('s.registryEntryId', '=', registryEntryId)]),
  );
  return shown(ctx, individualId, await found.execute());
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
      'l.outcome',
      'l.createdAt',
      'l.decidedAt',
      'l.endedAt',
      'l.objectedAt',
      'l.legalEntityId',
    ])
    .select([statusNow.as('status'), personName('l.enteredBy').as('enteredBy')])
    .select(personName('l.decidedBy').as('decidedBy'))
    .select([notBegun.as('notBegun'), closesGround.as('isClosed'), unconsented])
    .select(
      sql<boolean>`exists (select from owned_files o where o.life_event_id = l.id and o.deleted_at is null)`.as(
        'hasProof',
      ),
    )
    .where('l.individualId', '=', individualId)
    .orderBy('l.id', 'desc');

type EventRow = Awaited<ReturnType<ReturnType<typeof eventsOf>['execute']>>[number];

/**
 * What a debtor has sent and told of his health a creditor reads only while he answers (docs/decisions/0148), and operators, once the consent is
 * taken back, only where his right stands on it: a disability that is checked or in force (docs/decisions/0164).
 */
function isProofOpen(
  { actor }: Pick<Ctx, 'actor'>,
  { kind, side, status, isUnconsented }: { kind: string; side: string; status: string; isUnconsented: boolean },
): boolean {
  if (side !== 'individual' || actor?.kind === 'individual' || !isOfHealth(kind as LifeEventKind)) return true;
  if (actor?.kind === 'employee') return status === 'waiting';
  return !isUnconsented || (givesRight(kind as LifeEventKind) && (status === 'waiting' || status === 'in_force'));
}

const unconsented = lacksConsent('health-data', 'l.individualId', 'l.createdAt').as('isUnconsented');

/** @throws Refusal `object.absent` for a paper of health that is open no more */
export async function demandOpenProof(ctx: Ctx, id: number): Promise<void> {
  const event = await eventRows(ctx.db).where('l.id', '=', id).executeTakeFirstOrThrow();
  if (!isProofOpen(ctx, event)) throw new Refusal('object.absent');
}

/** Who has told which event, and how it stands now. */
const eventRows = (db: Db) =>
  db
    .selectFrom('lifeEvents as l')
    .leftJoin('settlements as s', 's.id', 'l.settlementId')
    .select(['l.kind', 'l.side', statusNow.as('status'), unconsented]);

/** The events as the viewer may see them. */
async function shown(
  ctx: Ctx,
  individualId: number,
  rows: readonly EventRow[],
  effects: readonly LifeEffect[] = ALL_EFFECTS,
): Promise<Shown[]> {
  const isOperator = ctx.actor?.kind === 'operator';
  const mine = new Set(ctx.actor?.memberships.map(({ legalEntityId }) => legalEntityId));
  const mayEnd = isOperator && ctx.may(lifeEvents.end);
  const stated = new Map((await statedEvents(ctx.db, individualId)).map((one) => [one.id, one]));
  return rows.flatMap(({ legalEntityId, enteredBy, decidedBy, ...row }) => {
    const kind = row.kind as LifeEventKind;
    const isTheirs = legalEntityId !== null && mine.has(legalEntityId);
    // What was told with a paper is for whoever may open the paper, in the company that it was told of.
    const isOfOthers = ctx.actor?.kind === 'employee' && !isTheirs;
    const readsAll = !isOfOthers && ctx.may(lifeEvents.proof, { legalEntityId });
    const isOpen = readsAll && isProofOpen(ctx, row);
    // What another creditor has said and nobody has confirmed is told to none but its maker.
    if (isOfOthers && row.status !== 'in_force' && row.status !== 'over') return [];
    const span = { kind, since: row.since as Day, until: row.until as Day | null };
    const event: Shown = {
      ...row,
      ...span,
      title: lifeTitle(span),
      side: row.side as Shown['side'],
      outcome: row.outcome as Shown['outcome'],
      caseNo: kind === 'bankruptcy' ? caseNumberIn(row.comment) : null,
      comment: isOpen ? row.comment : null,
      // Why a pause does not begin that nobody has refused names no illness: both sides read it.
      reason: isOpen || (readsAll && row.notBegun !== null) ? row.reason : null,
      enteredBy: isOperator ? enteredBy : null,
      decidedBy: isOperator ? decidedBy : null,
      hasProof: row.hasProof && isOpen,
      ...lifeWords([kind], effects),
      rules: rulesOf(kind, effects),
      stated: statedWords(stated.get(row.id), effects, ctx.day),
      moves: [
        ...(mayEnd && row.status === 'in_force' ? (['end'] as const) : []),
        ...(isOperator && row.isClosed && ctx.may(lifeEvents.reopen) ? (['reopen'] as const) : []),
      ],
    };
    return [event];
  });
}

/** What the debtor's word stops today; null where it stops nothing, or no more. */
function statedWords(span: LifeSpan | undefined, effects: readonly LifeEffect[], day: Day): Shown['stated'] {
  if (!span?.until || span.until < day) return null;
  const stops = effects.filter((effect) => stoppingEvent([span], effect, day) !== null);
  return { until: span.until, stops: stops.map((effect) => LIFE_EFFECTS[effect].stops) };
}

const rulesOf = (kind: LifeEventKind, effects: readonly LifeEffect[]): Shown['rules'] =>
  effects.map((effect) => {
    const { stops, by } = LIFE_TABLE[kind][effect];
    return { effect, stops, by };
  });
