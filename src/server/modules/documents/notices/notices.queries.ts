import { sql } from 'kysely';
import type { RestorationNoticeFacts } from '#domain/documents/notice-facts.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db } from '#server/platform/database/db.ts';
import { factsContext } from '../make.ts';

/** Who has decided for the creditor: in words, and by what right; null where that is not known. */
export interface Decided {
  decidedBy: string;
  signatory: Signatory | null;
}

/** A notice of a coming breach, and whether it has come. */
export interface BreachNotice {
  documentId: number;
  number: string;
  issuedOn: Day;
  deliveredOn: Day | null;
  /** The day on which its debtor has opened it himself. */
  readOn: Day | null;
  decisionAskedAt: Date | null;
}

/** The last notices of a breach of these settlements, each by the due day of the payment that it demands; null where there is none. */
export async function lastBreachNotices(
  db: Db,
  settlementIds: readonly number[],
): Promise<(settlementId: number, aboutDue: Day) => BreachNotice | null> {
  const rows = await db
    .selectFrom('notices as n')
    .innerJoin('issuedDocuments as d', 'd.id', 'n.documentId')
    .select(['n.settlementId', 'n.aboutDue', 'n.documentId', 'n.deliveredAt', 'n.readAt', 'n.decisionAskedAt'])
    .select(['d.number', 'd.issuedAt'])
    .where('n.settlementId', '=', anyOf(settlementIds))
    .where('n.aboutDue', 'is not', null)
    .where('d.status', '=', 'issued')
    .orderBy('n.id')
    .execute();
  const keyOf = (settlementId: number | null, aboutDue: string | null): string => `${settlementId} ${aboutDue}`;
  // Of several about one payment the last one stays.
  const last = new Map(rows.map((row) => [keyOf(row.settlementId, row.aboutDue), row]));
  return (settlementId, aboutDue) => {
    const row = last.get(keyOf(settlementId, aboutDue));
    return row === undefined ? null : noticeOf(row);
  };
}

const noticeOf = ({
  documentId,
  number,
  decisionAskedAt,
  issuedAt,
  deliveredAt,
  readAt,
}: Pick<BreachNotice, 'documentId' | 'number' | 'decisionAskedAt'> & {
  issuedAt: Date;
  deliveredAt: Date | null;
  readAt: Date | null;
}): BreachNotice => ({
  documentId,
  number,
  decisionAskedAt,
  issuedOn: moscowDay(issuedAt),
  deliveredOn: deliveredAt && moscowDay(deliveredAt),
  readOn: readAt && moscowDay(readAt),
});

/** The facts of the issued restoration notice, and the day of its delivery; null where none was issued. */
export async function issuedRestoration(
  { app, db }: Pick<Ctx, 'app' | 'db'>,
  settlementId: number,
): Promise<{ facts: RestorationNoticeFacts; deliveredOn: Day | null } | null> {
  const row = await db
    .selectFrom('issuedDocuments as d')
    .innerJoin('notices as n', 'n.documentId', 'd.id')
    .select(['d.factsSealed', 'n.deliveredAt'])
    .where('d.settlementId', '=', settlementId)
    .where('d.kind', '=', 'restoration_notice')
    .where('d.status', '=', 'issued')
    .orderBy('d.id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const facts = app.secrets.open<RestorationNoticeFacts>(factsContext, row.factsSealed);
  return { facts, deliveredOn: row.deliveredAt && moscowDay(row.deliveredAt) };
}

/** Whether notices of the last agreement of a settlement may be given by e-mail: its text names it (ГК РФ, ст. 165.1). */
export async function namesEmail(db: Db, settlementId: number): Promise<boolean> {
  const row = await db
    .selectFrom('agreements')
    .select('namesEmail')
    .where('settlementId', '=', settlementId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.namesEmail ?? false;
}

/** The mark of the account in the last notice of changed requisites; null where none was issued. */
export async function noticedAccount(db: Db, settlementId: number): Promise<string | null> {
  const row = await db
    .selectFrom('notices as n')
    .innerJoin('issuedDocuments as d', 'd.id', 'n.documentId')
    .select('n.accountMark')
    .where('n.settlementId', '=', settlementId)
    .where('d.kind', '=', 'requisites_notice')
    .where('d.status', '=', 'issued')
    .orderBy('n.id', 'desc')
    .executeTakeFirst();
  return row?.accountMark ?? null;
}

/** Who has signed the last agreement of a settlement for the creditor; null where that was not kept yet. */
export async function agreementSignatory(db: Db, settlementId: number): Promise<Signatory | null> {
  const row = await db
    .selectFrom('agreements as g')
    .innerJoin('signatures as s', 's.offerId', 'g.offerId')
    .select('s.signatory')
    .where('g.settlementId', '=', settlementId)
    .where('s.side', '=', 'creditor')
    .orderBy('g.id', 'desc')
    .executeTakeFirst();
  return row?.signatory ?? null;
}

/** What is under a paper that the platform issues by an order of the agreement: who has given the order, by what right. */
export async function decidedByOrder(db: Db, settlementId: number, words: string): Promise<Decided> {
  const signatory = await agreementSignatory(db, settlementId);
  const decidedBy = signatory === null ? words : `${words}. За Кредитора Соглашение подписано:`;
  return { decidedBy, signatory };
}

/** Notices whose letters are under way or have ended since somebody last looked; each part has an index of its own. */
export async function noticesUnderWay(db: Db): Promise<number[]> {
  const letters = sql`notices n join entry_notices c on c.id = n.contact_id left join letters l on l.id = c.letter_id`;
  const { rows } = await sql<{ id: number }>`
    (select n.id from ${letters}
      where c.status = 'sent' and n.settlement_id is not null and (n.sent_at is null or (n.delivered_at is null and n.returned_at is null
        and (l.status = 'failed' or (l.status = 'sent' and ${emailNamed})))) order by n.id limit 500)
    union all
    (select n.id from ${letters}
      where c.status = 'sent' and n.settlement_id is null and n.sent_at is null and ${letterEnded} order by n.id limit 500)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The letter `l` is not under way any more. */
const letterEnded = sql<boolean>`(l.id is null or l.status in ('sent', 'failed', 'unknown'))`;

/** Whether the agreement of the notice `n` names e-mail: only then a letter alone delivers it. */
export const emailNamed = sql<boolean>`(select g.names_email from agreements g join issued_documents d on d.agreement_id = g.id
  where d.id = n.document_id)`;
