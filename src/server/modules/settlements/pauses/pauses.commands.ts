import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { pauses } from '#contract/settlements/pauses.ts';
import { LIFE_EVENTS, type LifeEventKind } from '#domain/parties/life-event.ts';
import { pauseUntil } from '#domain/settlements/moved-schedule.ts';
import { formatDay } from '#domain/values/days.ts';
import { plural } from '#domain/values/text/words.ts';
import {
  addLifeEvent,
  demandHealthConsent,
  refuseLifeEvent,
} from '#server/modules/life-events/life-events.commands.ts';
import { pauseOfOffer } from '#server/modules/life-events/life-events.queries.ts';
import { demandLife } from '#server/modules/life-events/life-spans.queries.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { addendumTerms } from '../agreement/addendum.ts';
import { putProposal } from '../agreement/proposals.ts';
import { waitingPause } from '../ended-pauses.commands.ts';
import { settlementLetters } from '../letters.ts';
import { writeToSides } from '../letters-to-sides.ts';
import { demandNoReturn, lockSettlement, notifySides } from '../money/money.commands.ts';
import { demandMove } from '../negotiation/demands.ts';
import { lockNegotiation } from '../negotiation/negotiation.ts';
import type { NegotiationState } from '../negotiation/negotiation-state.queries.ts';
import { demandScheduleWithin } from '../negotiation/policy.ts';
import { demandSigningCode } from '../negotiation/signing.ts';
import { moveSchedule } from './holidays.commands.ts';

/**
 * The debtor asks his creditor for a pause, with a paper that shows why; nothing stands still until both have signed.
 * @throws Refusal `move.illegal` while one is asked for already or payments stand still anyway, `quota.exceeded`, `consent.needed`
 */
export async function askPause(
  ctx: Writing,
  id: number,
  { kind, months, comment }: Input<typeof pauses.ask>['body'],
  file: Uploaded,
): Promise<void> {
  await takeAskingLimit(ctx);
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  demandMove(negotiation, 'reschedule');
  const { individualId, legalEntityId, number } = negotiation;
  await demandLife(ctx.db, { individualId, settlementId: id }, 'askPause', ctx.day);
  await demandHealthConsent(ctx, kind);
  if (await waitingPause(ctx.db, id)) throw new Refusal('move.illegal', { detail: 'Пауза уже попрошена: ждём ответа' });
  const eventId = await addLifeEvent(
    ctx,
    { kind, since: ctx.day, months, individualId, legalEntityId, settlementId: id, side: 'individual', comment },
    file,
  );
  const title = `${number}. Заёмщик просит паузу в платежах: ${LIFE_EVENTS[kind].toLowerCase()}`;
  const detail = `На ${months} ${plural(months, ['месяц', 'месяца', 'месяцев'])}. Согласитесь или откажите в карточке соглашения`;
  const about = { table: 'lifeEvents' as const, id: eventId };
  await notifySides(ctx.db, negotiation, { event: 'settlement.life', title, detail, about, topic: 'pause.asked' }, [
    'creditor',
  ]);
  await writeOf(ctx, negotiation);
}

/**
 * To ask is told to the creditor each time, so one person does so often and no oftener; to recall is no oftener than that, and never refused for
 * it. @throws Refusal `rate.limited`
 */
const takeAskingLimit = ({ app, actor }: Writing): Promise<void> =>
  app.limits.take('markAccount', `${actor.accountId} pause`);

/** Both sides get a letter that something is asked or answered. Nobody who is spared letters of his creditor has a pause to ask for. */
const writeOf = (ctx: Writing, negotiation: NegotiationState): Promise<void> =>
  writeToSides(ctx, negotiation, settlementLetters.pauseNews, false);

/** @throws Refusal `move.illegal` */
async function demandWaiting(tx: Tx, id: number): Promise<{ id: number; kind: LifeEventKind; months: number }> {
  const pause = await waitingPause(tx, id);
  if (!pause) throw new Refusal('move.illegal', { detail: 'Паузы по этому соглашению никто не просит' });
  return { id: pause.id, kind: pause.kind as LifeEventKind, months: pause.months ?? 1 };
}

