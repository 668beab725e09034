import {
  ALL_EFFECTS,
  isDeath,
  LIFE_EFFECTS,
  LIFE_EVENTS,
  type LifeEffect,
  type LifeSpan,
  lifeTitle,
} from '#domain/parties/life-event.ts';
import { kindStops, lifeWords, stoppingEvent } from '#domain/parties/life-table.ts';
import { formatDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { revokeBreachNotices } from '#server/modules/documents/notices/notices.commands.ts';
import type { Counting, LifeContext } from '#server/modules/life-events/life-events.events.ts';
import { effectsOnAgreement } from '#server/modules/life-events/life-events.queries.ts';
import { stoppingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { endWaitingPause } from '../ended-pauses.commands.ts';
import { settlementLetters } from '../letters.ts';
import { writeToSides } from '../letters-to-sides.ts';
import { recountInterest } from '../money/early-payment.commands.ts';
import {
  dropProposal,
  type LockedSettlement,
  lockSettlement,
  lockWithAccruedPenalty,
  notifySides,
} from '../money/money.commands.ts';
import { tellOfActsSince } from './acts-since.commands.ts';
import { endObligations } from './ended-obligations.commands.ts';

/**
 * Something in a debtor's life begins or ends to count: penalty counted since its day is written off and seen so in the books,
 * notices of a breach and what is proposed about the agreement end, each side is told (docs/decisions/0101).
 */
export async function followLifeEvent(ctx: LifeContext, event: Counting): Promise<void> {
  await endObligations(ctx, event);
  const open = await ctx.db
    .selectFrom('settlements')
    .select('id')
    .where('individualId', '=', event.individualId)
    .where('status', '<>', 'closed')
    .$if(event.settlementId !== null, (rows) => rows.where('id', '=', event.settlementId!))
    .orderBy('id')
    .execute();
  for (const { id } of open) await followIn(ctx, id, event);
  await tellOfActsSince(ctx, event);
}

/** Nothing stops silently: the creditors read that operators look at something, to which day, and not what it is. */
export async function followStated(ctx: LifeContext, stated: LifeSpan & { individualId: number }): Promise<void> {
  const open = await ctx.db
    .selectFrom('settlements')
    .select(['id', 'number', 'individualId', 'legalEntityId'])
    .where('individualId', '=', stated.individualId)
    .where('status', 'in', ['negotiation', 'waiting_for_payment'])
    .orderBy('id')
    .execute();
  const stops = ALL_EFFECTS.filter((effect) => stoppingEvent([stated], effect, ctx.day) !== null);
  const words = stops.map((effect) => LIFE_EFFECTS[effect].stops.toLowerCase()).join(', ');
  for (const settlement of open) {
    const title = `${settlement.number}. ${lifeTitle(stated)}`;
    await notifySides(
      ctx.db,
      settlement,
      { event: 'settlement.life', title, detail: `До решения, но не дольше, остановлено: ${words}` },
      ['creditor'],
    );
  }
}

async function followIn(ctx: LifeContext, id: number, event: Counting): Promise<void> {
  const before = await lockSettlement(ctx.db, id);
  const settlement = await withoutStill(ctx, await lockWithAccruedPenalty(ctx.db, id, ctx.day), event);
  if (event.begins) {
    if (kindStops(event.kind, 'breach')) await revokeBreachNotices(ctx.db, id);
    // What a pause is about is itself the change that both have signed.
    if (stoppingEvent([event], 'bargaining', ctx.day)) await dropWithTurn(ctx, settlement, lifeTitle(event));
    // Payments stand still anyway, so that nobody has to answer a question for it.
    if (stoppingEvent([event], 'payments', ctx.day)) await endWaitingPause(ctx, settlement, lifeTitle(event));
  }
  const undone = kopecks(before.penalty.sums.accrued - settlement.penalty.sums.accrued);
  const notification = notificationOf(settlement.number, event, undone, await effectsOnAgreement(ctx.db, id));
  for (const side of sidesOf(event))
    await notifySides(ctx.db, settlement, { event: 'settlement.life', ...notification }, [side]);
  const isSpared =
    kindStops(event.kind, 'messages') || (await stoppingEventOf(ctx.db, id, 'messages', ctx.day)) !== null;
  await writeToSides(ctx, settlement, settlementLetters.lifeEvent, isSpared);
}

/** Rows bear no interest of the days on which it stands still, and that of the days after the last of them again (docs/decisions/0101). */
const withoutStill = async (
  { db, day }: LifeContext,
  settlement: LockedSettlement,
  { kind }: LifeSpan,
): Promise<LockedSettlement> =>
  settlement.status === 'waiting_for_payment' && kindStops(kind, 'interest')
    ? recountInterest(db, settlement, null, { day, today: day })
    : settlement;

/** What is proposed about an agreement in force ends, and nobody is to answer it; a bargaining keeps whose turn it is. */
export async function dropWithTurn(
  ctx: TransitionContext,
  settlement: Parameters<typeof dropProposal>[1],
  why: string,
): Promise<void> {
  await dropProposal(ctx, settlement, why);
  await ctx.db
    .updateTable('settlements')
    .set({ turn: null })
    .where('id', '=', settlement.id)
    .where('status', '<>', 'negotiation')
    .execute();
}

/** Nobody is told of his own death; his creditor is. */
const sidesOf = ({ kind }: LifeSpan): readonly Side[] => (isDeath(kind) ? ['creditor'] : ['individual', 'creditor']);

function notificationOf(
  number: string,
  event: Counting,
  undone: number,
  effects: readonly LifeEffect[],
): { title: string; detail: string } {
  if (event.outcome === 'served') {
    const title = `${number}. Служба закончилась`;
    return { title, detail: `По ${formatDay(event.until!)} включительно остановлено то же, что и было` };
  }
  if (!event.begins) {
    const title = `${number}. ${LIFE_EVENTS[event.kind]}: действие закончилось`;
    const days = event.neverWas
      ? 'Службы не было: неустойка за эти дни считается снова'
      : `Последний день ${formatDay(event.until!)}. Дни до него не пересчитываются`;
    return { title, detail: days };
  }
  const { stops, goes } = lifeWords([event.kind], effects);
  const sentences = [
    ...(stops.length > 0 ? [`Остановлено: ${stops.join(', ').toLowerCase()}`] : []),
    ...(goes.length > 0 ? [`Продолжается: ${goes.join(', ')}`] : []),
    ...(undone > 0 ? [`Неустойка, начисленная после этого дня, снята: ${formatMoney(kopecks(undone))}`] : []),
  ];
  return { title: `${number}. ${lifeTitle(event)}`, detail: sentences.join('. ') };
}
