import { Refusal } from '#contract/kernel/errors.ts';
import { openPenalty } from '#domain/settlements/penalty-accrual.ts';
import { restoredDebt } from '#domain/settlements/restored-debt.ts';
import { type CloseReason, settlementMachine } from '#domain/settlements/settlement.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { terminateAgreement } from '#server/modules/documents/documents.commands.ts';
import type { Decided } from '#server/modules/documents/notices/notices.queries.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { restoreClaim } from '#server/modules/registries/entries/restored-claims.commands.ts';
import { followSettlement } from '#server/modules/requests/follow.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/events.ts';
import { type TransitionContext, transition } from '#server/platform/state/transition.ts';
import { bureauReminder } from '../bureau.ts';
import { lastIncomingDay } from '../money/incoming.queries.ts';
import {
  demandNoReturn,
  dropProposal,
  type LockedSettlement,
  notifySides,
  payOff,
  totalOutstanding,
} from '../money/money.commands.ts';
import { endPenalty } from '../money/penalty.commands.ts';
import { cancelOwed } from '../owed.commands.ts';
import { agreementEnding, agreementFulfilled } from '../settlements.events.ts';
import { settlementState } from '../stateful.ts';
import type { BreachState } from './breach.queries.ts';
import { issueBreachNotices } from './breach-notices.commands.ts';

/** Who ends a settlement: a request or the clock. */
export type Ending = TransitionContext & { app: App; now: Date };

/** Whose money an entry of the ledger is about. */
export const partiesOf = ({ id: settlementId, legalEntityId, individualId }: LockedSettlement) => ({
  settlementId,
  legalEntityId,
  individualId,
});

/** What a settlement ends with is known only when its money stands still; what was stated and not answered ends with it. */
export async function settleMoney(ending: Ending, settlement: LockedSettlement): Promise<void> {
  const { id } = settlement;
  await demandNoReturn(ending.db, id);
  await publish(ending, agreementEnding, { settlementId: id });
  await dropProposal(ending, settlement, 'Соглашение закончено');
}

/**
 * Closes a settlement that is paid: the rest of the debt is forgiven for good, the certificate is issued by the creditor's
 * rule or waits for his signature, and the request follows, in one transaction (docs/domain.md §7.3, §9 E8).
 * @throws Refusal `move.illegal`, also while money of it is on its way back
 */
export async function fulfilSettlement(ending: Ending, settlement: LockedSettlement): Promise<void> {
  await settleMoney(ending, settlement);
  const closeReason: CloseReason = 'fulfilled';
  await transition(ending, settlementState(settlement.id), 'fulfil', {
    set: { closeReason, closedAt: ending.now, turn: null },
  });
  await bookEvent(
    ending.db,
    { kind: 'fulfilled', ...partiesOf(settlement), forgiven: settlement.forgiven },
    { valueDate: moscowDay(ending.now) },
  );
  await ending.db
    .updateTable('registryEntries')
    .set({ settledAt: ending.now })
    .where('id', '=', settlement.registryEntryId)
    .execute();
  await followSettlement(ending, settlement.requestId, 'followClose', { closeReason });
  await notifySides(ending.db, settlement, {
    event: 'settlement.ended',
    title: `${settlement.number}. Обязательства исполнены`,
  });
  const isForgiven = settlement.forgiven > 0;
  await remindOfBureau(ending.db, settlement, isForgiven ? 'исполнено, остаток долга прощён' : 'исполнено');
  await publish(ending, agreementFulfilled, { settlementId: settlement.id });
}

/**
 * Ends an agreement that is not kept, by the decision of its creditor or by the rule that he has signed: what has been paid
 * lessens the debt, the discount is void, the claim goes back to its creditor and states what is left (docs/domain.md §7.3, §9 E9).
 * @throws Refusal `move.illegal`, also while money of it is on its way back
 */
export async function breachSettlement(
  ending: Ending,
  settlement: LockedSettlement,
  breach: BreachState,
  decision: Decided & { reason: string },
): Promise<void> {
  const { reason } = decision;
  await settleMoney(ending, settlement);
  const closeReason: CloseReason = 'breached';
  await transition(ending, settlementState(settlement.id), 'breach', {
    reason,
    set: { closeReason, closedAt: ending.now, turn: null },
  });
  await settleNotifications(ending.db, { table: 'settlements', id: settlement.id }, 'settlement.breach');
  const event = {
    kind: 'breached' as const,
    ...partiesOf(settlement),
    claimRest: totalOutstanding(settlement),
    forgiven: kopecks(settlement.forgiven),
  };
  await bookEvent(ending.db, event, { valueDate: moscowDay(ending.now) });
  await endPenalty(ending.db, settlement, 'ended', moscowDay(ending.now));
  await ending.db
    .updateTable('scheduleItems')
    .set({ status: 'cancelled' })
    .where('settlementId', '=', settlement.id)
    .where('status', 'in', ['planned', 'due', 'overdue'])
    .execute();
  await terminateAgreement(ending.db, settlement.id);
  // Of the days before the end the agreement's own figures are no more: whoever needs a statement asks anew.
  await cancelOwed(ending.db, settlement.id, 'statement');
  const { debt, consumer } = await debtOf(ending.db, settlement.id);
  await restoreClaim(
    ending.db,
    settlement.registryEntryId,
    restoredDebt(debt, settlement.paid, { consumer }),
    moscowDay(ending.now),
  );
  await followSettlement(ending, settlement.requestId, 'followClose', { closeReason });
  await notifySides(ending.db, settlement, {
    event: 'settlement.breach',
    title: `Соглашение ${settlement.number} расторгнуто`,
    detail: reason,
  });
  await issueBreachNotices(ending, settlement, breach, decision);
  await remindOfBureau(ending.db, settlement, 'расторгнуто: долг восстановлен за вычетом уплаченного');
}

/** The creditor is reminded to report what has become of an agreement (docs/decisions/0106). */
export const remindOfBureau = (tx: Tx, settlement: LockedSettlement, what: string): Promise<void> =>
  notifySides(
    tx,
    settlement,
    {
      event: 'settlement.ended',
      title: `${settlement.number}. Сообщите в бюро кредитных историй`,
      detail: bureauReminder(what),
    },
    ['creditor'],
  );

const debtOf = (tx: Tx, id: number) =>
  tx.selectFrom('settlements').select(['debt', 'consumer']).where('id', '=', id).executeTakeFirstOrThrow();

/**
 * The creditor gives up the penalty that has been counted by today. When nothing else was left to pay, the settlement is paid
 * (docs/domain.md §9 E11).
 * @throws Refusal `move.illegal` when there is none
 */
export async function waivePenalty(ending: Ending, settlement: LockedSettlement, today: Day): Promise<void> {
  const open = openPenalty(settlement.penalty.sums);
  if (open === 0 || !settlementMachine.canMove(settlement.status, 'payOff')) {
    throw new Refusal('move.illegal', { detail: 'Начисленной неустойки нет' });
  }
  await endPenalty(ending.db, settlement, 'given_up', today);
  const { id, number } = settlement;
  if (totalOutstanding(settlement) === 0) {
    const paidOn = await lastIncomingDay(ending.db, id, null);
    await payOff({ db: ending.db, actor: null }, settlement, 'payOff', { turn: null, paidOn: paidOn ?? today });
  }
  await notifySides(ending.db, settlement, {
    event: 'settlement.ended',
    title: `${number}. Кредитор списал неустойку ${formatMoney(open)}`,
  });
}
