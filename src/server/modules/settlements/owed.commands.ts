import { type CertificateKind, certificateDue, certificateReminder } from '#domain/settlements/certificate-request.ts';
import type { Day } from '#domain/values/days.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Tx } from '#server/platform/database/db.ts';

interface Owed {
  settlementId: number;
  individualId: number;
  legalEntityId: number;
  kind: CertificateKind;
  /** The day from which the working days count. */
  since: Day;
  debtOn?: Day;
  askedBy?: number;
}

/** Writes down that a certificate is owed, and until when (docs/decisions/0100). @returns its id */
export async function oweCertificate(tx: Tx, { since, ...owed }: Owed): Promise<number> {
  const calendar = await calendarIn(tx);
  const { id } = await tx
    .insertInto('certificateRequests')
    .values({
      ...owed,
      since,
      dueOn: certificateDue(since, calendar),
      remindOn: certificateReminder(since, calendar),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What was owed for a debt that is open again, or for an agreement that is no more, is owed no longer. */
export async function cancelOwed(tx: Tx, settlementId: number, kind?: CertificateKind): Promise<void> {
  let owed = tx
    .updateTable('certificateRequests')
    .set({ status: 'cancelled' })
    .where('settlementId', '=', settlementId)
    .where('status', '=', 'waiting');
  if (kind) owed = owed.where('kind', '=', kind);
  for (const { id } of await owed.returning('id').execute()) {
    await settleNotifications(tx, { table: 'certificateRequests', id }, 'certificate.due');
  }
}
