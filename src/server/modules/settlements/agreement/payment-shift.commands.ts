import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { paymentShifts } from '#contract/settlements/payment-shifts.ts';
import type { SignatureFacts } from '#domain/documents/agreement-facts.ts';
import { SHIFT_NOTICE_TEMPLATE, type ShiftNoticeTerms } from '#domain/documents/notices/shift-notice.ts';
import { judgeShift } from '#domain/settlements/payment-shift.ts';
import { formatDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { demandSigningRules } from '#server/modules/consents/consents.queries.ts';
import { changeText } from '#server/modules/documents/change-text.queries.ts';
import { issueShiftNotice } from '#server/modules/documents/documents.commands.ts';
import { type Confirmed, demandCode, sendCode } from '#server/modules/one-time-codes/one-time-codes.commands.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { personName } from '#server/platform/person-name.ts';
import { settlementLetters } from '../letters.ts';
import { lockSettlement, notifySides } from '../money/money.commands.ts';
import { demandRightOf } from '../negotiation/demands.ts';
import { lockNegotiation, moveNegotiation } from '../negotiation/negotiation.ts';
import { type NegotiationState, readNegotiation } from '../negotiation/negotiation-state.queries.ts';
import { demandRead } from '../negotiation/offer-text.queries.ts';
import { agreementObstacle, chargeObstacle, shiftingOf } from './payment-shift.queries.ts';
import { termsInForce } from './proposals.ts';

type Form = Input<typeof paymentShifts.shift>['body'];
type Text = Answer<typeof paymentShifts.draft>;

/** A code is for the very notice that was read. */
const confirmed = (id: number, textHash: string): Confirmed => ({
  act: 'payment shift',
  of: id,
  content: { textHash },
});

/**
 * The notice by which a debtor shifts a payment, as he would sign it today. Nothing of it is kept.
 * @throws Refusal `move.illegal` with what stands in the way, `rate.limited`
 */
export async function draftShift(ctx: Writing, id: number, no: number): Promise<Text> {
  await ctx.app.limits.take('draftAccount', String(ctx.actor.accountId));
  const { version, blocks, sha256 } = (await readShift(ctx, await readNegotiation(ctx.db, id, ctx.now), no)).text;
  return { version, blocks: blocks as Text['blocks'], sha256 };
}

/**
 * Sends the debtor the code of his notice. What he has been given by the agreement he uses whoever is verified today.
 * @throws Refusal `move.illegal`, `rules.needed`
 */
export async function sendShiftCode(ctx: Writing, id: number, textHash: string) {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  demandRightOf(negotiation, 'shiftPayment');
  await demandSigningRules(ctx);
  return sendCode(ctx, 'signature', confirmed(id, textHash), settlementLetters.signingCode, {
    number: negotiation.number,
  });
}

/**
 * Shifts one payment by a week by the debtor's notice alone: the row has its new day, the creditor is told, the notice is kept. Neither its
 * sum nor the days of others change (docs/decisions/0181).
 * @throws Refusal `move.illegal` with what stands in the way, `offer.replaced` where he has read another notice, `code.wrong`, `rules.needed`
 */
export async function shiftPayment(ctx: Writing, id: number, { no, textHash, code }: Form): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  const { told, offerId, isLast, text } = await readShift(ctx, negotiation, no);
  demandRead(textHash, text);
  await demandSigningRules(ctx);
  const codeId = await demandCode(ctx, 'signature', confirmed(id, textHash), code);
  const { termsHash: concerns } = await termsInForce(ctx.db, id);
  const termsHash = hashOf({ number: negotiation.number, concerns, no, text: text.sha256 });
  const signature = await signatureBy(ctx, { codeId, termsHash, textFingerprint: text.sha256 });
  const documentId = await issueShiftNotice(ctx, id, { terms: told, signature, signed: text.sha256 });
  const { from, to } = told;
  const { actor, origin } = ctx;
  const by = {
    accountId: actor.accountId,
    codeId,
    sessionId: actor.sessionId,
    ip: origin.ip,
    userAgent: origin.userAgent,
  };
  const shift = { settlementId: id, offerId, no, fromDate: from, toDate: to, documentId, termsHash, signedAt: ctx.now };
  await ctx.db
    .insertInto('paymentShifts')
    .values({ ...shift, ...by })
    .execute();
  await ctx.db
    .updateTable('scheduleItems')
    .set({ dueDate: to })
    .where('settlementId', '=', id)
    .where('no', '=', no)
    .where('status', '<>', 'cancelled')
    .execute();
  const reason = `Платёж № ${no}: срок был ${formatDay(from)}, теперь ${formatDay(to)}`;
  await moveNegotiation(ctx, negotiation, 'shiftPayment', { reason, set: isLast ? { lastDueDate: to } : {} });
  const own = `${negotiation.number}. Вы перенесли платёж на неделю`;
  await notifySides(ctx.db, negotiation, { event: 'settlement.concluded', title: own, detail: reason }, ['individual']);
  const title = `${negotiation.number}. Заёмщик перенёс платёж на неделю`;
  const detail = `${reason}. Право дано соглашением, ответа не нужно`;
  await notifySides(ctx.db, negotiation, { event: 'settlement.concluded', title, detail }, ['creditor']);
}

/** @throws Refusal `move.illegal` */
async function readShift(ctx: Writing, negotiation: NegotiationState, no: number) {
  const { id, shiftEvery, offer } = negotiation;
  demandRightOf(negotiation, 'shiftPayment');
  if (shiftEvery === null)
    throw refused('Соглашение не даёт права переносить платёж: договоритесь с кредитором о новом графике');
  const obstacle = await agreementObstacle(ctx, negotiation, offer !== null);
  if (obstacle !== null) throw refused(obstacle);
  const settlement = await lockSettlement(ctx.db, id);
  const { offerId, ...shifting } = await shiftingOf(ctx, settlement, shiftEvery);
  const judged = judgeShift(shifting, no);
  if ('why' in judged) throw refused(judged.why);
  const charged = await chargeObstacle(ctx.db, id, judged.from);
  if (charged !== null) throw refused(charged);
  const row = settlement.rows.find((one) => one.no === no)!;
  const open = kopecks(row.principal + row.interest);
  const told: ShiftNoticeTerms = { concludedOn: ctx.day, no, open, ...judged, every: shiftEvery };
  const text = await changeText(ctx, id, { kind: 'shift_notice', version: SHIFT_NOTICE_TEMPLATE.version }, told);
  return { told, offerId, text, isLast: row === settlement.rows.at(-1) };
}

const refused = (detail: string): Refusal => new Refusal('move.illegal', { detail });

/** His signature as the notice prints it. */
async function signatureBy(
  { db, actor, now }: Writing,
  { codeId, termsHash, textFingerprint }: { codeId: number; termsHash: string; textFingerprint: string },
): Promise<SignatureFacts> {
  const { phone, email, fullName } = await db
    .selectFrom('accounts as a')
    .select(['a.phone', 'a.email', personName('a.id').as('fullName')])
    .where('a.id', '=', actor.accountId)
    .executeTakeFirstOrThrow();
  return {
    fullName: `Должник: ${fullName ?? ''}`,
    phone,
    codeSentTo: email,
    signedAt: now,
    operationCode: String(codeId),
    documentSha256: termsHash,
    textFingerprint,
  };
}
