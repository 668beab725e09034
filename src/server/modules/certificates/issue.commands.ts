import { certificates } from '#contract/documents/certificates.ts';
import { type PageAddress, pagePath } from '#contract/kernel/page-path.ts';
import { CERTIFICATE_ORDER_FORM } from '#domain/documents/agreement-template.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
import { formatVerifyCode } from '#domain/parties/verify-code.ts';
import { CERTIFICATE_KINDS, type CertificateKind } from '#domain/settlements/certificate-request.ts';
import { formatDay, moscowDay, toDay } from '#domain/values/days.ts';
import { type Issuing, issuePaper, type UnsignedPaper } from '#server/modules/documents/creditor-papers.commands.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import type { Db } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { certificateLetters } from './letters.ts';
import { orderedPaperOf, orderOf, paperOf } from './papers.queries.ts';
import { ruleOf } from './rule.commands.ts';
import { signatureFacts } from './signing.commands.ts';

/** A request whose row is locked. */
export interface LockedRequest {
  id: number;
  kind: CertificateKind;
  status: string;
  settlementId: number;
  individualId: number;
  legalEntityId: number;
  debtOn: string | null;
  dueOn: string;
  remindOn: string;
  remindedAt: Date | null;
  missedAt: Date | null;
  settlement: string;
  settlementStatus: string;
  isVerified: boolean;
}

/** Locks a request, so that of two who sign at once the second finds it issued. */
export async function lockRequest(db: Issuing['db'], id: number): Promise<LockedRequest> {
  const row = await db
    .selectFrom('certificateRequests as r')
    .innerJoin('settlements as s', 's.id', 'r.settlementId')
    .innerJoin('legalEntities as le', 'le.id', 'r.legalEntityId')
    .selectAll('r')
    .select(['s.number as settlement', 's.status as settlementStatus', 'le.verificationStatus'])
    .where('r.id', '=', id)
    .forUpdate('r')
    .executeTakeFirstOrThrow();
  return { ...row, kind: row.kind as CertificateKind, isVerified: row.verificationStatus === 'verified' };
}

/** Somebody who is told of a certificate. */
interface Recipient {
  accountId: number;
  email: string;
}

/** The debtor, when he has an account. */
export const debtorAccount = (db: Db, { individualId }: Pick<LockedRequest, 'individualId'>): Promise<Recipient[]> =>
  db
    .selectFrom('individuals as i')
    .innerJoin('accounts as a', 'a.id', 'i.accountId')
    .select(['a.id as accountId', 'a.email'])
    .where('i.id', '=', individualId)
    .execute();

/** How a paper is signed: by a code for it, or by the rule that was signed before. */
type SignedBy = { signatureId: number } | { rule: { id: number; signatureId: number } } | { order: Signatory | null };

/** Issues the paper of a request, and tells both sides by letters and in their cabinets (docs/decisions/0100). */
export async function issueRequested(
  ctx: Issuing,
  request: LockedRequest,
  paper: UnsignedPaper,
  by: SignedBy,
): Promise<void> {
  const documentId = await issuePaper(ctx, paper, {
    ...('order' in by ? orderFacts(by.order, ctx.now) : await signedFacts(ctx, by)),
    textSha256: paper.sha256,
  });
  await ctx.db
    .updateTable('certificateRequests')
    .set({
      status: 'issued',
      documentId,
      issuedAt: ctx.now,
      ...('rule' in by && { ruleId: by.rule.id }),
      ...('signatureId' in by && { signatureId: by.signatureId }),
    })
    .where('id', '=', request.id)
    .execute();
  await settleNotifications(ctx.db, aboutOf(request), 'certificate.due');
  await notifyOfIssued(ctx, request, documentId);
}

const signedFacts = async ({ db }: Issuing, by: Exclude<SignedBy, { order: unknown }>) => ({
  ...(await signatureFacts(db, 'rule' in by ? by.rule.signatureId : by.signatureId)),
  byRule: 'rule' in by,
});

const orderFacts = (signatory: Signatory | null, now: Date) => ({
  byRule: false,
  byOrder: true,
  signatory,
  phone: null,
  codeSentTo: null,
  signedAt: now,
  operationCode: null,
});

/**
 * Issues on the last day of its term a certificate that the creditor has not issued himself, by the order that he has given in
 * the agreement (since form 7); it asks nothing of his verification, for the order is the debtor's right.
 * @returns whether it was issued
 */