/**
 * The pause that is asked for, with the schedule as it moves it from today on and with what its addendum says.
 * @throws Refusal `move.illegal` when none is asked for
 */
export async function readPause(ctx: Writing, negotiation: NegotiationState) {
  demandMove(negotiation, 'reschedule');
  const pause = await demandWaiting(ctx.db, negotiation.id);
  const settlement = await lockSettlement(ctx.db, negotiation.id);
  const days = { since: ctx.day, months: pause.months };
  const { plan, rows, rest } = await moveSchedule(ctx, settlement, days, false);
  const penalty = settlement.penalty.terms.at(-1)?.rule ?? null;
  const until = pauseUntil(days);
  const told = await addendumTerms(ctx, settlement, {
    plan,
    rows,
    penalty,
    rest,
    pause: { kind: pause.kind, since: ctx.day, until, law: null },
  });
  return { ...pause, until, plan, rows, penalty, amount: rest.principal, told };
}

/**
 * The creditor agrees: the schedule moved by the pause is proposed, signed by him, and takes effect as any other
 * new schedule when the debtor has signed it, too.
 * @throws Refusal `move.illegal`, `code.wrong`, `rules.needed`, `offer.replaced` where another pause is asked for than he has read
 */
export async function agreeToPause(
  ctx: Writing,
  id: number,
  { code, textHash }: Input<typeof pauses.agree>['body'],
): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  await demandNoReturn(ctx.db, id);
  if (negotiation.offer && (await pauseOfOffer(ctx.db, negotiation.offer.id))) {
    throw new Refusal('move.illegal', { detail: 'Вы уже согласились: ждём подписи заёмщика' });
  }
  const { id: eventId, kind, until, plan, rows, penalty, amount, told } = await readPause(ctx, negotiation);
  demandScheduleWithin(ctx, negotiation, plan, penalty);
  const by = await demandSigningCode(ctx, negotiation, 'creditor', { code, textHash });
  const offerId = await putProposal(ctx, negotiation, {
    kind: 'addendum',
    side: 'creditor',
    amount,
    plan,
    rows,
    penalty,
    told,
    comment: `${LIFE_EVENTS[kind]}: платежи переносятся, с ${formatDay(ctx.day)} по ${formatDay(until)} неустойки нет`,
    by,
    read: textHash,
    title: 'Кредитор согласен на паузу: прочитайте новый график и подпишите',
  });
  await ctx.db.updateTable('lifeEvents').set({ since: ctx.day, until, offerId }).where('id', '=', eventId).execute();
  await settleNotifications(ctx.db, { table: 'lifeEvents', id: eventId }, 'pause.asked');
}

/** @throws Refusal `move.illegal` when no pause is asked for */
export async function refusePause(ctx: Writing, id: number, reason: string): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  // What has been offered is taken back first: nobody signs a pause that was refused.
  if (negotiation.offer && (await pauseOfOffer(ctx.db, negotiation.offer.id))) {
    throw new Refusal('move.illegal', { detail: 'Сначала отзовите предложенный график' });
  }
  const pause = await demandWaiting(ctx.db, id);
  await refuseLifeEvent(ctx, pause.id, reason);
  const title = `${negotiation.number}. Кредитор отказал в паузе`;
  await notifySides(ctx.db, negotiation, { event: 'settlement.life', title, detail: reason }, ['individual']);
  await writeOf(ctx, negotiation);
}

/**
 * The debtor takes back what he has asked for, so that he may ask for another pause.
 * @throws Refusal `move.illegal` when nothing waits, or the creditor has already signed a schedule
 */
export async function recallPause(ctx: Writing, id: number): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  const pause = await demandWaiting(ctx.db, id);
  if (negotiation.offer && (await pauseOfOffer(ctx.db, negotiation.offer.id))) {
    throw new Refusal('move.illegal', { detail: 'Кредитор уже согласился: отклоните предложенный график' });
  }
  await refuseLifeEvent(ctx, pause.id, 'Заёмщик отозвал просьбу');
  const title = `${negotiation.number}. Заёмщик отозвал просьбу о паузе`;
  await notifySides(ctx.db, negotiation, { event: 'settlement.life', title, detail: 'Отвечать на неё не нужно' }, [
    'creditor',
  ]);
  await writeOf(ctx, negotiation);
}
