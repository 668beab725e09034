import type { AddendumTerms } from '#domain/documents/addendum-template.ts';
import type { AnnulmentTerms } from '#domain/documents/annulment-template.ts';
import { SIGNING_PROTOCOL_TEMPLATE } from '#domain/documents/signing-protocol.ts';
import type { Actor, Ctx, Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { changedSettlement } from './addendum-facts.ts';
import { agreementText } from './agreement-text.queries.ts';
import { changeText } from './change-text.queries.ts';
import { agreementFacts, type ConcludedAgreement } from './facts.ts';
import { issue } from './issue.ts';
import { enqueueMaking } from './make.ts';
import { signatureOf, signingsOf } from './signings.ts';

/**
 * Issues the documents of an agreement in the transaction that concludes it: what they say is written down and sealed
 * now, their files are made by a job as soon as the transaction is committed.
 */
export async function issueAgreement(
  ctx: Ctx<Actor | null, Tx>,
  concluded: ConcludedAgreement,
  { offerId, version }: { offerId: number; version: number },
): Promise<void> {
  const { sha256 } = await agreementText(ctx, concluded, version);
  const signings = await signingsOf(ctx.db, offerId, sha256);
  const agreement = await agreementFacts(ctx, concluded, signings.map(signatureOf), version);
  await issue(ctx, concluded, { kind: 'agreement', version }, agreement);
  await issue(ctx, concluded, SIGNING_PROTOCOL_TEMPLATE, {
    terms: 'тексту Соглашения до подписей и версии его формы',
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
}

/** Issues the papers of a new schedule in the transaction in which it takes effect. */
export async function issueAddendum(ctx: Writing, change: Change<AddendumTerms>): Promise<void> {
  if (!change.terms.pause?.byRight) return issueChange(ctx, 'addendum', change, 'Дополнительное соглашение');
  // What the law gives without the other side has no signatures, and no protocol of them.
  const { settlementId, offerId, version, terms } = change;
  const { subject, facts } = await changedSettlement(ctx.db, settlementId, 'addendum');
  const form = { kind: 'addendum', version };
  await issue(ctx, { ...subject, settlementId, offerId }, form, { ...facts, ...terms, signatures: [] });
  await enqueueMaking(ctx.app, ctx.db, subject.agreementId);
}

/** Issues the papers that end an agreement by the will of both; its own are revoked. */
export async function issueAnnulment(ctx: Writing, change: Change<AnnulmentTerms>): Promise<void> {
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

/** A paper that changes an agreement, and the protocol of its signing. */
async function issueChange(
  ctx: Writing,
  kind: 'addendum' | 'annulment',
  { settlementId, offerId, version, terms }: Change<AddendumTerms | AnnulmentTerms>,
  document: string,
): Promise<void> {
  const { sha256 } = await changeText(ctx, settlementId, { kind, version }, terms);
  const signings = await signingsOf(ctx.db, offerId, sha256);
  const { subject, facts } = await changedSettlement(ctx.db, settlementId, kind);
  const issued = { ...subject, settlementId, offerId };
  await issue(ctx, issued, { kind, version }, { ...facts, ...terms, signatures: signings.map(signatureOf) });
  await issue(ctx, issued, SIGNING_PROTOCOL_TEMPLATE, {
    document,
    terms: 'тексту документа до подписей и версии его формы',
    agreementNumber: subject.number,
    concludedAt: signings.at(-1)?.signedAt ?? ctx.now,
    signings,
  });
  await enqueueMaking(ctx.app, ctx.db, subject.agreementId);
}
