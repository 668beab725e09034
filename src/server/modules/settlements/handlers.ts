import { settlements } from '#contract/settlements/settlements.ts';
import type { Side } from '#domain/values/machine.ts';
import { demandOwnConsent } from '#server/modules/consents/consents.queries.ts';
import { implement, scopedRead, type Writing } from '#server/platform/ctx.ts';
import { proposeSchedule } from './agreement/addendum.ts';
import { reopen } from './agreement/reopening.ts';
import { findCard } from './card.ts';
import { exportSettlements } from './export.ts';
import { stopBargaining } from './negotiation/accept.ts';
import { disputeParts } from './negotiation/disputed-parts.commands.ts';
import { lockNegotiation, recallOffer, rejectOffer } from './negotiation/negotiation.ts';
import { sendSigningCode } from './negotiation/signing.ts';
import { settlementList } from './rows.ts';
import { askToAccept, askToOffer, askToReschedule, decideAsked } from './terms/head-approval.ts';
import { draftAgreement, printAgreement, printDraft, readAgreement, readAsked } from './terms/reading.queries.ts';
import { acceptOffer, makeOffer } from './terms/terms.ts';

interface Of {
  params: { x: number };
}

/** What a side may do with a settlement; both do the same. */
const handlersOf = (side: Side) => ({
  code: async (ctx: Writing, { params, body }: Of & { body: { textHash: string } }) => {
    const negotiation = await lockNegotiation(ctx, params.x, ctx.now);
    return sendSigningCode(ctx, negotiation, side, body.textHash);
  },
  offer: async (ctx: Writing, { params, body }: Of & { body: Parameters<typeof makeOffer>[3] }) => {
    if (side === 'individual') await demandOwnConsent(ctx, 'personal-data-creditor');
    await makeOffer(ctx, params.x, side, body);
    return findCard(ctx, params.x);
  },
  accept: async (ctx: Writing, { params, body }: Of & { body: Parameters<typeof acceptOffer>[3] }) => {
    await acceptOffer(ctx, params.x, side, body);
    return findCard(ctx, params.x);
  },
  reject: async (ctx: Writing, { params, body }: Of & { body: { reason: string } }) => {
    await rejectOffer(ctx, await lockNegotiation(ctx, params.x, ctx.now), side, body.reason);
    return findCard(ctx, params.x);
  },
  recall: async (ctx: Writing, { params }: Of) => {
    await recallOffer(ctx, await lockNegotiation(ctx, params.x, ctx.now), side);
    return findCard(ctx, params.x);
  },
  reschedule: async (ctx: Writing, { params, body }: Of & { body: Parameters<typeof proposeSchedule>[3] }) => {
    await proposeSchedule(ctx, params.x, side, body);
    return findCard(ctx, params.x);
  },
  reopen: async (ctx: Writing, { params, body }: Of & { body: Parameters<typeof reopen>[3] }) => {
    await reopen(ctx, params.x, side, body);
    return findCard(ctx, params.x);
  },
  stop: async (ctx: Writing, { params, body }: Of & { body: { reason: string } }) => {
    await stopBargaining(ctx, await lockNegotiation(ctx, params.x, ctx.now), side, body.reason);
    return findCard(ctx, params.x);
  },
});
const debtor = handlersOf('individual');
const creditor = handlersOf('creditor');

export const settlementHandlers = implement(settlements, {
  list: (ctx, { query }) => settlementList.page(ctx, query, {}),
  counts: (ctx, { query }) => settlementList.counts(ctx, query, {}),
  exportExcel: (ctx, { query }) => exportSettlements(ctx, query),
  get: scopedRead(settlements.get, (ctx, { params }) => findCard(ctx, params.id)),
  ofIndividual: (ctx, { params, query }) => settlementList.page(ctx, query, { individualId: params.id }),
  ofCompany: (ctx, { params, query }) => settlementList.page(ctx, query, { legalEntityId: params.id }),
  readAgreement: (ctx, { params }) => readAgreement(ctx, params.id),
  printAgreement: (ctx, { params }) => printAgreement(ctx, params.id),
  draftByDebtor: (ctx, { params, body }) => draftAgreement(ctx, params.x, 'individual', body),
  draftByCreditor: (ctx, { params, body }) => draftAgreement(ctx, params.x, 'creditor', body),
  printDraftByDebtor: (ctx, { params, body }) => printDraft(ctx, params.x, 'individual', body),
  printDraftByCreditor: (ctx, { params, body }) => printDraft(ctx, params.x, 'creditor', body),
  async disputeParts(ctx, { params, body }) {
    await disputeParts(ctx, params.x, body);
    return findCard(ctx, params.x);
  },
  codeForDebtor: debtor.code,
  offerByDebtor: debtor.offer,
  acceptByDebtor: debtor.accept,
  rejectByDebtor: debtor.reject,
  recallByDebtor: debtor.recall,
  stopByDebtor: debtor.stop,
  rescheduleByDebtor: debtor.reschedule,
  reopenByDebtor: debtor.reopen,
  codeForCreditor: creditor.code,
  offerByCreditor: creditor.offer,
  acceptByCreditor: creditor.accept,
  async askToOffer(ctx, { params, body }) {
    await askToOffer(ctx, params.x, body);
    return findCard(ctx, params.x);
  },
  async askToReschedule(ctx, { params, body }) {
    await askToReschedule(ctx, params.x, body);
    return findCard(ctx, params.x);
  },
  async askToAccept(ctx, { params, body }) {
    await askToAccept(ctx, params.x, body);
    return findCard(ctx, params.x);
  },
  readAsked: (ctx, { params, body }) => readAsked(ctx, params.x, body),
  async decideAsked(ctx, { params, body }) {
    await decideAsked(ctx, params.x, body);
    return findCard(ctx, params.x);
  },
  rejectByCreditor: creditor.reject,
  recallByCreditor: creditor.recall,
  stopByCreditor: creditor.stop,
  rescheduleByCreditor: creditor.reschedule,
  reopenByCreditor: creditor.reopen,
});
