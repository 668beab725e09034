import { outsideChannels } from '#domain/settings/notification-event.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { dueFor, isWanted, recipientsOf } from './recipients.queries.ts';

/** What has been told in the cabinet. */
interface NewNotification {
  id: number;
  accountId: number;
  event: string | null;
}

/** One statement holds so many rows at most, by the parameters that it may have. */
const portion = 5_000;

/**
 * Plans what goes beside the cabinet, in the transaction that tells: for each channel that the person has and wants, at once or when
 * his quiet hours and his digest let it. Who is blocked, or has no such address, is told in the cabinet alone. All of that is asked
 * once more when the moment comes, and the law of contact of what tells a debtor of his debts.
 * @param legalEntityId the creditor of whose debts debtors are told
 */
export async function planDeliveries(
  tx: Tx,
  told: readonly NewNotification[],
  legalEntityId: number | null,
): Promise<void> {
  const found = await recipientsOf(
    tx,
    told.map(({ accountId }) => accountId),
    told.map(({ event }) => event),
  );
  const recipients = new Map(found.map((one) => [one.id, one]));
  const now = new Date();
  const rows = told.flatMap(({ id, accountId, event }) => {
    const recipient = recipients.get(accountId);
    if (!recipient || event === null) return [];
    return outsideChannels
      .filter((channel) => recipient[channel] && isWanted(recipient, event, channel))
      .map((channel) => ({
        accountId,
        notificationId: id,
        event,
        channel,
        legalEntityId: recipient.kind === 'individual' ? legalEntityId : null,
        dueAt: dueFor(recipient, event, now, channel === 'letter'),
      }));
  });
  for (let from = 0; from < rows.length; from += portion) {
    await tx
      .insertInto('deliveries')
      .values(rows.slice(from, from + portion))
      .execute();
  }
}
