import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { lifeEvents } from '#contract/parties/life-events.ts';
import {
  type EnteredKind,
  isOfHealth,
  LIFE_EVENTS,
  type LifeEventKind,
  lifeEventMachine,
  lifeEventProblems,
  STATED_DAYS,
} from '#domain/parties/life-event.ts';
import { type LifeOutcome, neverWas } from '#domain/parties/life-outcome.ts';
import { type Day, formatDay, toDay } from '#domain/values/days.ts';
import type { MoveOf } from '#domain/values/machine.ts';
import { alreadyProposed, proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { mayStillPropose, ORPHANED, tellOfOrphan } from '#server/modules/approvals/orphans.commands.ts';
import { demandOwnConsent } from '#server/modules/consents/consents.queries.ts';
import { putFile } from '#server/modules/files/files.commands.ts';
import type { FileLocation } from '#server/modules/files/files.queries.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Actor, Ctx, Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/events.ts';
import {
  stateful,
  type TransitionContext,
  type TransitionOptions,
  transition,
} from '#server/platform/state/transition.ts';
import { lifeEventCounts, lifeEventStated } from './life-events.events.ts';
import { statedEvents } from './life-spans.queries.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'lifeEvent.confirm': { about: 'individuals'; details: Named };
  }
}

type Form = Input<typeof lifeEvents.enter>['body'];
/** Which event a second person decides about. */
export interface Named {
  eventId: number;
}

/** The slot of an event's document. */
export const PROOF = 'proof';
export const proofLocation = (id: number): FileLocation => ({
  owner: 'lifeEvent',
  column: 'lifeEventId',
  id,
  place: 'slot',
});
const lifeEventState = stateful(lifeEventMachine, { table: 'lifeEvents', column: 'status' });

/** One move of an event, which answers whatever was asked about it. */
export async function moveLifeEvent(
  ctx: TransitionContext,
  id: number,
  move: MoveOf<typeof lifeEventMachine>,
  step: TransitionOptions<'lifeEvents'>,
): Promise<void> {
  await transition(ctx, lifeEventState(id), move, step);
  await settleNotifications(ctx.db, { table: 'lifeEvents', id }, 'pause.asked', 'holidays.objected');
}

/**
 * Writes down what has happened to a person, with its document; it counts once a second person has confirmed it.
 * What others have told about the same person is decided first, and nobody learns from it that something waits.
 * @throws Refusal `input.invalid` at the fields, `move.illegal` while another one of the same side waits
 */
export async function enterLifeEvent(
  ctx: Writing,
  {
    kind,
    since,
    comment,
    individualId,
    legalEntityId,
    side,
  }: Form & Pick<NewLifeEvent, 'individualId' | 'legalEntityId' | 'side'>,
  file: Uploaded,
): Promise<void> {
  const fields = lifeEventProblems({ since, until: null }, ctx.day);
  if (await isKnown(ctx, individualId, kind)) Object.assign(fields, { kind: 'Это обстоятельство уже действует' });
  if (Object.keys(fields).length > 0) throw new Refusal('input.invalid', { fields });
  if (await waitsOf(ctx.db, { individualId, legalEntityId, side })) {
    throw new Refusal('move.illegal', { detail: alreadyProposed });
  }
  await addLifeEvent(ctx, { kind, since, individualId, legalEntityId, side, comment }, file);
  await askOperators(ctx, individualId);
}

