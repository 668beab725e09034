import { Refusal } from '#contract/kernel/errors.ts';
import { outdatedPage } from '#contract/kernel/fields.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import type { AnnulmentTerms } from '#domain/documents/annulment-template.ts';
import { debtTotal } from '#domain/settlements/debt-structure.ts';
import { toDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { issueAnnulment } from '#server/modules/documents/documents.commands.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { followSettlement } from '#server/modules/requests/follow.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { publish } from '#server/platform/events.ts';
import { demandNoReturn, lockSettlement, notifySides, totalOutstanding } from '../money/money.commands.ts';
import { endPenalty, penaltyBefore } from '../money/penalty.commands.ts';
import { demandMove } from '../negotiation/demands.ts';
import { endOffer, lockNegotiation, moveNegotiation } from '../negotiation/negotiation.ts';
import type { NegotiationState } from '../negotiation/negotiation-state.queries.ts';
import { demandSigningCode, sign } from '../negotiation/signing.ts';
import { cancelOwed } from '../owed.commands.ts';
import { agreementEnding } from '../settlements.events.ts';
import { demandProposal, putProposal } from './proposals.ts';
import { isPaying } from './running-deadlines.commands.ts';

type Form = Input<typeof settlements.reopenByDebtor>['body'];

/**
 * Gives an agreement up before anything of it was paid, when both sides want to: the first who says so proposes it with a
 * reason, the other signs the very proposal, and the two bargain again (docs/domain.md §7.3).
 * @throws Refusal `move.illegal`, `input.invalid`, `offer.own`, `offer.replaced`, `payment.open`, `code.wrong`
 */
export async function reopen(ctx: Writing, id: number, side: Side, form: Form): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  await demandAnnullable(ctx, negotiation);
  if (form.termsHash !== undefined) return annul(ctx, negotiation, side, { ...form, termsHash: form.termsHash });
  const { reason, textHash } = form;
  if (reason === undefined) throw new Refusal('input.invalid', { fields: { reason: 'Назовите причину' } });
  if (textHash === undefined) throw new Refusal('input.invalid', { fields: { textHash: outdatedPage } });
  const { agreed } = await lockSettlement(ctx.db, id);
  const told = annulmentTerms(ctx, negotiation, side, reason);
  const by = await demandSigningCode(ctx, negotiation, side, { code: form.code, textHash });
  await putProposal(ctx, negotiation, {
    kind: 'annulment',
    side,
    amount: agreed,
    plan: null,
    rows: [],
    penalty: null,
    told,
    comment: reason,
    by,
    read: textHash,
    title: `${side === 'individual' ? 'Заёмщик' : 'Кредитор'} предложил отменить соглашение и вернуться к торгам`,
  });
}

/** What the paper of an annulment says of the agreement as it is today. */
export const annulmentTerms = (
  { day }: Pick<Writing, 'day'>,
  { debt, debtAsOf }: NegotiationState,
  by: Side,
  reason: string,
): AnnulmentTerms => ({ concludedOn: day, reason, by, debtTotal: debtTotal(debt), debtAsOf: toDay(debtAsOf) });

/** Nothing has been paid, nothing is on its way, here or back. @throws Refusal `move.illegal`, `payment.open` */
export async function demandAnnullable(ctx: Writing, negotiation: NegotiationState): Promise<void> {
  const { id } = negotiation;
  demandMove(negotiation, 'reopen');
  const { paid } = await lockSettlement(ctx.db, id);
  if (paid > 0) {
    throw new Refusal('move.illegal', { detail: 'По соглашению уже платили: договоритесь о новом графике' });
  }
  if (await isPaying(ctx.db, id)) throw new Refusal('payment.open');
  await demandNoReturn(ctx.db, id);
}

async function annul(
  ctx: Writing,
  negotiation: NegotiationState,
  side: Side,
  { termsHash, code }: { termsHash: string; code: string },
): Promise<void> {
  const offer = await demandProposal(ctx, negotiation, { side, termsHash, kind: 'annulment' });
  const { id, number, requestId, round } = negotiation;
  const by = await demandSigningCode(ctx, negotiation, side, { code, textHash: termsHash });
  const settlement = await lockSettlement(ctx.db, id);
  await endOffer(ctx, negotiation, 'accepted');
  await sign(ctx, { settlementId: id, offerId: offer.id, side, termsHash, by });
  await publish(ctx, agreementEnding, { settlementId: id });
  await cancelOwed(ctx.db, id);
  await ctx.db
    .updateTable('scheduleItems')
    .set({ status: 'cancelled', replacedOn: ctx.day })
    .where('settlementId', '=', id)
    .where('status', '<>', 'cancelled')
    .execute();
  const { legalEntityId, individualId, forgiven } = settlement;
  const sums = { claimRest: totalOutstanding(settlement), forgiven };
  await bookEvent(
    ctx.db,
    { kind: 'annulled', settlementId: id, legalEntityId, individualId, ...sums },
    { valueDate: ctx.day },
  );
  await endPenalty(ctx.db, settlement, 'ended', ctx.day);
  const { id: offerId, templateVersion: version, told: terms, signed } = offer;
  await issueAnnulment(ctx, { settlementId: id, offerId, version, terms, signed });
  const turn = offer.side;
  await moveNegotiation(ctx, negotiation, 'reopen', {
    set: {
      ...nothingAgreed,
      ...penaltyBefore(negotiation.band),
      shiftEvery: negotiation.band?.shiftEvery ?? null,
      turn,
      roundsBefore: round,
      roundsReturned: 0,
      lastOfferAt: ctx.now,
    },
  });
  await followSettlement(ctx, requestId, 'followReopen', {});
  await notifySides(ctx.db, settlement, {
    event: 'settlement.concluded',
    title: `Соглашение ${number} отменено обеими сторонами, торги возобновлены`,
  });
}

/** A bargaining that begins anew: what was offered before binds nobody. */
const nothingAgreed = {
  agreedAmount: null,
  discountAmount: null,
  discountBps: null,
  planKind: null,
  payments: null,
  firstDueDate: null,
  lastDueDate: null,
  signedAt: null,
  priceStanding: null,
  priceProblem: null,
  tariff: null,
  lastIndividualAmount: null,
  lastCreditorAmount: null,
  silenceWarned: null,
};
