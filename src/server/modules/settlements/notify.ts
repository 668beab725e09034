import type { Permitted } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import type { Side } from '#domain/values/machine.ts';
import { type Notification, notify, notifyEach } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Tx } from '#server/platform/database/db.ts';

interface Settlement {
  id: number;
  individualId: number;
  legalEntityId: number;
}

/** What a side of a settlement is told; the link to it comes by itself. */
type SideNotification = Omit<Notification, 'link'>;

/** Tells each side of a settlement its own: the debtor, and those of the creditor who may accept terms. */
export async function notifyEachParty(
  tx: Tx,
  settlement: Settlement,
  told: { readonly [S in Side]?: SideNotification },
): Promise<void> {
  const creditorId = settlement.legalEntityId;
  const link = pagePath('/settlement-{$id}', { id: settlement.id });
  const all: (Notification & { accountId: number })[] = [];
  for (const [side, notification] of Object.entries(told)) {
    const accounts = await accountsOf(tx, settlement, side as Side);
    all.push(...accounts.map((accountId) => ({ ...notification, accountId, creditorId, link })));
  }
  await notifyEach(tx, all);
}

/** Tells one side of a settlement. */
export const notifyParty = (
  tx: Tx,
  settlement: Settlement,
  side: Side,
  notification: SideNotification,
): Promise<void> => notifyEachParty(tx, settlement, { [side]: notification });

const accountsOf = (tx: Tx, settlement: Settlement, side: Side): Promise<number[]> =>
  side === 'individual' ? debtorOf(tx, settlement) : workersWith(tx, settlement, settlements.acceptByCreditor);

/** Tells the debtors of several settlements, each something of its own. */
export async function notifyDebtors(
  tx: Tx,
  told: readonly (Omit<Notification, 'link'> & { settlement: Settlement })[],
): Promise<void> {
  if (told.length === 0) return;
  const people = await tx
    .selectFrom('individuals')
    .select(['id', 'accountId'])
    .where('id', '=', anyOf(told.map(({ settlement }) => settlement.individualId)))
    .execute();
  const accounts = new Map(people.map(({ id, accountId }) => [id, accountId]));
  const notifications = told.flatMap(({ settlement, ...notification }) => {
    const accountId = accounts.get(settlement.individualId) ?? null;
    const link = pagePath('/settlement-{$id}', { id: settlement.id });
    return accountId === null ? [] : [{ ...notification, accountId, creditorId: settlement.legalEntityId, link }];
  });
  await notifyEach(tx, notifications);
}

async function debtorOf(tx: Tx, { individualId }: Settlement): Promise<number[]> {
  const rows = await tx.selectFrom('individuals').select('accountId').where('id', '=', individualId).execute();
  return rows.flatMap(({ accountId }) => accountId ?? []);
}

/** Tells those of the creditor who decide what his managers ask. */
export async function notifyHeads(
  tx: Tx,
  settlement: Settlement,
  notification: Omit<Notification, 'link'>,
): Promise<void> {
  const accounts = await workersWith(tx, settlement, settlements.decideAsked);
  await notify(tx, accounts, { ...notification, link: pagePath('/settlement-{$id}', { id: settlement.id }) });
}

const workersWith = async (tx: Tx, { legalEntityId }: Settlement, permitted: Permitted): Promise<number[]> =>
  (await employeesWith(tx, legalEntityId, permitted)).map(({ accountId }) => accountId);
