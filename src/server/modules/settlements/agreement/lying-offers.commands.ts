import { sql } from 'kysely';
import { moscowDay } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { lockSettlement } from '../money/money.commands.ts';
import { feeAsOffered } from '../negotiation/fee.ts';
import { lawObstacles, type Obstacle, ruleObstacles } from '../negotiation/lawful.ts';
import { lockNegotiation, withdrawUnsignable } from '../negotiation/negotiation.ts';
import type { NegotiationState } from '../negotiation/negotiation-state.queries.ts';
import { scheduleObstacles } from './addendum.ts';
import { proposalIn } from './proposals.ts';

/** One round judges so many at most; the next one comes soon. */
const batch = 200;

/** Where something waits for an answer that was offered on a day before, and nobody has asked today whether it may still be signed. */
export async function unjudgedOffers(db: Db, now: Date): Promise<number[]> {
  const today = moscowDay(now);
  const { rows } = await sql<{ id: number }>`
    select s.id from terms_offers o join settlements s on s.id = o.settlement_id
    where o.status = 'active' and o.kind <> 'annulment' and o.expires_at > ${now}
      and o.created_at < ${today}::timestamp at time zone 'Europe/Moscow'
      and (s.offer_judged_on is null or s.offer_judged_on < ${today})
    order by s.id limit ${batch}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * What a ceiling, a day, a fee or the end of a rule that came since lets nobody sign any more is withdrawn: its author reads why and offers anew
 * (docs/decisions/0154). The refusal of an acceptance tells him nothing. What is not known yet is waited for.
 */
export async function judgeLying(_app: App, tx: Tx, id: number, now: Date): Promise<void> {
  const ctx = { db: tx, actor: null };
  const negotiation = await lockNegotiation(ctx, id, now);
  await tx
    .updateTable('settlements')
    .set({ offerJudgedOn: moscowDay(now) })
    .where('id', '=', id)
    .execute();
  const { offer, number } = negotiation;
  const obstacle = (await obstaclesOf(tx, negotiation, now)).find(({ lasts }) => lasts);
  if (!offer || !obstacle) return;
  const { why, advice } = obstacle;
  await withdrawUnsignable(ctx, negotiation, {
    title: `Предложение по ${number} снято: подписать его уже нельзя`,
    why,
    detailFor: (side) =>
      `${why}${side === offer.side ? advice || '. Предложите условия заново' : '. Предложите свои или ждите новых'}`,
  });
}

async function obstaclesOf(tx: Tx, negotiation: NegotiationState, now: Date): Promise<Obstacle[]> {
  const { offer } = negotiation;
  const today = moscowDay(now);
  if (offer?.kind === 'terms') {
    const fee = await feeAsOffered(tx, negotiation, offer);
    return [...lawObstacles(negotiation, offer, today), ...ruleObstacles(negotiation, offer), ...fee.obstacles];
  }
  const proposal = proposalIn(offer);
  if (proposal?.kind !== 'addendum') return [];
  return scheduleObstacles(negotiation, await lockSettlement(tx, negotiation.id), proposal, today);
}
