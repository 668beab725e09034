import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { AGREEMENT_TEMPLATE } from '#domain/documents/agreement-template.ts';
import { feeOnTop } from '#domain/money/tariff.ts';
import type { Decision } from '#domain/negotiation/decision.ts';
import { offerExpiresAt, offerProblems, otherSide, turnAfter } from '#domain/negotiation/negotiation.ts';
import { offerDays } from '#domain/negotiation/policy-band.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
import type { ShiftEvery } from '#domain/settlements/payment-shift.ts';
import type { PenaltyRule } from '#domain/settlements/penalty.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { type ScheduleRow, scheduleTotal } from '#domain/settlements/schedule.ts';
import { formatDay, moscowDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { formatMoney } from '#domain/values/money.ts';
import { plural } from '#domain/values/text/words.ts';
import { planSettlementLetter } from '#server/modules/registries/invitations/debtor-letters.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { notifyParty } from '../notify.ts';
import { demandMove } from './demands.ts';
import { quotedFee } from './fee.ts';
import { demandLawful } from './lawful.ts';
import { endOffer, moveNegotiation } from './negotiation.ts';
import { bargainingOf, type NegotiationState } from './negotiation-state.queries.ts';
import { demandRead, offerText } from './offer-text.queries.ts';
import { readPlan } from './plan-form.ts';
import { type Signing, sign, signatoryBy } from './signing.ts';

type PlanForm = Input<typeof settlements.offerByDebtor>['body']['plan'];

/** The terms of one round. */
interface Terms {
  side: Side;
  plan: Plan;
  rows: readonly ScheduleRow[];
  penalty: PenaltyRule | null;
  shiftEvery: ShiftEvery;
  comment?: string | undefined;
  /** What the creditor's conditions say of a debtor's offer. */
  decision?: Decision | null;
  /** How its author signs: by his code, or by conditions that he has published. */
  by: Signing;
  /** The fingerprint of the text that he has read; null where conditions answer. */
  read: string | null;
}

/** Reads the form of an offer by the rules of this bargaining. @throws Refusal `move.illegal`, `input.invalid` */
export function readOffer(
  ctx: Writing,
  negotiation: NegotiationState,
  side: Side,
  form: PlanForm,
): ReturnType<typeof readPlan> {
  demandMove(negotiation, 'offer');
  const read = readPlan(form, negotiation, ctx.day);
  demandRules(negotiation, side, read);
  return read;
}

/**
 * What an offer of these terms is made of, with the agreement that it would read as: the same for whoever reads it before he
 * signs and for the one that is signed then.
 * @param signatory who makes it for the creditor; null where the debtor does, or who reads it may not sign
 * @throws Refusal `move.illegal` in the words of the law
 */
export async function composeOffer(
  ctx: Writing,
  negotiation: NegotiationState,
  { side, plan, rows, penalty, shiftEvery }: Pick<Terms, 'side' | 'plan' | 'rows' | 'penalty' | 'shiftEvery'>,
  signatory: Signatory | null,
) {
  const fee = quotedFee(negotiation, plan.amount, rows);
  demandLawful(negotiation, { plan, rows, fee, penalty }, ctx.day);
  const expiresAt = offerExpiresAt(ctx.now, offerDays(side, negotiation.band));
  const round = negotiation.round + 1;
  const { disputed, endsByRule: breachByRule } = negotiation;
  const bounds = { side, madeOn: ctx.day, round, expiresAt, signatory };
  const offered = { ...bounds, plan, rows, penalty, fee, disputed, breachByRule, shiftEvery };
  const templateVersion = AGREEMENT_TEMPLATE.version;
  return { offered, templateVersion, text: await offerText(ctx, negotiation, offered, templateVersion) };
}

/** Makes terms the active offer in the place of those that are there. @returns the bargaining with them */
export async function putOffer(ctx: Writing, negotiation: NegotiationState, terms: Terms): Promise<NegotiationState> {
  const { side, plan, rows, penalty, shiftEvery, decision = null, by, comment } = terms;
  const { offered, templateVersion, text } = await composeOffer(ctx, negotiation, terms, signatoryBy(by));
  demandRead(terms.read, text);
  const { fee, round, expiresAt, disputed, breachByRule } = offered;
  const { termsHash } = text;
  const accountId = 'policy' in by ? by.policy.accountId : ctx.actor.accountId;
  await endOffer(ctx, negotiation, 'superseded');
  const { id: offerId } = await ctx.db
    .insertInto('termsOffers')
    .values({
      settlementId: negotiation.id,
      round,
      side,
      accountId,
      amount: plan.amount,
      plan: jsonText(plan),
      rows: jsonText(rows),
      penalty: penalty && jsonText(penalty),
      comment: comment ?? null,
      decision: decision && jsonText({ kind: decision.kind, steps: decision.trace }),
      auto: 'policy' in by,
      fee: fee && jsonText(fee),
      disputed: jsonText(disputed),
      breachByRule,
      shiftEvery,
      termsHash,
      templateVersion,
      expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sign(ctx, { settlementId: negotiation.id, offerId, side, termsHash, by });
  const last =
    side === 'individual'
      ? { lastIndividualAmount: plan.amount }
      : { lastCreditorAmount: plan.amount, penalty: penalty && jsonText(penalty), shiftEvery };
  const turn = turnAfter('offer', side);
  await moveNegotiation(ctx, negotiation, 'offer', {
    set: { round, turn, lastOfferAt: ctx.now, silenceWarned: null, ...last },
  });
  await notifyParty(ctx.db, negotiation, otherSide(side), {
    event: 'settlement.offer',
    title: notificationOf(negotiation, side, rows, expiresAt),
    about: { table: 'settlements', id: negotiation.id },
    topic: 'settlement.offer',
  });
  if (side === 'creditor') await planSettlementLetter(ctx.db, negotiation.id, 'offer', ctx.now);
  const offer = { ...offered, id: offerId, termsHash, accountId, kind: 'terms' as const, templateVersion, told: null };
  return {
    ...negotiation,
    round,
    turn,
    offer,
    last: { ...negotiation.last, [side]: plan.amount },
    lastRows: { ...negotiation.lastRows, [side]: rows },
    lastFees: { ...negotiation.lastFees, [side]: feeOnTop(fee) },
  };
}

function demandRules(negotiation: NegotiationState, side: Side, { plan, rows }: Pick<Terms, 'plan' | 'rows'>): void {
  const fee = feeOnTop(quotedFee(negotiation, plan.amount, rows));
  const [problem] = offerProblems(side, rows, bargainingOf(negotiation, fee));
  if (!problem) return;
  if (problem.code === 'worse_than_before') {
    throw new Refusal('input.invalid', { fields: { 'plan.amount': problem.message } });
  }
  throw new Refusal('move.illegal', { detail: problem.message });
}

function notificationOf(
  { number }: NegotiationState,
  side: Side,
  rows: readonly ScheduleRow[],
  expiresAt: Date,
): string {
  const who = side === 'individual' ? 'Заёмщик предложил' : 'Кредитор предложил';
  const count = `${rows.length} ${plural(rows.length, ['платёж', 'платежа', 'платежей'])}`;
  // The offer ends at midnight: its last day is the one before.
  const until = formatDay(moscowDay(new Date(expiresAt.getTime() - 1)));
  return `${number}. ${who} ${formatMoney(scheduleTotal(rows))}, ${count}, до ${until}`;
}
