import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { lifeEvents } from '#contract/parties/life-events.ts';
import { LIFE_EVENTS, type LifeEventKind, lifeEventMachine } from '#domain/parties/life-event.ts';
import { LIFE_OUTCOMES, type LifeOutcome, outcomesOf } from '#domain/parties/life-outcome.ts';
import { rateOn } from '#domain/rates/rates.ts';
import { addDays } from '#domain/values/days.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { illegalIn, type TransitionContext } from '#server/platform/state/transition.ts';
import { claimsBefore, nameOfClaim } from './claims.queries.ts';
import { dropWaiting, moveLifeEvent, type Named, publishLifeEvent } from './life-events.commands.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'lifeEvent.end': { about: 'individuals'; details: Named & Partial<Ending> };
  }
}

/**
 * What its end means for the debts, of which claims its person is freed, and of which not; what was proposed before there was a choice names none. Why it
 * ends is kept without the names of claims: each creditor reads that, and none learns of the others.
 */
interface Ending {
  outcome: LifeOutcome;
  keptClaims: number[];
  endedClaims: number[];
  reason: string;
}

/**
 * One operator proposes that an event is over, and what that means for the debts; another one decides (docs/decisions/0211).
 * @throws Refusal `move.illegal`; `input.invalid` where a bankruptcy ends and nobody says how, or a claim is named that it does not end
 */
export async function proposeEnd(
  ctx: Writing,
  eventId: number,
  { reason, outcome, keptClaims = [] }: Input<typeof lifeEvents.end>['body'],
): Promise<void> {
  const { status, individualId, ...row } = await ctx.db
    .selectFrom('lifeEvents')
    .select(['status', 'individualId', 'kind', 'outcome'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  if (status !== 'in_force') throw illegalIn(lifeEventMachine, status);
  if (row.outcome !== null && outcome === row.outcome) throw new Refusal('move.illegal', { detail: alreadyServed });
  const kind = row.kind as LifeEventKind;
  const chosen = demandOutcome(kind, outcome);
  const claims = chosen === 'discharged' ? await claimsBefore(ctx.db, eventId) : [];
  const kept = claims.filter(({ id }) => keptClaims.includes(id));
  const ended = claims.filter(({ id }) => !keptClaims.includes(id));
  if (kept.length < new Set(keptClaims).size) {
    throw new Refusal('input.invalid', { fields: { keptClaims: 'Этого требования среди его долгов нет' } });
  }
  const why = [`${LIFE_EVENTS[kind]}: ${reason}`, ...(outcomesOf(kind).length > 1 ? [LIFE_OUTCOMES[chosen]] : [])];
  const told = [
    ...why,
    ...(ended.length > 0 ? [`Прекращаются: ${ended.map(nameOfClaim).join('; ')}`] : []),
    ...(kept.length > 0 ? [`Остаются: ${kept.map(nameOfClaim).join('; ')}`] : []),
  ];
  await settleNotifications(ctx.db, { table: 'lifeEvents', id: eventId }, 'holidays.objected');
  const subject = { table: 'individuals' as const, id: individualId };
  const ending = { outcome: chosen, keptClaims, endedClaims: ended.map(({ id }) => id), reason: why.join('. ') };
  await proposeApproval(ctx, 'lifeEvent.end', subject, told.join('. '), { eventId, ...ending });
}

const alreadyServed = 'Конец службы уже отмечен: платежи стоят ещё столько дней, сколько даёт закон';

/** @throws Refusal `input.invalid` where there is a choice and none is made, or another one than the law knows */
function demandOutcome(kind: LifeEventKind, asked: LifeOutcome | undefined): LifeOutcome {
  const [first, ...others] = outcomesOf(kind);
  const outcome = asked ?? (others.length === 0 ? first : undefined);
  if (outcome !== undefined && outcomesOf(kind).includes(outcome)) return outcome;
  throw new Refusal('input.invalid', { fields: { outcome: 'Выберите, чем всё закончилось' } });
}

/**
 * An event is over by the decision of two. Its days stay as they were: what stood still is not counted again against the debtor, unless they rest on his
 * word alone and there was no service. What he is freed of ends with it.
 * @throws Refusal `move.illegal` where his debts are others now than were proposed
 */
export async function endLifeEvent(ctx: Writing, { details, ...proposed }: Proposed<'lifeEvent.end'>): Promise<void> {
  const last = sql<string>`greatest(since, least(coalesce(until, ${ctx.day}::date), ${ctx.day}::date))`;
  const { eventId, outcome = 'goes_on', keptClaims = [], endedClaims = [], reason = proposed.reason } = details;
  if (outcome === 'served') return endService(ctx, eventId, reason);
  if (outcome === 'discharged') await demandSameClaims(ctx, eventId, [...keptClaims, ...endedClaims]);
  await moveLifeEvent(ctx, eventId, 'end', {
    reason,
    set: {
      until: last,
      endedBy: ctx.actor.accountId,
      endedAt: ctx.now,
      reason,
      outcome,
      keptClaims: outcome === 'discharged' ? keptClaims : null,
    },
  });
  await publishLifeEvent(ctx, eventId, false, endedClaims);
}

/** Two decide about each claim by its name: none that neither has read ends, or stays. @throws Refusal `move.illegal` */
async function demandSameClaims(ctx: Writing, eventId: number, proposed: readonly number[]): Promise<void> {
  const now = await claimsBefore(ctx.db, eventId);
  const isSame = now.length === new Set(proposed).size && now.every(({ id }) => proposed.includes(id));
  if (!isSame) throw new Refusal('move.illegal', { detail: otherClaims });
}

const otherClaims =
  'Список долгов заёмщика изменился с тех пор, как это предложили. Отклоните предложение: его нужно сделать заново';

/**
 * A service is over: what it stops goes on to stand still for the days that the law gives after it, and the schedules of loans move
 * behind them (377-ФЗ, ст. 1 [K]; docs/decisions/0212). @throws Refusal `move.illegal` where that was said before
 */
async function endService(ctx: Writing, eventId: number, reason: string): Promise<void> {
  const days = rateOn(await ratesOf(ctx.db), 'serviceHolidays', '', ctx.day)?.daysAfter ?? 0;
  const ended = await ctx.db
    .updateTable('lifeEvents')
    .set({ until: addDays(ctx.day, days), outcome: 'served', reason, endedBy: ctx.actor.accountId, endedAt: ctx.now })
    .set({ version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('id', '=', eventId)
    .where('status', '=', 'in_force')
    .where('outcome', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new Refusal('move.illegal', { detail: alreadyServed });
  await publishLifeEvent(ctx, eventId, false);
}

/** An agreement ends or is given up: its pauses and holidays end with it, and what was asked for is refused. */
export async function endLifeOfAgreement(
  ctx: TransitionContext,
  { settlementId }: { settlementId: number },
): Promise<void> {
  const rows = await ctx.db
    .selectFrom('lifeEvents')
    .select(['id', 'status'])
    .where('settlementId', '=', settlementId)
    .where('status', 'in', ['waiting', 'in_force'])
    .forUpdate()
    .execute();
  const reason = 'Соглашение больше не действует';
  const today = sql`(now() at time zone 'Europe/Moscow')::date`;
  const until = sql<string>`greatest(since, least(coalesce(until, ${today}), ${today}))`;
  for (const { id, status } of rows) {
    if (status === 'waiting') await dropWaiting(ctx, id, reason);
    else await moveLifeEvent(ctx, id, 'end', { reason, set: { until, endedAt: sql<Date>`now()` } });
  }
}
