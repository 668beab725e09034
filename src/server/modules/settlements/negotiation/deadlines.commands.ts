import { type RawBuilder, sql } from 'kysely';
import { type CloseReason, SILENCE_DAYS, SILENCE_WARNINGS } from '#domain/settlements/settlement.ts';
import { silenceStage, silenceWarning } from '#domain/settlements/settlement-dates.ts';
import { daysBetween, moscowDay } from '#domain/values/days.ts';
import { plural } from '#domain/values/text/words.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { followSettlement } from '#server/modules/requests/follow.commands.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { notifyParty } from '../notify.ts';
import { isOutdated, OLDEST_OPEN } from './demands.ts';
import { lockNegotiation, moveNegotiation, withdrawOutdated } from './negotiation.ts';
import type { NegotiationState } from './negotiation-state.queries.ts';

const sides = ['individual', 'creditor'] as const;
/** One round takes care of so many settlements at most; the next one comes soon. */
const batch = 200;
const [first, last] = SILENCE_WARNINGS.map((days) => sql.lit(days)) as [RawBuilder<unknown>, RawBuilder<unknown>];
const span = sql.lit(SILENCE_DAYS);
const oldestOpen = sql.join(
  Object.entries(OLDEST_OPEN).map(([kind, version]) => sql`when ${sql.lit(kind)} then ${sql.lit(version)}`),
  sql` `,
);

/** The bargainings about which time has something to say: an offer has run out or is of an old form, or silence is warned of or ends it. */
export async function dueSettlements(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select settlement_id as id from terms_offers
      where status = 'active' and (expires_at <= now() or coalesce(template_version, 0) < case kind ${oldestOpen} end)
    union
    select id from (
      select s.id, s.silence_warned, ${span} - ((now() at time zone 'Europe/Moscow')::date
        - (coalesce(s.last_offer_at, s.created_at) at time zone 'Europe/Moscow')::date) as days_left
      from settlements s
      where s.status = 'negotiation'
        and coalesce(s.last_offer_at, s.created_at) < now() - make_interval(days => ${span} - ${first} - 1)
        and not exists (select from terms_offers o where o.settlement_id = s.id and o.status = 'active')) silent
    where days_left <= 0
      or (days_left <= ${first} and coalesce(silence_warned, ${span}) > case when days_left <= ${last} then ${last} else ${first} end)
    limit ${batch}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Does to one bargaining what its time has come for (docs/domain.md §7.3, §10.7, §10.8). */
export async function settleDeadlines(tx: Tx, id: number, now: Date): Promise<void> {
  const negotiation = await lockNegotiation({ db: tx, actor: null }, id, now);
  if (negotiation.offer && isOutdated(negotiation.offer)) {
    return withdrawOutdated({ db: tx, actor: null }, negotiation);
  }
  if (negotiation.status !== 'negotiation' || negotiation.offer) return;
  const { lastOfferAt, createdAt, silenceWarned } = await tx
    .selectFrom('settlements')
    .select(['lastOfferAt', 'createdAt', 'silenceWarned'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const since = moscowDay(lastOfferAt ?? createdAt);
  if (silenceStage(since, moscowDay(now)) === 'close') return closeForSilence(tx, negotiation, now);
  const due = silenceWarning(since, moscowDay(now));
  if (due === null || (silenceWarned ?? SILENCE_DAYS) <= due) return;
  await warn(tx, negotiation, { due, left: SILENCE_DAYS - daysBetween(since, moscowDay(now)) });
}

/**
 * @param days before the end: those of the warning that was due, and those that are left, fewer where it was missed on its day
 */
async function warn(tx: Tx, negotiation: NegotiationState, days: { due: number; left: number }): Promise<void> {
  await tx.updateTable('settlements').set({ silenceWarned: days.due }).where('id', '=', negotiation.id).execute();
  const left = `${days.left} ${plural(days.left, ['день', 'дня', 'дней'])}`;
  const about = { table: 'settlements' as const, id: negotiation.id };
  await settleNotifications(tx, about, 'settlement.silence');
  for (const side of sides) {
    await notifyParty(tx, negotiation, side, {
      event: 'settlement.turn',
      title: `Торги по ${negotiation.number} закроются через ${left}`,
      detail: 'Сделайте предложение, чтобы продолжить',
      about,
      topic: 'settlement.silence',
    });
  }
}

/** Nobody has offered anything for thirty days: the claim is free again, the request closed. */
async function closeForSilence(tx: Tx, negotiation: NegotiationState, now: Date): Promise<void> {
  const ctx = { db: tx, actor: null };
  const closeReason: CloseReason = 'expired';
  await moveNegotiation(ctx, negotiation, 'expire', { set: { closeReason, closedAt: now, turn: null } });
  await tx
    .updateTable('registryEntries')
    .set({ frozenAt: null })
    .where('id', '=', negotiation.registryEntryId)
    .execute();
  await followSettlement(ctx, negotiation.requestId, 'followClose', { closeReason });
  for (const side of sides) {
    await notifyParty(tx, negotiation, side, {
      event: 'settlement.turn',
      title: `Торги по ${negotiation.number} закрыты: 30 дней без предложений`,
    });
  }
}