/** Whether something that this side has told waits for operators. */
async function waitsOf(
  tx: Tx,
  { individualId, legalEntityId, side }: Pick<NewLifeEvent, 'individualId' | 'legalEntityId' | 'side'>,
): Promise<boolean> {
  const found = await tx
    .selectFrom('lifeEvents as l')
    .select('l.id')
    .where(isEntered)
    .where('l.individualId', '=', individualId)
    .where('l.side', '=', side)
    .where(sql<boolean>`l.legal_entity_id is not distinct from ${legalEntityId}::bigint`)
    .where((eb) => eb.or([eb.not(wasAsked), isAskedNow]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** What somebody has told of a person, and nobody has decided. */
const isEntered = sql<boolean>`(l.status = 'waiting' and l.settlement_id is null)`;
const asked = sql`select from approvals a where a.kind = 'lifeEvent.confirm' and a.object_type = 'individuals'
  and a.object_id = l.individual_id`;
/** Operators have been asked about it, whatever came of it. */
const wasAsked = sql<boolean>`exists (${asked} and (a.details ->> 'eventId')::bigint = l.id)`;
const isOpen = sql`a.status = 'pending' and a.expires_at > now()`;
const isAskedNow = sql<boolean>`exists (${asked} and (a.details ->> 'eventId')::bigint = l.id and ${isOpen})`;
/** They are asked about one event of a person at a time, and about none now. */
const isFree = sql<boolean>`not exists (${asked} and ${isOpen})`;

/** Persons of whom something waits that operators have not been asked about, though they could be. */
export async function unaskedPersons(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('lifeEvents as l')
    .select('l.individualId as id')
    .distinct()
    .where(isEntered)
    .where(sql<boolean>`not ${wasAsked}`)
    .where(isFree)
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Asks operators about the oldest event of a person that waits, unless they are asked about another one: then when that is decided. What an operator
 * has told who may not tell it any more, they are not asked in his name: it is refused, and who would have decided hears of it.
 */
export async function askOperators(
  ctx: Pick<Ctx<Actor | null, Tx>, 'app' | 'db' | 'actor'>,
  individualId: number,
): Promise<void> {
  // Of two that are told at once one waits for its turn.
  await ctx.db.selectFrom('individuals').select('id').where('id', '=', individualId).forNoKeyUpdate().execute();
  const next = await ctx.db
    .selectFrom('lifeEvents as l')
    .select(['l.id', 'l.kind', 'l.since', 'l.comment', 'l.side', 'l.enteredBy'])
    .where('l.individualId', '=', individualId)
    .where(isEntered)
    .where(sql<boolean>`not ${wasAsked}`)
    .where(isFree)
    .orderBy('l.id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return;
  const { id: eventId, kind, since, comment, side, enteredBy } = next;
  if (!(await mayStillPropose(ctx, 'lifeEvent.confirm', enteredBy))) {
    await dropWaiting(ctx, eventId, ORPHANED);
    const about = { objectType: 'individuals', objectId: individualId } as const;
    await tellOfOrphan(ctx, { kind: 'lifeEvent.confirm', ...about, makerId: enteredBy });
    return askOperators(ctx, individualId);
  }
  const reason = [`${LIFE_EVENTS[kind as LifeEventKind]} с ${formatDay(toDay(since))}`, ...(comment ? [comment] : [])];
  // What a debtor has told waits for as long as his word stops something, so that it does not fail for nobody's having looked.
  const subject = {
    table: 'individuals' as const,
    id: individualId,
    makerId: enteredBy,
    ...(side === 'individual' && { days: STATED_DAYS }),
  };
  await proposeApproval(ctx, 'lifeEvent.confirm', subject, reason.join('. '), { eventId });
}

async function askNext(ctx: Writing, eventId: number): Promise<void> {
  const { individualId } = await ctx.db
    .selectFrom('lifeEvents')
    .select('individualId')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  await askOperators(ctx, individualId);
}

/** What a row of an event is made of. */
interface NewLifeEvent {
  kind: LifeEventKind;
  since: Day;
  until?: Day;
  months?: number;
  individualId: number;
  settlementId?: number;
  legalEntityId: number | null;
  side: 'operator' | 'creditor' | 'individual';
  status?: 'waiting' | 'in_force';
  ground?: string;
  offerId?: number;
  comment?: string | undefined;
}

/**
 * Who tells of his own health consents to that first, by a document of its own (docs/decisions/0148).
 * @throws Refusal `consent.needed`
 */
export async function demandHealthConsent(ctx: Writing, kind: LifeEventKind): Promise<void> {
  if (isOfHealth(kind)) await demandOwnConsent(ctx, 'health-data');
}

/** Adds an event with its document. @returns its id */
export async function addLifeEvent(ctx: Writing, { comment, ...event }: NewLifeEvent, file: Uploaded): Promise<number> {
  const { id } = await ctx.db
    .insertInto('lifeEvents')
    .values({ status: 'waiting', ...event, comment: comment || null, enteredBy: ctx.actor.accountId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await putFile(ctx, proofLocation(id), PROOF, file);
  return id;
}

/**
 * Whether such an event of the person himself holds today; holidays of one agreement, and what is over, are none. Nor is a service that has ended, whose
 * days after it still run: he may be called up again in them.
 */
async function isKnown({ db, day }: Writing, individualId: number, kind: EnteredKind): Promise<boolean> {
  const found = await db
    .selectFrom('lifeEvents')
    .select('id')
    .where('individualId', '=', individualId)
    .where('kind', '=', kind)
    .where('status', '=', 'in_force')
    .where('settlementId', 'is', null)
    .where('outcome', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>=', day)]))
    .executeTakeFirst();
  return found !== undefined;
}

/** A creditor tells what has happened to his debtor; operators confirm it. @returns the debtor @throws Refusal as `enterLifeEvent` */
export async function enterByCreditor(
  ctx: Writing,
  { id: legalEntityId, x }: { id: number; x: number },
  form: Form,
  file: Uploaded,
): Promise<number> {
  const { individualId } = await ctx.db
    .selectFrom('settlements')
    .select('individualId')
    .where('id', '=', x)
    .executeTakeFirstOrThrow();
  await enterLifeEvent(ctx, { ...form, individualId, legalEntityId, side: 'creditor' }, file);
  return individualId;
}

/**
 * A debtor tells what has happened to himself, with its document; operators confirm it. Until they have, his word stops for a few
 * days what cannot be undone, and his creditors read so without learning what it is (docs/decisions/0108).
 * @throws Refusal as `enterLifeEvent`, `consent.needed`
 */
export async function enterByDebtor(
  ctx: Writing,
  individualId: number,
  form: Input<typeof lifeEvents.enterByDebtor>['body'],
  file: Uploaded,
): Promise<void> {
  await demandHealthConsent(ctx, form.kind);
  await enterLifeEvent(ctx, { ...form, individualId, legalEntityId: null, side: 'individual' }, file);
  const [stated] = await statedEvents(ctx.db, individualId);
  if (stated) await publish(ctx, lifeEventStated, { ...stated, individualId });
}

/** Operators have refused what somebody has entered; a debtor reads why. @throws Refusal `input.invalid` where he would not */
export async function refuseEntered(
  ctx: Writing,
  { details: { eventId } }: Proposed<'lifeEvent.confirm'>,
  reason: string | undefined,
): Promise<void> {
  const { side } = await ctx.db
    .selectFrom('lifeEvents')
    .select('side')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  if (side === 'individual' && !reason) {
    throw new Refusal('input.invalid', { fields: { reason: 'Назовите причину: её прочитает заёмщик' } });
  }
  await refuseLifeEvent(ctx, eventId, reason ?? null);
  await askNext(ctx, eventId);
}

/** The second person has agreed: the event counts from its own day on, however late it was told of. */
export async function confirmLifeEvent(ctx: Writing, { details }: Proposed<'lifeEvent.confirm'>): Promise<void> {
  await beginLifeEvent(ctx, details.eventId);
  await askNext(ctx, details.eventId);
}

/** An event begins to count: what its day has undone is put right in the same transaction. */
export async function beginLifeEvent(ctx: Writing, id: number): Promise<void> {
  await moveLifeEvent(ctx, id, 'confirm', {
    set: { decidedBy: ctx.actor.accountId, decidedAt: ctx.now },
  });
  await countLifeEvent(ctx, id);
}

/** Lets all that follows from an event in force follow. */
export const countLifeEvent = (ctx: Writing, id: number): Promise<void> => publishLifeEvent(ctx, id, true);

/** What waits will not begin, as a pause that something else has ended: why is kept, so that both sides of a pause read it and the debtor may ask anew. */
export const dropWaiting = (ctx: TransitionContext, id: number, reason: string): Promise<void> =>
  moveLifeEvent(ctx, id, 'refuse', { reason, set: { reason, decidedAt: sql<Date>`now()` } });

/** A creditor says no to a pause, its debtor takes it back, operators refuse what was entered. @throws Refusal `move.illegal` */
export const refuseLifeEvent = (ctx: Writing, id: number, reason: string | null): Promise<void> =>
  moveLifeEvent(ctx, id, 'refuse', {
    ...(reason !== null && { reason }),
    set: { decidedBy: ctx.actor.accountId, decidedAt: ctx.now, reason },
  });

/** Lets all that follows from the beginning or the end of an event follow. @param endedClaims what the end of a bankruptcy ends */
export async function publishLifeEvent(
  ctx: Writing,
  id: number,
  begins: boolean,
  endedClaims: readonly number[] = [],
): Promise<void> {
  const row = await ctx.db
    .selectFrom('lifeEvents')
    .select(['kind', 'since', 'until', 'individualId', 'settlementId', 'outcome', 'ground'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { individualId, settlementId, ground } = row;
  const span = { kind: row.kind as LifeEventKind, since: row.since as Day, until: row.until as Day | null };
  const outcome = row.outcome as LifeOutcome | null;
  const ending = { outcome, endedClaims, neverWas: neverWas({ kind: span.kind, ground, outcome }) };
  await publish(ctx, lifeEventCounts, { individualId, settlementId, ...span, ...ending, begins });
}
