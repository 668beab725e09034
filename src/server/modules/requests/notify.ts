import { type PageAddress, pagePath } from '#contract/kernel/page-path.ts';
import { requests } from '#contract/settlements/requests.ts';
import {
  type Notification,
  notify,
  settleNotifications,
} from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';

interface RequestRef {
  id: number;
  individualId: number;
  legalEntityId: number | null;
}

const linkOf = ({ id, individualId }: RequestRef): PageAddress =>
  pagePath('/request-{$key}', { key: [individualId, id] });

/** Tells the debtor of his request. */
export async function notifyDebtor(tx: Tx, of: RequestRef, notification: Omit<Notification, 'link'>): Promise<void> {
  const rows = await tx.selectFrom('individuals').select('accountId').where('id', '=', of.individualId).execute();
  const accounts = rows.flatMap(({ accountId }) => accountId ?? []);
  await notify(tx, accounts, { ...notification, creditorId: of.legalEntityId, link: linkOf(of) });
}

/** Tells those of the creditor who may answer the request. */
export async function notifyCreditor(tx: Tx, of: RequestRef, notification: Omit<Notification, 'link'>): Promise<void> {
  if (of.legalEntityId === null) return;
  const people = await employeesWith(tx, of.legalEntityId, requests.decline);
  await notify(
    tx,
    people.map(({ accountId }) => accountId),
    { ...notification, link: linkOf(of) },
  );
}

/**
 * The claim of a request has come, and its limitation may have run out: whether the request goes to the creditor its debtor decides, who
 * reads first what that does (docs/decisions/0092).
 */
export const askAboutLimitation = (tx: Tx, of: RequestRef & { number: string }): Promise<void> =>
  notifyDebtor(tx, of, {
    event: 'request.limitation',
    title: `Кредитор прислал долг по заявке ${of.number}`,
    detail: 'Срок исковой давности мог истечь. Прочитайте предупреждение и решите, передавать ли заявку',
    about: { table: 'requests', id: of.id },
    topic: 'request.limitation',
  });

/** Asks those of the creditor for an answer to the request; of all that he is reminded of he reads the last alone. */
export async function askForAnswer(tx: Tx, of: RequestRef, title: string): Promise<void> {
  const about = { table: 'requests' as const, id: of.id };
  await settleNotifications(tx, about, 'request.answer');
  await notifyCreditor(tx, of, { event: 'request.answer', title, about, topic: 'request.answer' });
}
