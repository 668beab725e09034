import type { Permitted } from '#contract/kernel/op.ts';
import { type Notification, notify } from '#server/modules/notifications/notifications.commands.ts';
import { actingAccounts } from '#server/modules/verification/accounts.queries.ts';
import { cardOf } from '#server/modules/verification/card.queries.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Subject } from '#server/platform/state/transition.ts';

/** The part of the card where the credit organisation is spoken with. */
export const rnkoTab = 'rnko';
export const companyOf = (id: number): Subject => ({ table: 'legalEntities', id });
export const subjectOf = ({
  individualId,
  legalEntityId,
}: {
  individualId: number | null;
  legalEntityId: number | null;
}) =>
  individualId === null ? companyOf(legalEntityId!) : ({ table: 'individuals', id: individualId } satisfies Subject);

/**
 * Tells the person himself, or those of the company who may read there what the news is about; the card opens where it is shown.
 * @param reads by what the people of a company read it
 */
export async function notifyOwners(
  tx: Tx,
  subject: Subject,
  reads: Permitted,
  notification: Notification,
): Promise<void> {
  const accountIds =
    subject.table === 'individuals'
      ? await actingAccounts(tx, subject)
      : (await employeesWith(tx, subject.id, reads)).map(({ accountId }) => accountId);
  await notify(tx, accountIds, { ...notification, link: cardOf(subject, rnkoTab) });
}
