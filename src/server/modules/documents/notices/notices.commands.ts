import { sql } from 'kysely';
import type { DocumentTemplate } from '#domain/documents/document-template.ts';
import type { NoticeFacts } from '#domain/documents/notice-facts.ts';
import type { LetterSubject } from '#domain/parties/debtor-letter.ts';
import type { Day } from '#domain/values/days.ts';
import { fullName } from '#domain/values/person-name.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { planSettlementLetter } from '#server/modules/registries/invitations/debtor-letters.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type Publisher, publish } from '#server/platform/events.ts';
import { noticeReturned } from '../documents.events.ts';
import { type Issuing, issue } from '../issue.ts';
import { enqueueMaking } from '../make.ts';
import { companyFacts, concludedSettlement } from '../sides.ts';
import { type Decided, emailNamed, namesEmail } from './notices.queries.ts';

export type { Issuing };

/** One notice: its form, and what it says beside the sides. */
interface NewNotice {
  template: DocumentTemplate;
  facts: object;
  /** Of a breach: the due day of the oldest payment that it demands. */
  aboutDue?: Day;
  /** Of changed requisites: the mark of the account that it names. */
  accountMark?: string;
}

/**
 * Issues notices of one event: each is a document of its own, one letter brings them, and all are in the debtor's cabinet from now
 * on (docs/decisions/0098).
 * @returns why their letter cannot go out now; null when it can
 */
export async function issueNotices(
  ctx: Issuing,
  settlementId: number,
  about: Exclude<LetterSubject, 'claim'>,
  { decidedBy, signatory, notices }: Decided & { notices: readonly NewNotice[] },
): Promise<string | null> {
  const { row, subject, facts } = await concludedSettlement(ctx.db, settlementId);
  const debtorEmail = await debtorEmailOf(ctx.db, settlementId);
  const isEmailNamed = await namesEmail(ctx.db, settlementId);
  const contactId = await planSettlementLetter(ctx.db, settlementId, about, ctx.now, { isAgreed: isEmailNamed });
  for (const { template, facts: own, aboutDue, accountMark } of notices) {
    const number = await nextNumber(ctx.db, settlementId, row.number);
    const common: NoticeFacts = {
      ...facts,
      number,
      issuedAt: ctx.now,
      creditor: companyFacts(row),
      debtor: { fullName: fullName(row), email: debtorEmail ?? 'не указана' },
      decidedBy,
      signatory,
    };
    const documentId = await issue(ctx, { ...subject, settlementId, number }, template, { ...common, ...own });
    await ctx.db
      .insertInto('notices')
      .values({ documentId, settlementId, contactId, aboutDue: aboutDue ?? null, accountMark: accountMark ?? null })
      .execute();
  }
  await enqueueMaking(ctx.app, ctx.db, subject.agreementId);
  return obstacleOf(ctx.db, contactId);
}

/** Why a planned letter has no way to its debtor: what the law has put off to its hours has one. */
async function obstacleOf(tx: Tx, contactId: number): Promise<string | null> {
  const { reason } = await tx
    .selectFrom('entryNotices')
    .select('reason')
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow();
  return reason === 'no_channel' || reason === 'no_consent' ? reason : null;
}

/** «И-2026-000012/2»: the agreement's number with a letter of its own, and which of its notices it is. */
async function nextNumber(tx: Tx, settlementId: number, number: string): Promise<string> {
  const { count } = await tx
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('settlementId', '=', settlementId)
    .executeTakeFirstOrThrow();
  return `${number.replace(/^У/, 'И')}/${count + 1}`;
}

async function debtorEmailOf(tx: Tx, settlementId: number): Promise<string | null> {
  const { email } = await tx
    .selectFrom('settlements as s')
    .innerJoin('individuals as i', 'i.id', 's.individualId')
    .leftJoin('accounts as a', 'a.id', 'i.accountId')
    .select('a.email')
    .where('s.id', '=', settlementId)
    .executeTakeFirstOrThrow();
  return email;
}

/** Writes down what the mail server has told of the letter of a notice. */
export async function followLetter(publisher: Publisher, id: number): Promise<void> {
  const { rows } = await sql<{ settlementId: number | null; number: string; isReturned: boolean }>`
    update notices n set sent_at = c.sent_at,
      delivered_at = coalesce(n.delivered_at, case when l.status = 'sent' and ${emailNamed} then l.sent_at end),
      returned_at = case when l.status = 'failed' then coalesce(l.sending_at, c.sent_at) end
    from entry_notices c left join letters l on l.id = c.letter_id
    where n.id = ${id} and c.id = n.contact_id and c.status = 'sent'
    returning n.settlement_id, n.returned_at is not null as is_returned,
      (select number from issued_documents d where d.id = n.document_id) as number`.execute(publisher.db);
  for (const { settlementId, number, isReturned } of rows) {
    // Of a claim its page says so: no term runs from its notice.
    if (isReturned && settlementId !== null) await publish(publisher, noticeReturned, { settlementId, number });
  }
}

/** What notices of a breach have demanded is not due any more: the schedule is another one. */
export async function revokeBreachNotices(tx: Tx, settlementId: number): Promise<void> {
  await revokeNotices(tx, settlementId, 'breach_notice');
  await settleNotifications(tx, { table: 'settlements', id: settlementId }, 'settlement.breach');
}

/** Notices of a kind that say what is not so any more. */
export async function revokeNotices(
  tx: Tx,
  settlementId: number,
  kind: 'breach_notice' | 'requisites_notice' | 'restoration_notice',
): Promise<void> {
  await tx
    .updateTable('issuedDocuments')
    .set({ status: 'revoked' })
    .where('settlementId', '=', settlementId)
    .where('kind', '=', kind)
    .where('status', '=', 'issued')
    .execute();
}

/** The debtor has opened a notice: it has come to him, and he has read it. Papers that are no notices are left alone. */
export async function markRead(tx: Tx, documentId: number, now: Date): Promise<void> {
  await tx
    .updateTable('notices')
    .set({ readAt: now, deliveredAt: sql<Date>`coalesce(delivered_at, ${now})` })
    .where('documentId', '=', documentId)
    .where('readAt', 'is', null)
    .execute();
}
