import { Refusal } from '#contract/kernel/errors.ts';
import { outdatedPage } from '#contract/kernel/fields.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { closeProposal, insertProposal } from '#server/modules/approvals/approvals.commands.ts';
import { approvalStatus } from '#server/modules/approvals/approvals.queries.ts';
import { ownProposals } from '#server/modules/approvals/own.queries.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { personName } from '#server/platform/person-name.ts';
import { proposeSchedule, readSchedule } from '../agreement/addendum.ts';
import { type AskedTerms, HEAD_KINDS, type HeadKind, mayDecideFor } from '../head-approvals.ts';
import { demandMove, theirOffer } from '../negotiation/demands.ts';
import { quotedFee } from '../negotiation/fee.ts';
import { lockNegotiation } from '../negotiation/negotiation.ts';
import type { NegotiationState } from '../negotiation/negotiation-state.queries.ts';
import { readOffer } from '../negotiation/offer.ts';
import { penaltyOfTerms } from '../negotiation/penalty-terms.ts';
import { brokenBySchedule, brokenRules, ownGifts } from '../negotiation/policy.ts';
import { shiftOfTerms } from '../negotiation/shift-terms.ts';
import { notifyHeads } from '../notify.ts';
import { costOfSchedule, costOfTerms } from './asked-cost.ts';
import { acceptOffer, makeOffer } from './terms.ts';

type OfferForm = Input<typeof settlements.askToOffer>['body'];
type ScheduleForm = Input<typeof settlements.askToReschedule>['body'];
type AcceptForm = Input<typeof settlements.askToAccept>['body'];
type Decision = Input<typeof settlements.decideAsked>['body'];
type HeadApprovals = Answer<typeof settlements.get>['asked'];

/** A manager asks his head to offer terms below the conditions. @throws Refusal `move.illegal`, `input.invalid` */
export async function askToOffer(ctx: Writing, id: number, { reason, ...form }: OfferForm): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  const { plan, rows } = readOffer(ctx, negotiation, 'creditor', form.plan);
  const penalty = penaltyOfTerms(negotiation, plan, ctx.day, form.penaltyDayBps);
  const shiftEvery = shiftOfTerms(negotiation, form.shiftEvery);
  const gifts = ownGifts(ctx, negotiation, { plan, penalty, shiftEvery });
  const broken = brokenRules(ctx, negotiation, plan, gifts);
  const fee = quotedFee(negotiation, plan.amount, rows);
  const cost = costOfTerms(negotiation, { plan, rows, fee, madeOn: ctx.day });
  const details = { amount: plan.amount, rows, penalty, shiftEvery, cost, form };
  await ask(ctx, negotiation, broken, { kind: 'settlement.offer', reason, details });
}

/** A manager asks his head to offer a schedule outside the conditions. @throws Refusal `move.illegal`, `input.invalid` */
export async function askToReschedule(ctx: Writing, id: number, { reason, ...form }: ScheduleForm): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  const { plan, rows, penalty, amount, told } = await readSchedule(ctx, negotiation, form);
  const cost = costOfSchedule({ plan, rows, told, madeOn: ctx.day });
  const details = { amount, rows, penalty, cost, form };
  const broken = brokenBySchedule(ctx, negotiation, plan, penalty);
  await ask(ctx, negotiation, broken, { kind: 'settlement.reschedule', reason, details });
}

/** A manager asks his head to accept the active offer. @throws Refusal `move.illegal`, `offer.own`, `offer.replaced` */
export async function askToAccept(ctx: Writing, id: number, { termsHash, reason }: AcceptForm): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  const isAddendum = negotiation.offer?.kind === 'addendum';
  demandMove(negotiation, isAddendum ? 'reschedule' : 'accept');
  const offer = theirOffer(negotiation, 'creditor', termsHash);
  const { plan, rows, penalty, shiftEvery } = offer;
  const cost = isAddendum ? costOfSchedule(offer) : costOfTerms(negotiation, offer);
  const details = { amount: plan.amount, rows, penalty, shiftEvery, cost, termsHash };
  const broken = isAddendum ? brokenBySchedule(ctx, negotiation, plan) : brokenRules(ctx, negotiation, plan);
  await ask(ctx, negotiation, broken, { kind: 'settlement.accept', reason, details });
}

async function ask(
  ctx: Writing,
  negotiation: NegotiationState,
  broken: readonly string[],
  asked: { kind: HeadKind; reason: string; details: AskedTerms },
): Promise<void> {
  if (broken.length === 0) {
    throw new Refusal('move.illegal', { detail: 'Об этих условиях вы договариваетесь без руководителя' });
  }
  await insertProposal(ctx, { ...asked, table: 'settlements', id: negotiation.id });
  await notifyHeads(ctx.db, negotiation, {
    event: 'settlement.head',
    title: `${negotiation.number}. Ждёт вашего решения: ${HEAD_KINDS[asked.kind].toLowerCase()}`,
    detail: asked.reason,
    about: { table: 'settlements', id: negotiation.id },
    topic: asked.kind,
  });
}

