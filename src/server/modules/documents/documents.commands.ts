import { Refusal } from '#contract/kernel/errors.ts';
import type { AddendumTerms } from '#domain/documents/addendum-template.ts';
import type { SignatureFacts } from '#domain/documents/agreement-facts.ts';
import type { AnnulmentTerms } from '#domain/documents/annulment-template.ts';
import { SHIFT_NOTICE_TEMPLATE, type ShiftNoticeTerms } from '#domain/documents/notices/shift-notice.ts';
import { SIGNING_PROTOCOL_TEMPLATE } from '#domain/documents/signing-protocol.ts';
import type { Actor, Ctx, Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { changedSettlement } from './addendum-facts.ts';
import { textFingerprint } from './agreement-text.queries.ts';
import { agreementFacts, type ConcludedAgreement } from './facts.ts';
import { publishedForm } from './forms.queries.ts';
import { issue } from './issue.ts';
import { enqueueMaking, printed } from './make.ts';
import { platformName } from './sides.ts';
import { signatureOf, signingsOf } from './signings.ts';

/**
 * Issues the documents of an agreement in the transaction that concludes it: what they say is written down and sealed
 * now, their files are made by a job as soon as the transaction is committed.
 * @param signed the fingerprint of the text that both have signed
 * @throws Refusal `offer.replaced` where what would be printed is another text: something in it has just changed
 */
export async function issueAgreement(
  ctx: Ctx<Actor | null, Tx>,
  concluded: ConcludedAgreement,
  { offerId, version, signed }: { offerId: number; version: number; signed: string },
): Promise<void> {
  const form = { kind: 'agreement', version } as const;
  const signings = await signingsOf(ctx.db, offerId, signed);
  const agreement = await agreementFacts(ctx, concluded, signings.map(signatureOf), version);
  await demandSigned(ctx, form, agreement, signed);
  await issue(ctx, concluded, form, agreement);
  await issue(ctx, concluded, SIGNING_PROTOCOL_TEMPLATE, {
    terms: 'тексту Соглашения до подписей и версии его формы',
    platform: await platformName(ctx.db),
    agreementNumber: concluded.number,
    concludedAt: signings.at(-1)?.signedAt ?? ctx.now,
    signings,
  });
  await enqueueMaking(ctx.app, ctx.db, concluded.agreementId);
}

/** What a change says, and the offer that both have signed or that the law needs no second signature for. */
interface Change<Terms> {
  settlementId: number;
  offerId: number;
  version: number;
  terms: Terms;
  /** The fingerprint of the text that both have signed; null where nobody signs. */
  signed: string | null;
}

type SignedChange<Terms> = Change<Terms> & { signed: string };

/** Issues the papers of a new schedule in the transaction in which it takes effect. */
export async function issueAddendum(ctx: Writing, change: Change<AddendumTerms>): Promise<void> {
  const { signed } = change;
  if (signed !== null) return issueChange(ctx, 'addendum', { ...change, signed }, 'Дополнительное соглашение');
  // What the law gives without the other side has no signatures, and no protocol of them.
  const { settlementId, offerId, version, terms } = change;
  const { subject, facts } = await changedSettlement(ctx.db, settlementId, 'addendum');
  const form = { kind: 'addendum', version };
  await issue(ctx, { ...subject, settlementId, offerId }, form, { ...facts, ...terms, signatures: [] });
  await enqueueMaking(ctx.app, ctx.db, subject.agreementId);
}

/** Issues the papers that end an agreement by the will of both; its own are revoked. */
export async function issueAnnulment(ctx: Writing, change: SignedChange<AnnulmentTerms>): Promise<void> {
  await ctx.db
    .updateTable('issuedDocuments')
    .set({ status: 'revoked' })
    .where('agreementId', '=', (eb) =>
      eb
        .selectFrom('agreements')
        .select((of) => of.fn.max('id').as('id'))
        .where('settlementId', '=', change.settlementId),
    )
    .where('status', '=', 'issued')
    .execute();
  await issueChange(ctx, 'annulment', change, 'Соглашение об отмене');
}

/** An agreement that was ended for a breach, and its addenda, are marked as ended: they are proofs, but in force no more. */
export async function terminateAgreement(db: Tx, settlementId: number): Promise<void> {
  await db
    .updateTable('issuedDocuments')
    .set({ status: 'terminated' })
    .where('settlementId', '=', settlementId)
    .where('kind', 'in', ['agreement', 'addendum'])
    .where('status', '=', 'issued')
    .execute();
}

/**
 * A paper is the text that was signed, and no other: between the comparison and this moment anybody may have changed what nobody
 * holds, an account, a bank account, a row of a registry.
 * @throws Refusal `offer.replaced`
 */
async function demandSigned(
  ctx: Pick<Ctx, 'app' | 'db'>,
  form: { kind: string; version: number },
  facts: object,
  signed: string,
): Promise<void> {
  const blocks = printed(await publishedForm(ctx.db, form), { ...facts, signatures: [] });
  if (textFingerprint(ctx.app, { ...form, blocks }) === signed) return;
  throw new Refusal('offer.replaced', {
    detail: 'Пока вы подписывали, текст документа стал другим: прочитайте его ещё раз и подпишите',
  });
}

/** A paper that changes an agreement, and the protocol of its signing. */
async function issueChange(
  ctx: Writing,
  kind: 'addendum' | 'annulment',
  { settlementId, offerId, version, terms, signed }: SignedChange<AddendumTerms | AnnulmentTerms>,
  document: string,
): Promise<void> {
  const form = { kind, version };
  const { subject, facts } = await changedSettlement(ctx.db, settlementId, kind);
  const signings = await signingsOf(ctx.db, offerId, signed);
  const paper = { ...facts, ...terms, signatures: signings.map(signatureOf) };
  await demandSigned(ctx, form, paper, signed);
  const issued = { ...subject, settlementId, offerId };
  await issue(ctx, issued, form, paper);
  await issue(ctx, issued, SIGNING_PROTOCOL_TEMPLATE, {
    document,
    terms: 'тексту документа до подписей и версии его формы',
    platform: facts.platform,
    agreementNumber: subject.number,
    concludedAt: signings.at(-1)?.signedAt ?? ctx.now,
    signings,
  });
  await enqueueMaking(ctx.app, ctx.db, subject.agreementId);
}

/**
 * Issues the notice by which a debtor shifts a payment: he alone signs it. @returns its id
 * @throws Refusal `offer.replaced` where what would be printed is another text than he has signed
 */
export async function issueShiftNotice(
  ctx: Writing,
  settlementId: number,
  { terms, signature, signed }: { terms: ShiftNoticeTerms; signature: SignatureFacts; signed: string },
): Promise<number> {
  const { subject, facts } = await changedSettlement(ctx.db, settlementId, 'shift_notice');
  const { kind, version } = SHIFT_NOTICE_TEMPLATE;
  const paper = { ...facts, ...terms, signatures: [signature] };
  await demandSigned(ctx, { kind, version }, paper, signed);
  const id = await issue(ctx, { ...subject, settlementId }, { kind, version }, paper);
  await enqueueMaking(ctx.app, ctx.db, subject.agreementId);
  return id;
}
