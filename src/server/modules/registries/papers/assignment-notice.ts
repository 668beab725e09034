import type { IssuedDocumentStatus } from '#domain/documents/issued-document.ts';
import { formatVerifyCode } from '#domain/parties/verify-code.ts';
import type { Db } from '#server/platform/database/db.ts';

/** The last notice to a debtor that his claim was acquired, and its delivery; null where there is none. */
export async function assignmentNoticeOf(db: Db, registryEntryId: number) {
  const row = await db
    .selectFrom('issuedDocuments as d')
    .innerJoin('notices as n', 'n.documentId', 'd.id')
    .innerJoin('registryEntries as e', (join) =>
      join.onRef('e.id', '=', 'd.registryEntryId').onRef('e.individualId', '=', 'd.individualId'),
    )
    .select(['d.number', 'd.status', 'd.verifyCode', 'd.issuedAt'])
    .select(['n.sentAt', 'n.deliveredAt', 'n.returnedAt', 'n.readAt'])
    .where('d.registryEntryId', '=', registryEntryId)
    .orderBy('d.id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, status: row.status as IssuedDocumentStatus, verifyCode: formatVerifyCode(row.verifyCode) };
}
