import { sql } from 'kysely';
import { certificates } from '#contract/documents/certificates.ts';
import { CERTIFICATE_ORDER_FORM } from '#domain/documents/agreement-template.ts';
import { CERTIFICATE_KINDS } from '#domain/settlements/certificate-request.ts';
import { formatDay, moscowDay, toDay } from '#domain/values/days.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { cancelOwed } from '#server/modules/settlements/owed.commands.ts';
import type { App } from '#server/platform/app.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import {
  aboutOf,
  accountsOf,
  askHeads,
  debtorAccount,
  issueByOrder,
  issueByRule,
  type LockedRequest,
  linkTo,
  lockRequest,
} from './issue.commands.ts';
import { certificateLetters } from './letters.ts';
import { isOwedNoMore } from './papers.queries.ts';
import { ruleOf } from './rule.commands.ts';

/** One round takes care of so many certificates at most; the next one comes soon. */
const batch = 200;

/**
 * The certificates for which there is something to do: a rule that was signed meanwhile issues them, the creditor is to be
 * reminded, or the term has passed and nobody has been told of it.
 */
export async function dueCertificates(db: Db, now: Date): Promise<number[]> {
  const today = moscowDay(now);
  const byRule = await companiesByRule(db, now);
  const { rows } = await sql<{ id: number }>`
    select r.id from certificate_requests r join settlements s on s.id = r.settlement_id
    where r.status = 'waiting' and (
      (r.remind_on <= ${today} and r.reminded_at is null) or (r.due_on < ${today} and r.missed_at is null)
      or (r.kind = 'certificate' and s.status = 'closed' and r.due_on <= ${today} and exists (select from issued_documents d
        where d.settlement_id = r.settlement_id and d.kind = 'agreement' and d.status = 'issued'
          and d.template_version >= ${CERTIFICATE_ORDER_FORM}))
      or ((r.kind = 'statement' or s.status = 'closed') and r.legal_entity_id = any(${byRule})))
    order by r.due_on, r.id limit ${batch}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The companies whose rule issues what waits for them. A rule whose signer has lost the right issues nothing, so that its requests, which stay
 * as they are, would take the places of others in every round.
 */
async function companiesByRule(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select k.legal_entity_id as id from certificate_rules k join legal_entities le on le.id = k.legal_entity_id
    where k.revoked_at is null and le.verification_status = 'verified' and exists (select from certificate_requests r
      where r.legal_entity_id = k.legal_entity_id and r.status = 'waiting')
    order by 1`.execute(db);
  const found: number[] = [];
  for (const { id } of rows) if (await ruleOf({ db, day: moscowDay(now) }, id)) found.push(id);
  return found;
}

/** Does to one certificate what its time has come for (docs/decisions/0100). */
export async function runCertificateDeadlines(app: App, tx: Tx, id: number, now: Date): Promise<void> {
  const ctx = { app, db: tx, now };
  const request = await lockRequest(tx, id);
  if (request.status !== 'waiting') return;
  if (request.kind === 'statement' && (await isOwedNoMore(tx, request.settlementId))) {
    return cancelOwed(tx, request.settlementId, 'statement');
  }
  if ((await issueByRule(ctx, request)) || (await issueByOrder(ctx, request))) return;
  const today = moscowDay(now);
  if (request.dueOn < today) return request.missedAt === null ? notifyOfMissed(ctx, request) : undefined;
  if (request.remindedAt === null && request.remindOn <= today) await remind(ctx, request);
}

interface Telling {
  app: App;
  db: Tx;
  now: Date;
}

async function remind(ctx: Telling, request: LockedRequest): Promise<void> {
  await ctx.db.updateTable('certificateRequests').set({ remindedAt: ctx.now }).where('id', '=', request.id).execute();
  const [paper, dueOn] = [CERTIFICATE_KINDS[request.kind], formatDay(toDay(request.dueOn))];
  const heads = await askHeads(ctx, request, {
    title: `${request.settlement}. Подпишите: ${paper.toLowerCase()}`,
    detail: `Срок: ${dueOn} включительно`,
  });
  for (const { email } of heads) {
    await queueLetter(ctx, certificateLetters.certificateDue, email, letterOf(ctx, request, paper, dueOn));
  }
}

/** The term has passed: the creditor, the debtor and the operators are told so as it is. */
async function notifyOfMissed(ctx: Telling, request: LockedRequest): Promise<void> {
  const { missedAt, remindedAt } = { missedAt: ctx.now, remindedAt: request.remindedAt ?? ctx.now };
  await ctx.db.updateTable('certificateRequests').set({ missedAt, remindedAt }).where('id', '=', request.id).execute();
  const [paper, dueOn] = [CERTIFICATE_KINDS[request.kind], formatDay(toDay(request.dueOn))];
  const heads = await askHeads(ctx, request, {
    title: `${request.settlement}. Срок прошёл: ${paper.toLowerCase()} не подписана`,
    detail: `Срок был ${dueOn}. Заёмщик и операторы площадки знают об этом`,
  });
  const debtor = await debtorAccount(ctx.db, request);
  const link = linkTo(request);
  await notify(ctx.db, accountsOf(debtor), {
    event: 'certificate',
    title: `${request.settlement}. Кредитор не выдал справку в срок`,
    detail: `Срок был ${dueOn}. Мы сообщили кредитору и операторам площадки; когда он подпишет справку, она появится здесь`,
    link,
    about: aboutOf(request),
    topic: 'certificate.due',
  });
  await notify(ctx.db, await operatorsWith(ctx.db, certificates.list), {
    event: 'certificate',
    title: `${request.settlement}. Кредитор не выдал справку в срок`,
    detail: `${paper}, срок был ${dueOn}`,
    link,
    about: aboutOf(request),
    topic: 'certificate.due',
  });
  for (const { email } of heads) {
    await queueLetter(ctx, certificateLetters.certificateDue, email, letterOf(ctx, request, paper, dueOn));
  }
  for (const { email } of debtor) {
    await queueLetter(ctx, certificateLetters.certificateMissed, email, letterOf(ctx, request, paper, dueOn));
  }
}

const letterOf = ({ app }: Telling, request: LockedRequest, paper: string, dueOn: string) => ({
  paper,
  settlement: request.settlement,
  dueOn,
  link: app.config.publicUrl + linkTo(request),
});