/**
 * The head says yes or no to what his manager has asked; a yes is his own offer or acceptance, under his own code.
 * @throws Refusal `object.absent`, `approval.own`, `approval.closed`, `input.invalid`, `code.wrong`
 */
export async function decideAsked(ctx: Writing, id: number, form: Decision): Promise<void> {
  const { approvalId, decision, reason, code, textHash } = form;
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  await demandOf(ctx, negotiation, approvalId);
  const closed = await closeProposal(ctx, approvalId, decision, reason);
  const kind = closed.kind as HeadKind;
  if (decision === 'approve') {
    if (textHash === undefined) throw new Refusal('input.invalid', { fields: { textHash: outdatedPage } });
    if (code === undefined) throw new Refusal('input.invalid', { fields: { code: 'Введите код из письма' } });
    await perform(ctx, id, kind, closed.proposed.details as AskedTerms, { code, textHash });
  } else if (reason === undefined || reason === '') {
    throw new Refusal('input.invalid', { fields: { reason: 'Назовите причину отказа' } });
  }
  const answer = decision === 'approve' ? 'Руководитель согласен' : 'Руководитель отказал';
  await notify(ctx.db, [closed.makerId], {
    event: 'settlement.head',
    title: `${negotiation.number}. ${answer}: ${HEAD_KINDS[kind].toLowerCase()}`,
    detail: reason ?? null,
    link: pagePath('/settlement-{$id}', { id }),
  });
}

/**
 * What a manager has asked about and nobody has decided: the form of what is to be offered; null where the active offer is to be
 * accepted.
 * @throws Refusal `object.absent`, `approval.closed`
 */
export async function askedForm(
  db: Tx,
  settlementId: number,
  approvalId: number,
): Promise<NonNullable<AskedTerms['form']> | null> {
  const { details, status } = await demandOf({ db }, { id: settlementId }, approvalId);
  if (status !== 'pending') throw new Refusal('approval.closed');
  return (details as AskedTerms).form ?? null;
}

/** @throws Refusal `object.absent` for a proposal about anything but this settlement */
async function demandOf({ db }: Pick<Writing, 'db'>, { id }: Pick<NegotiationState, 'id'>, approvalId: number) {
  const found = await db
    .selectFrom('approvals')
    .select(['details', approvalStatus('approvals').as('status')])
    .where('id', '=', approvalId)
    .where('objectType', '=', 'settlements')
    .where('objectId', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('object.absent');
  return found;
}

function perform(
  ctx: Writing,
  id: number,
  kind: HeadKind,
  { termsHash, form }: AskedTerms,
  by: { code: string; textHash: string },
): Promise<void> {
  if (form && kind === 'settlement.reschedule') return proposeSchedule(ctx, id, 'creditor', { ...form, ...by });
  if (form) return makeOffer(ctx, id, 'creditor', { ...form, ...by });
  if (termsHash) return acceptOffer(ctx, id, 'creditor', { termsHash, ...by });
  throw new Error('A proposal to the head without terms');
}

const asksOf = {
  'settlement.accept': 'accept',
  'settlement.offer': 'offer',
  'settlement.reschedule': 'reschedule',
} as const satisfies Record<HeadKind, HeadApprovals[number]['asks']>;

/** What the creditor's people have asked their head about a settlement, the newest first; his debtor sees none of it. */
export async function headApprovalsOf(ctx: Ctx, settlementId: number, legalEntityId: number): Promise<HeadApprovals> {
  const { db, actor } = ctx;
  if (actor?.kind === 'individual') return [];
  const rows = await db
    .selectFrom('approvals')
    .select(['id', 'kind', 'details', 'reason', 'makerId', 'decisionReason', 'createdAt', 'expiresAt', 'decidedAt'])
    .select([approvalStatus('approvals').as('status')])
    .select([personName('makerId').as('maker'), personName('decidedBy').as('decidedBy')])
    .where('objectType', '=', 'settlements')
    .where('objectId', '=', settlementId)
    .orderBy('id', 'desc')
    .execute();
  const decides = mayDecideFor(actor, legalEntityId);
  const own = await ownProposals(ctx, rows);
  return rows.map(({ kind, details, makerId: _makerId, maker, ...row }) => {
    const { amount, rows: schedule, penalty = null, shiftEvery = null, cost = null, form } = details as AskedTerms;
    return {
      ...row,
      asks: asksOf[kind as HeadKind],
      amount,
      rows: [...schedule],
      penalty,
      shiftEvery,
      cost,
      comment: form?.comment ?? null,
      maker: maker ?? '',
      mayDecide: decides && row.status === 'pending' && !own.has(row.id),
    };
  });
}
