import { Refusal } from '#contract/kernel/errors.ts';
import { openPenalty } from '#domain/settlements/penalty-accrual.ts';
import { type CloseReason, settlement } from '#domain/settlements/settlement.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { issueCertificate } from '#server/modules/documents/documents.acts.ts';
import { book } from '#server/modules/ledger/ledger.acts.ts';
import { followSettlement } from '#server/modules/requests/follow.acts.ts';
import type { App } from '#server/platform/app.ts';
import { publish } from '#server/platform/events.ts';
import { advance, type Mover } from '#server/platform/state/advance.ts';
import { demandNoReturn, dropProposal, type MoneyDeal, openOfDeal, payOff, tellSides } from '../money/money.acts.ts';
import { endPenalty } from '../money/penalty.acts.ts';
import { lastReceipt } from '../money/receipts.read.ts';
import { agreementEnding } from '../settlements.events.ts';

/** Who ends a settlement: a request or the clock. */
export type Ending = Mover & { app: App; now: Date };

const placeOf = ({ id }: MoneyDeal) => ({ table: 'settlements' as const, column: 'status' as const, id });
const partiesOf = ({ id: settlementId, legalEntityId, individualId }: MoneyDeal) => ({
  settlementId,
  legalEntityId,
  individualId,
});

/** What a settlement ends with is known only when its money stands still; what was stated and not answered ends with it. */
async function settleMoney(ending: Ending, deal: MoneyDeal): Promise<void> {
  const { id } = deal;
  await demandNoReturn(ending.db, id);
  await publish(ending, agreementEnding, { settlementId: id });
  await dropProposal(ending.db, deal, 'Соглашение закончено');
}

/**
 * Closes a settlement that is paid: the rest of the debt is forgiven for good, the certificate is issued and the request
 * follows, in one transaction (docs/domain.md §7.3, §9 E8).
 * @throws Refusal `move.illegal`, also while money of it is on its way back
 */
export async function fulfilDeal(ending: Ending, deal: MoneyDeal, paidOn: Day): Promise<void> {
  await settleMoney(ending, deal);
  const closeReason: CloseReason = 'fulfilled';
  await advance(ending, settlement, placeOf(deal), 'fulfil', {
    set: { closeReason, closedAt: ending.now, turn: null },
  });
  await book(
    ending.db,
    { kind: 'fulfilled', ...partiesOf(deal), forgiven: deal.forgiven },
    { valueDate: moscowDay(ending.now) },
  );
  await ending.db
    .updateTable('registryEntries')
    .set({ settledAt: ending.now })
    .where('id', '=', deal.registryEntryId)
    .execute();
  await followSettlement(ending, deal.requestId, 'followClose', { closeReason });
  await issueCertificate(ending, {
    settlementId: deal.id,
    paid: deal.paid,
    penalty: deal.penalty.sums.paid,
    paidOn,
    forgiven: deal.forgiven,
  });
  await tellSides(ending.db, deal, { title: `${deal.number}. Обязательства исполнены, справка выдана` });
  await tellSides(ending.db, deal, { title: `${deal.number}. Сообщите об исполнении в бюро кредитных историй` }, [
    'creditor',
  ]);
}

/**
 * Ends an agreement that is not kept: what has been paid lessens the debt, the discount is void, the claim goes back to its
 * creditor (docs/domain.md §7.3, §9 E9).
 * @throws Refusal `move.illegal`, also while money of it is on its way back
 */
export async function breachDeal(ending: Ending, deal: MoneyDeal, reason: string): Promise<void> {
  await settleMoney(ending, deal);
  const closeReason: CloseReason = 'breached';
  await advance(ending, settlement, placeOf(deal), 'breach', {
    reason,
    set: { closeReason, closedAt: ending.now, turn: null },
  });
  const event = {
    kind: 'breached' as const,
    ...partiesOf(deal),
    claimRest: openOfDeal(deal),
    forgiven: kopecks(deal.forgiven),
  };
  await book(ending.db, event, { valueDate: moscowDay(ending.now) });
  await endPenalty(ending.db, deal, 'ended', moscowDay(ending.now));
  await ending.db
    .updateTable('scheduleItems')
    .set({ status: 'cancelled' })
    .where('settlementId', '=', deal.id)
    .where('status', 'in', ['planned', 'due', 'overdue'])
    .execute();
  await ending.db
    .updateTable('registryEntries')
    .set({ frozenAt: null })
    .where('id', '=', deal.registryEntryId)
    .execute();
  await followSettlement(ending, deal.requestId, 'followClose', { closeReason });
  await tellSides(ending.db, deal, { title: `Соглашение ${deal.number} расторгнуто`, detail: reason });
}

/**
 * The creditor gives up the penalty that has been counted by today. When nothing else was left to pay, the settlement is paid
 * (docs/domain.md §9 E11).
 * @throws Refusal `move.illegal` when there is none
 */
export async function waivePenalty(ending: Ending, deal: MoneyDeal, today: Day): Promise<void> {
  const open = openPenalty(deal.penalty.sums);
  if (open === 0 || !settlement.canMove(deal.status, 'payOff')) {
    throw new Refusal('move.illegal', { detail: 'Начисленной неустойки нет' });
  }
  await endPenalty(ending.db, deal, 'given_up', today);
  const { id, number } = deal;
  if (openOfDeal(deal) === 0) {
    const paidOn = await lastReceipt(ending.db, id, null);
    await payOff({ db: ending.db, actor: null }, deal, 'payOff', { turn: null, paidOn: paidOn ?? today });
  }
  await tellSides(ending.db, deal, { title: `${number}. Кредитор списал неустойку ${formatMoney(open)}` });
}
