import {
  ADDENDUM_TEMPLATE,
  type AddendumFacts,
  ANNULMENT_TEMPLATE,
  type AnnulmentFacts,
} from '#domain/documents/addendum-template.ts';
import type { DocumentTemplate } from '#domain/documents/document-template.ts';
import { SIGNING_PROTOCOL_TEMPLATE } from '#domain/documents/signing-protocol.ts';
import { fullCostOfSchedule } from '#domain/settlements/full-cost.ts';
import { kopecks } from '#domain/values/money.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type ChangedSettlement, changedSettlement } from './addendum-facts.ts';
import { agreementFacts, type Concluded } from './facts.ts';
import { issue } from './issue.ts';
import { enqueueMaking } from './make.ts';
import { signatureOf, signingsOf } from './signings.ts';

/**
 * Issues the documents of an agreement in the transaction that concludes it: what they tell is written down and sealed
 * now, their files are made by a job as soon as the transaction is committed.
 */
export async function issueAgreement(
  ctx: Ctx<Actor | null, Tx>,
  concluded: Concluded,
  { offerId, version }: { offerId: number; version: number },
): Promise<void> {
  const signings = await signingsOf(ctx.db, offerId);
  const agreement = await agreementFacts(ctx, concluded, signings.map(signatureOf), version);
  await issue(ctx, concluded, { kind: 'agreement', version }, agreement);
  await issue(ctx, concluded, SIGNING_PROTOCOL_TEMPLATE, {
    terms: 'тексту Соглашения до подписей, его форме и сроку предложения',
    agreementNumber: concluded.number,
    concludedAt: signings.at(-1)?.signedAt ?? ctx.now,
    signings,
  });
  await enqueueMaking(ctx.app, ctx.db, concluded.agreementId);
}

type ByOffer<Facts> = Omit<Facts, keyof ChangedSettlement | 'number'> & { settlementId: number };

/** Issues the papers of a new schedule in the transaction in which it takes effect. */
export async function issueAddendum(
  ctx: Ctx<Actor, Tx>,
  { settlementId, ...terms }: ByOffer<Omit<AddendumFacts, 'fullCost'>>,
  offerId: number,
): Promise<void> {
  // Interest that was earned before is no cost of the new schedule.
  const own = terms.rows.map((row, index) => ({
    ...row,
    amount: kopecks(row.amount - (index === 0 ? terms.earned : 0)),
  }));
  const fullCost = terms.rateBps > 0 ? fullCostOfSchedule(terms.concludedOn, own) : null;
  const told = { ...terms, fullCost };
  if (terms.pause?.byRight) {
    // What the law gives without the other side has no signatures, and no protocol of them.
    const { subject, facts } = await changedSettlement(ctx.db, settlementId, ADDENDUM_TEMPLATE.kind);
    await issue(ctx, { ...subject, settlementId, offerId }, ADDENDUM_TEMPLATE, { ...facts, ...told, signatures: [] });
    return enqueueMaking(ctx.app, ctx.db, subject.agreementId);
  }
  await issueChange(ctx, { settlementId, offerId }, ADDENDUM_TEMPLATE, told, [
    'Дополнительное соглашение',
    'остатку, новому графику и сроку предложения',
  ]);
}

/** Issues the papers that end an agreement by the will of both; its own are revoked. */
export async function issueAnnulment(
  ctx: Ctx<Actor, Tx>,
  { settlementId, ...terms }: Omit<ByOffer<AnnulmentFacts>, 'reason'>,
  offerId: number,
): Promise<void> {
  const { comment } = await ctx.db
    .selectFrom('termsOffers')
    .select('comment')
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('issuedDocuments')
    .set({ status: 'revoked' })
    .where('agreementId', '=', (eb) =>
      eb
        .selectFrom('agreements')
        .select((of) => of.fn.max('id').as('id'))
        .where('settlementId', '=', settlementId),
    )
    .where('status', '=', 'issued')
    .execute();
  await issueChange(ctx, { settlementId, offerId }, ANNULMENT_TEMPLATE, { ...terms, reason: comment ?? '' }, [
    'Соглашение об отмене',
    'отменяемому соглашению, причине и сроку предложения',
  ]);
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
  ctx: Ctx<Actor, Tx>,
  { settlementId, offerId }: { settlementId: number; offerId: number },
  template: DocumentTemplate,
  terms: object,
  [document, termsOf]: readonly [string, string],
): Promise<void> {
  const signings = await signingsOf(ctx.db, offerId);
  const { subject, facts } = await changedSettlement(ctx.db, settlementId, template.kind);
  const place = { ...subject, settlementId, offerId };
  await issue(ctx, place, template, { ...facts, ...terms, signatures: signings.map(signatureOf) });
  await issue(ctx, place, SIGNING_PROTOCOL_TEMPLATE, {
    document,
    terms: termsOf,
    agreementNumber: subject.number,
    concludedAt: signings.at(-1)?.signedAt ?? ctx.now,
    signings,
  });
  await enqueueMaking(ctx.app, ctx.db, subject.agreementId);
}
