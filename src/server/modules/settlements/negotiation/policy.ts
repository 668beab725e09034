import { Refusal } from '#contract/kernel/errors.ts';
import { feeOnTop } from '#domain/money/tariff.ts';
import type { Decision } from '#domain/negotiation/decision.ts';
import { turnAfter, worseThan } from '#domain/negotiation/negotiation.ts';
import {
  judgeOffer,
  judgeOwnOffer,
  judgeReschedule,
  type OfferToJudge,
  type OwnGifts,
  type OwnPenalty,
} from '#domain/negotiation/policy.ts';
import type { PolicyBand } from '#domain/negotiation/policy-band.ts';
import { calendarOf } from '#domain/rates/calendar.ts';
import type { ShiftEvery } from '#domain/settlements/payment-shift.ts';
import { currentPenalty, type PenaltyRule } from '#domain/settlements/penalty.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { onPrincipal, priceProblems, startProblems } from '#domain/settlements/price/offer-price.ts';
import { makeSchedule, type ScheduleRow } from '#domain/settlements/schedule.ts';
import type { Day } from '#domain/values/days.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { mayDecideFor } from '../head-approvals.ts';
import { notifyParty } from '../notify.ts';
import { concludeAgreement } from './accept.ts';
import { quotedFee } from './fee.ts';
import { endOffer, moveNegotiation } from './negotiation.ts';
import type { NegotiationState } from './negotiation-state.queries.ts';
import { putOffer } from './offer.ts';
import { type PolicySigner, publisherWith } from './publisher.queries.ts';

/** What of a table the conditions need to judge a schedule. */
type PolicyGrounds = Pick<
  NegotiationState,
  'band' | 'legalEntityId' | 'penalty' | 'consumer' | 'grounds' | 'claimed' | 'rates'
>;

const offerToJudge = (
  { debt, round, roundsBefore, roundsReturned, last }: NegotiationState,
  plan: Plan,
  today: Day,
): OfferToJudge => ({
  plan,
  debt,
  today,
  round: round - roundsBefore - roundsReturned + 1,
  creditorsLast: last.creditor,
});

/** What the creditor's conditions say of a debtor's offer; null when he has none and a person decides. */
export function judge(negotiation: NegotiationState, plan: Plan, today: Day): Decision | null {
  if (!negotiation.band) return null;
  const decision = judgeOffer(negotiation.band, offerToJudge(negotiation, plan, today));
  if (decision.kind !== 'counter') return decision;
  // Other terms that may not be offered are answered by a person.
  const counter = counterRows(negotiation, decision.plan, today);
  return counter === null ? { kind: 'by_hand', trace: decision.trace } : decision;
}

/** The schedule of the terms with which the conditions answer; null when the law or what was offered before is against it. */
function counterRows(
  negotiation: NegotiationState,
  terms: Plan,
  today: Day,
): { plan: Plan; rows: readonly ScheduleRow[] } | null {
  const { claimed, grounds, lastRows, lastFees, rates } = negotiation;
  const plan = onPrincipal(terms, claimed.debt, claimed.structure);
  const schedule = makeSchedule(plan, calendarOf(rates));
  if (!schedule.ok || startProblems(plan, today).length > 0) return null;
  const fee = feeOnTop(quotedFee(negotiation, plan.amount, schedule.rows));
  if (priceProblems(plan, schedule.rows, grounds, { today, rates, fee, claimed }).length > 0) return null;
  const fees = { before: lastFees.creditor, offered: fee };
  const isWorse =
    lastRows.creditor !== null && worseThan('creditor', lastRows.creditor, schedule.rows, { fees }) !== null;
  return isWorse ? null : { plan, rows: schedule.rows };
}

/**
 * Terms of the creditor below his own conditions are for his head alone.
 * @throws Refusal `move.illegal` naming the rules that the terms break
 */
export function demandWithinConditions(
  ctx: Writing,
  negotiation: NegotiationState,
  plan: Plan,
  gifts: OwnGifts = {},
): void {
  const broken = brokenRules(ctx, negotiation, plan, gifts);
  if (broken.length === 0) return;
  throw new Refusal('move.illegal', {
    detail: `Условия ниже правил компании, о них договаривается руководитель. ${broken.join('. ')}`,
  });
}

/** What terms that the creditor himself makes give the debtor beside the plan. */
export const ownGifts = (
  ctx: Pick<Ctx, 'day'>,
  table: PolicyGrounds,
  { plan, penalty, shiftEvery }: { plan: Plan; penalty: PenaltyRule | null; shiftEvery: ShiftEvery },
): OwnGifts => ({ penalty: { current: currentPenalty(table, plan, ctx.day), offered: penalty }, shiftEvery });

