import { settlements } from '#contract/settlements/settlements.ts';
import { LIFE_EVENTS, type LifeSpan, lifeTitle, lifeWords, stoppedBy, stopsBy } from '#domain/parties/life-event.ts';
import { formatDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { revokeBreachNotices } from '#server/modules/documents/notices.commands.ts';
import type { LifeContext } from '#server/modules/life-events/life-events.events.ts';
import { stopOf } from '#server/modules/life-events/life-events.queries.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { settlementLetters } from '../letters.ts';
import {
  dropProposal,
  type LockedSettlement,
  lockSettlement,
  lockWithAccruedPenalty,
  notifySides,
} from '../money/money.commands.ts';

/** What begins or ends to count, and for which debts. */
type Counting = LifeSpan & { individualId: number; settlementId: number | null; begins: boolean };

/**
 * Something in a debtor's life begins or ends to count: penalty counted since its day is written off and seen so in the books,
 * notices of a breach and what lies beside the agreement end, each side is told (docs/decisions/0101).
 */
export async function followLifeEvent(ctx: LifeContext, event: Counting): Promise<void> {
  const open = await ctx.db
    .selectFrom('settlements')
    .select('id')
    .where('individualId', '=', event.individualId)
    .where('status', '<>', 'closed')
    .$if(event.settlementId !== null, (rows) => rows.where('id', '=', event.settlementId!))
    .orderBy('id')
    .execute();
  for (const { id } of open) await followIn(ctx, id, event);
}

async function followIn(ctx: LifeContext, id: number, event: Counting): Promise<void> {
  const before = await lockSettlement(ctx.db, id);
  const settlement = await lockWithAccruedPenalty(ctx.db, id, ctx.day);
  if (event.begins) {
    if (stopsBy(event.kind, 'breach')) await revokeBreachNotices(ctx.db, id);
    // What a pause is about is itself the change that both have signed.
    if (stoppedBy([event], 'bargaining', ctx.day)) await dropProposal(ctx.db, settlement, lifeTitle(event));
  }
  await ctx.db.updateTable('settlements').set({ lookedOn: null }).where('id', '=', id).execute();
  const undone = kopecks(before.penalty.sums.accrued - settlement.penalty.sums.accrued);
  for (const side of sidesOf(event))
    await notifySides(ctx.db, settlement, newsOf(settlement.number, event, undone), [side]);
  await writeToSides(ctx, settlement, event);
}

/**
 * Both sides are written to by the platform, without what has happened: no contact of the creditor, nothing is asked for. Whom creditors
 * may not write to the platform does not, either: he reads it in his cabinet.
 */
async function writeToSides(
  ctx: LifeContext,
  { id, number, individualId, legalEntityId }: LockedSettlement,
  { kind }: Counting,
): Promise<void> {
  const isSpared = stopsBy(kind, 'messages') || (await stopOf(ctx.db, id, 'messages', ctx.day)) !== null;
  const debtor = isSpared ? [] : await debtorsAddress(ctx.db, individualId);
  const creditor = await employeesWith(ctx.db, legalEntityId, settlements.acceptByCreditor);
  const link = `${ctx.app.config.publicUrl}/settlement-${id}`;
  for (const { email } of [...debtor, ...creditor]) {
    await queueLetter(ctx, settlementLetters.lifeEvent, email, { number, link });
  }
}

const debtorsAddress = (tx: LifeContext['db'], individualId: number): Promise<{ email: string }[]> =>
  tx
    .selectFrom('individuals as i')
    .innerJoin('accounts as a', 'a.id', 'i.accountId')
    .select('a.email')
    .where('i.id', '=', individualId)
    .execute();

/** Nobody is told of his own death; his creditor is. */
const sidesOf = ({ kind }: LifeSpan): readonly Side[] => (kind === 'death' ? ['creditor'] : ['individual', 'creditor']);

function newsOf(number: string, event: Counting, undone: number): { title: string; detail: string } {
  if (!event.begins) {
    const title = `${number}. ${LIFE_EVENTS[event.kind]}: действие закончилось`;
    return { title, detail: `Последний день ${formatDay(event.until!)}. Дни до него не пересчитываются` };
  }
  const { stops, goes } = lifeWords(event.kind);
  const sentences = [
    ...(stops.length > 0 ? [`Остановлено: ${stops.join(', ').toLowerCase()}`] : []),
    ...(goes.length > 0 ? [`Продолжается: ${goes.join(', ')}`] : []),
    ...(undone > 0 ? [`Неустойка, начисленная после этого дня, снята: ${formatMoney(kopecks(undone))}`] : []),
  ];
  return { title: `${number}. ${lifeTitle(event)}`, detail: sentences.join('. ') };
}