export async function issueByOrder(ctx: Issuing, request: LockedRequest): Promise<boolean> {
  if (request.kind !== 'certificate' || !isReady(request) || request.dueOn > moscowDay(ctx.now)) return false;
  const { version, signatory } = await orderOf(ctx.db, request.settlementId);
  if (version < CERTIFICATE_ORDER_FORM) return false;
  await issueRequested(ctx, request, await orderedPaperOf(ctx, request), { order: signatory });
  return true;
}

/**
 * Issues what the creditor's rule lets be issued without him; what he could not do by hand it does not do for him either.
 * @returns whether it was issued
 */
export async function issueByRule(ctx: Issuing, request: LockedRequest): Promise<boolean> {
  if (request.status !== 'waiting' || !request.isVerified || !isReady(request)) return false;
  const rule = await ruleOf({ db: ctx.db, day: moscowDay(ctx.now) }, request.legalEntityId);
  if (!rule) return false;
  await issueRequested(ctx, request, await paperOf(ctx, request), { rule });
  return true;
}

/** A certificate is about an agreement that is closed; until then money may still go back. */
export const isReady = ({ kind, settlementStatus }: { kind: string; settlementStatus: string }): boolean =>
  kind === 'statement' || settlementStatus === 'closed';

/** The certificate of an agreement that has just been closed: issued, or both sides know until when it is signed. */
export async function closeWithCertificate(ctx: Issuing, { settlementId }: { settlementId: number }): Promise<void> {
  const { id } = await ctx.db
    .selectFrom('certificateRequests')
    .select('id')
    .where('settlementId', '=', settlementId)
    .where('kind', '=', 'certificate')
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow();
  await issueOrAsk(ctx, id);
}

/** Issues by the rule at once, else the creditor is told that the paper waits for his signature, the debtor until when. */
export async function issueOrAsk(ctx: Issuing, requestId: number): Promise<void> {
  const request = await lockRequest(ctx.db, requestId);
  if (await issueByRule(ctx, request)) return;
  await askHeads(ctx, request, {
    title: `${request.settlement}. ${CERTIFICATE_KINDS[request.kind]} ждёт вашей подписи`,
    detail: `Срок: ${formatDay(toDay(request.dueOn))} включительно`,
  });
  await notify(ctx.db, accountsOf(await debtorAccount(ctx.db, request)), {
    event: 'certificate',
    title: `${request.settlement}. ${CERTIFICATE_KINDS[request.kind]}: кредитор подпишет по ${formatDay(toDay(request.dueOn))}`,
    link: linkTo(request),
  });
}

async function notifyOfIssued(ctx: Issuing, request: LockedRequest, documentId: number): Promise<void> {
  const { number, verifyCode } = await ctx.db
    .selectFrom('issuedDocuments')
    .select(['number', 'verifyCode'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow();
  const paper = CERTIFICATE_KINDS[request.kind];
  const recipients = [
    ...(await debtorAccount(ctx.db, request)),
    ...(await employeesWith(ctx.db, request.legalEntityId, certificates.sign)),
  ];
  const link = linkTo(request);
  await notify(ctx.db, accountsOf(recipients), {
    event: 'certificate',
    title: `${request.settlement}. ${paper} выдана`,
    link,
  });
  for (const { email } of recipients) {
    await queueLetter(ctx, certificateLetters.certificateIssued, email, {
      paper,
      number,
      settlement: request.settlement,
      code: formatVerifyCode(verifyCode),
      link: ctx.app.config.publicUrl + link,
    });
  }
}

/** Those who may sign the paper are asked for it; of all that they are reminded of they read the last alone. */
export async function askHeads(
  ctx: Pick<Issuing, 'db'>,
  request: LockedRequest,
  notification: { title: string; detail: string },
): Promise<Recipient[]> {
  const heads = await employeesWith(ctx.db, request.legalEntityId, certificates.sign);
  await settleNotifications(ctx.db, aboutOf(request), 'certificate.due');
  await notify(ctx.db, accountsOf(heads), {
    event: 'certificate',
    ...notification,
    link: linkTo(request),
    about: aboutOf(request),
    topic: 'certificate.due',
  });
  return heads;
}

/** What is asked about a paper is settled once it is issued, or owed no longer. */
export const aboutOf = ({ id }: LockedRequest) => ({ table: 'certificateRequests' as const, id });

export const linkTo = ({ settlementId }: LockedRequest): PageAddress =>
  pagePath('/settlement-{$id}', { id: settlementId });
export const accountsOf = (recipients: readonly Recipient[]): number[] => recipients.map(({ accountId }) => accountId);