/** What is left of the penalty by a new schedule that the creditor himself makes. */
const ownPenalty = (
  { day }: Pick<Ctx, 'day'>,
  table: PolicyGrounds,
  plan: Plan,
  offered: PenaltyRule | null | undefined,
): OwnPenalty | undefined =>
  offered === undefined ? undefined : { current: currentPenalty(table, plan, day), offered };

/**
 * A new schedule outside his company's conditions is agreed to by its head alone; the sum is not asked about again.
 * @throws Refusal `move.illegal` naming the rules that the schedule breaks
 */
export function demandScheduleWithin(
  ctx: Writing,
  negotiation: NegotiationState,
  plan: Plan,
  offered?: PenaltyRule | null,
): void {
  const broken = brokenBySchedule(ctx, negotiation, plan, offered);
  if (broken.length === 0) return;
  throw new Refusal('move.illegal', {
    detail: `График вне правил компании, о нём договаривается руководитель. ${broken.join('. ')}`,
  });
}

/** What of his company's conditions a new schedule breaks, for whom they bind. */
export function brokenBySchedule(
  ctx: Pick<Ctx, 'actor' | 'day'>,
  table: PolicyGrounds,
  plan: Plan,
  offered?: PenaltyRule | null,
): string[] {
  const band = bindingBand(ctx, table);
  if (!band) return [];
  const penalty = ownPenalty(ctx, table, plan, offered);
  const steps = judgeReschedule(band, { plan, today: ctx.day, ...(penalty && { penalty }) });
  return steps.filter(({ holds }) => !holds).map(({ text }) => text);
}

/** The conditions that keep this employee from agreeing by himself: none for who may decide what others ask. */
export const bindingBand = (
  { actor }: Pick<Ctx, 'actor'>,
  { band, legalEntityId }: Pick<NegotiationState, 'band' | 'legalEntityId'>,
): PolicyBand | null => (mayDecideFor(actor, legalEntityId) ? null : band);

/** What of his company's conditions these terms break, for whom they bind. */
export function brokenRules(
  ctx: Pick<Ctx, 'actor' | 'day'>,
  table: Pick<NegotiationState, 'band' | 'legalEntityId' | 'debt'>,
  plan: Plan,
  gifts: OwnGifts = {},
): string[] {
  const band = bindingBand(ctx, table);
  if (!band) return [];
  const terms = { plan, debt: table.debt, today: ctx.day, ...gifts };
  const { free, trace } = judgeOwnOffer(band, terms);
  return free ? [] : trace.filter(({ holds }) => !holds).map(({ text }) => text);
}

/**
 * The answer of the creditor's conditions to the debtor's offer on the table: accepted, refused with the reason, or other
 * terms; what they leave to a person stays on the table (docs/domain.md §7.3).
 */
export async function answerByPolicy(ctx: Writing, negotiation: NegotiationState, decision: Decision): Promise<void> {
  if (decision.kind === 'accept')
    return concludeAgreement(ctx, negotiation, {
      side: 'creditor',
      by: { policy: await demandSigner(ctx, negotiation) },
      read: null,
    });
  if (decision.kind === 'reject') return refuse(ctx, negotiation, decision);
  if (decision.kind !== 'counter') return;
  const counter = counterRows(negotiation, decision.plan, ctx.day);
  if (!counter) return;
  const by = { policy: await demandSigner(ctx, negotiation) };
  const penalty = currentPenalty(negotiation, counter.plan, ctx.day);
  const { shiftEvery } = negotiation;
  await putOffer(ctx, negotiation, { side: 'creditor', ...counter, penalty, shiftEvery, by, read: null });
}

async function refuse(ctx: Writing, negotiation: NegotiationState, { trace }: Decision): Promise<void> {
  const reason = trace
    .filter(({ holds }) => !holds)
    .map(({ text }) => text)
    .join('. ');
  const { offer } = negotiation;
  if (!offer) throw new Refusal('move.illegal');
  await endOffer(ctx, negotiation, 'rejected', reason);
  await moveNegotiation(ctx, negotiation, 'rejectOffer', { reason, set: { turn: turnAfter('reject', 'individual') } });
  for (const party of ['individual', 'creditor'] as const) {
    await notifyParty(ctx.db, negotiation, party, {
      event: 'settlement.turn',
      title: `Условия по ${negotiation.number} отклонены по правилам кредитора`,
      detail: reason,
    });
  }
}

/** Who has published the conditions that now act for the creditor; null where a person decides. */
export const policySigner = (
  db: Db,
  of: Pick<NegotiationState, 'policyId' | 'legalEntityId'>,
  day: Day,
): Promise<PolicySigner | null> => publisherWith(db, of, ['conclude'], day);

/** @throws Error where nobody is known to have had the right: then the conditions are not asked */
async function demandSigner({ db, day }: Writing, negotiation: NegotiationState): Promise<PolicySigner> {
  const signer = await policySigner(db, negotiation, day);
  if (!signer) throw new Error('Conditions that nobody with a right has signed do not answer');
  return signer;
}
