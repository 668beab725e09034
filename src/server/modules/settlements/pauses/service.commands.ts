import { ADDENDUM_TEMPLATE } from '#domain/documents/addendum-template.ts';
import { isConsumerCredit } from '#domain/registries/registry-lists.ts';
import { type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import type { Counting, LifeContext } from '#server/modules/life-events/life-events.events.ts';
import { addendumTerms, putInForce } from '../agreement/addendum.ts';
import {
  demandNoReturn,
  dropProposal,
  lockSettlement,
  lockWithAccruedPenalty,
  notifySides,
} from '../money/money.commands.ts';
import { lockNegotiation } from '../negotiation/negotiation.ts';
import { priceGroundsOf } from '../price-grounds.queries.ts';
import { insertTerms, LAWS, moveSchedule } from './holidays.commands.ts';

/**
 * A service is over: of the loans that stood still by it the schedule moves behind the days that the law gives after it, so that nobody finds all
 * payments of it due at once, a penalty the next day and a breach after sixty (377-ФЗ, ст. 1 [K]; docs/decisions/0212).
 * @throws Refusal `move.illegal` while money of such an agreement is on its way back
 */
export async function moveAfterService(ctx: LifeContext, event: Counting): Promise<void> {
  const { individualId, settlementId, begins, outcome, until } = event;
  if (begins || outcome !== 'served' || until === null) return;
  const running = await ctx.db
    .selectFrom('settlements as s')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .select(['s.id', 's.signedAt', 's.registryEntryId', 'e.contractKind'])
    .where('s.individualId', '=', individualId)
    .where('s.status', '=', 'waiting_for_payment')
    .$if(settlementId !== null, (rows) => rows.where('s.id', '=', settlementId!))
    .orderBy('s.id')
    .execute();
  if (running.length === 0) return;
  const groundsOf = await priceGroundsOf(
    ctx.db,
    running.map(({ registryEntryId }) => registryEntryId),
  );
  for (const { id, signedAt, registryEntryId, contractKind } of running) {
    if (!isConsumerCredit(contractKind, groundsOf(registryEntryId).right)) continue;
    const signedOn = signedAt === null ? ctx.day : moscowDay(signedAt);
    await moveOne(ctx, id, { ...event, until, since: signedOn > event.since ? signedOn : event.since });
  }
}

async function moveOne(ctx: LifeContext, id: number, { kind, since, until }: Counting & { until: Day }): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  await demandNoReturn(ctx.db, id);
  const settlement = await lockWithAccruedPenalty(ctx.db, id, ctx.day);
  const next = settlement.rows.find(({ principal, interest }) => principal + interest > 0);
  if (next === undefined || next.plannedDate > until) return;
  await dropProposal(ctx, settlement, 'Служба закончилась: график перенесён');
  // What its days bear the law names by an average that nobody has entered: until a lawyer has looked, nothing is added for them.
  const moved = await moveSchedule(ctx, settlement, { since, months: 0, until }, false);
  const penalty = settlement.penalty.terms.at(-1)?.rule ?? null;
  const offerId = await insertTerms(ctx, negotiation, moved, penalty);
  const counted = await lockSettlement(ctx.db, id);
  const told = await addendumTerms(ctx, counted, {
    ...moved,
    penalty,
    pause: { kind, since, until, law: LAWS.service },
  });
  const { plan, rows } = moved;
  await putInForce(ctx, negotiation, counted, {
    offerId,
    plan,
    rows,
    penalty,
    told,
    version: ADDENDUM_TEMPLATE.version,
    signed: null,
  });
  const title = `${settlement.number}. График сдвинут: платежи начнутся после ${formatDay(until)}`;
  const detail = 'Служба закончилась. Закон № 377-ФЗ даёт время и после неё, согласия кредитора не нужно';
  await notifySides(ctx.db, settlement, { event: 'settlement.life', title, detail });
}
