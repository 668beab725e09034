import { moscowDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { terminateAgreement } from '#server/modules/documents/documents.commands.ts';
import { revokeBreachNotices } from '#server/modules/documents/notices/notices.commands.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { followSettlement } from '#server/modules/requests/follow.commands.ts';
import { transition } from '#server/platform/state/transition.ts';
import { settlementLetters } from '../letters.ts';
import { writeToSides } from '../letters-to-sides.ts';
import { type LockedSettlement, notifySides, totalOutstanding } from '../money/money.commands.ts';
import { endPenalty } from '../money/penalty.commands.ts';
import { cancelOwed } from '../owed.commands.ts';
import { settlementState } from '../stateful.ts';
import { type Ending, partiesOf, remindOfBureau, settleMoney } from './endings.commands.ts';

/**
 * Ends an agreement, or what is bargained about, because nothing of it is owed any more, or because its claim goes on elsewhere: its open rows
 * are cancelled, claim, discount and penalty leave the books, and nothing of it is forgiven by the creditor (docs/decisions/0211, docs/domain.md §9 E9). What becomes
 * of the claim the caller says.
 * @param closeReason whether the law has ended the debt, or its creditor has withdrawn the claim, which forgives nothing
 * @param why read by both sides
 * @param sides who is told: nobody tells the dead
 * @throws Refusal `move.illegal` while money of it is on its way back
 */
export async function cancelSettlement(
  ending: Ending,
  settlement: LockedSettlement,
  { closeReason, why }: { closeReason: 'cancelled' | 'claim_withdrawn'; why: string },
  sides: readonly Side[],
): Promise<void> {
  const { id, number, requestId } = settlement;
  const isAgreed = settlement.status === 'waiting_for_payment';
  await settleMoney(ending, settlement);
  await transition(ending, settlementState(id), 'cancel', {
    reason: why,
    set: { closeReason, closedAt: ending.now, turn: null },
  });
  await settleNotifications(ending.db, { table: 'settlements', id }, 'settlement.breach');
  if (isAgreed) await leaveBooks(ending, settlement);
  await followSettlement(ending, requestId, 'followClose', { closeReason });
  const { agreed, detail, toBureau } = WORDS[closeReason](why);
  const title = `${number}. ${isAgreed ? agreed : 'Торги закрыты'}`;
  await notifySides(ending.db, settlement, { event: 'settlement.ended', title, detail }, sides);
  await writeToSides(ending, settlement, settlementLetters.lifeEvent, !sides.includes('individual'));
  if (isAgreed) await remindOfBureau(ending.db, settlement, toBureau);
}

const WORDS = {
  cancelled: (why: string) => ({
    agreed: 'Платить по соглашению больше не нужно',
    detail: why,
    toBureau: 'прекращено: по нему больше ничего не платят',
  }),
  claim_withdrawn: (why: string) => ({
    agreed: 'Соглашение прекращено',
    detail: `${why}. Сам отзыв ничего не прощает`,
    toBureau: 'прекращено: вы отозвали требование',
  }),
} as const;

async function leaveBooks(ending: Ending, settlement: LockedSettlement): Promise<void> {
  const { db, now } = ending;
  const day = moscowDay(now);
  const event = {
    kind: 'cancelled' as const,
    ...partiesOf(settlement),
    claimRest: totalOutstanding(settlement),
    forgiven: settlement.forgiven,
  };
  await bookEvent(db, event, { valueDate: day });
  await endPenalty(db, settlement, 'ended', day);
  await db
    .updateTable('scheduleItems')
    .set({ status: 'cancelled' })
    .where('settlementId', '=', settlement.id)
    .where('status', 'in', ['planned', 'due', 'overdue'])
    .execute();
  await revokeBreachNotices(db, settlement.id);
  await terminateAgreement(db, settlement.id);
  await cancelOwed(db, settlement.id);
}
