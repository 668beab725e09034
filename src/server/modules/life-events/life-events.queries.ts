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
} from '#domain/parties/life-event.ts';
import { kindsThatStop, LIFE_TABLE, lifeWords, stoppingEvent } from '#domain/parties/life-table.ts';
import type { Day } from '#domain/values/days.ts';
import { lacksConsent } from '#server/modules/consents/consents.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { personName } from '#server/platform/person-name.ts';
import { type About, isCounted, statedEvents } from './life-spans.queries.ts';

/** Days of events are days of Moscow, whatever the zone of the session. */
const moscowToday = sql`(now() at time zone 'Europe/Moscow')::date`;

type Shown = z.input<typeof LifeEvent>;

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
  sql`life_events l where l.individual_id = s.individual_id and ${isCounted}
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

/** Whether a payment of a settlement is late today, as an expression over settlements as `s`: its day has passed, and nothing stops payments (docs/decisions/0202). */
export const isLate: RawBuilder<boolean> = sql<boolean>`(s.status = 'waiting_for_payment' and s.next_due_date < ${moscowToday} and not ${stopsPayments})`;

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
