import { AGREEMENT_TEMPLATE } from '#domain/agreement-template.ts';
import { CERTIFICATE_TEMPLATE } from '#domain/certificate-template.ts';
import type { Day } from '#domain/days.ts';
import type { Kopecks } from '#domain/money.ts';
import { SIGNING_PROTOCOL_TEMPLATE } from '#domain/signing-protocol.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';
import { certificateFacts } from './certificate-facts.ts';
import { agreementFacts, type Concluded } from './facts.ts';
import { type Issuing, issue } from './issue.ts';
import { enqueueMaking } from './make.ts';
import { signatureOf, signingsOf } from './signings.ts';

/**
 * Issues the documents of an agreement in the transaction that concludes it: what they tell is written down and sealed
 * now, their files are made by a job as soon as the transaction is committed.
 */
export async function issueAgreement(ctx: Ctx<Actor | null, Tx>, concluded: Concluded, offerId: number): Promise<void> {
  const signings = await signingsOf(ctx.db, offerId);
  const agreement = await agreementFacts(ctx, concluded, signings.map(signatureOf));
  await issue(ctx, concluded, AGREEMENT_TEMPLATE, agreement);
  await issue(ctx, concluded, SIGNING_PROTOCOL_TEMPLATE, {
    agreementNumber: concluded.number,
    concludedAt: signings.at(-1)?.signedAt ?? ctx.now,
    signings,
  });
  await enqueueMaking(ctx.app, ctx.db, concluded.agreementId);
}

/** What a certificate is issued about. */
interface Fulfilled {
  settlementId: number;
  paid: Kopecks;
  paidOn: Day;
  forgiven: Kopecks;
}

/**
 * Issues the certificate of an agreement that has been fulfilled, in the transaction that closes it (ГК РФ, ст. 408). An
 * agreement has one.
 */
export async function issueCertificate(ctx: Issuing, { settlementId, ...paid }: Fulfilled): Promise<void> {
  const { subject, facts } = await certificateFacts(ctx, settlementId);
  await issue(ctx, { ...subject, settlementId }, CERTIFICATE_TEMPLATE, { ...facts, ...paid });
  await enqueueMaking(ctx.app, ctx.db, subject.agreementId);
}
