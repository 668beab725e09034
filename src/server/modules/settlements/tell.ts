import type { Permitted } from '#contract/kernel/op.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import type { Side } from '#domain/values/machine.ts';
import { type News, tell } from '#server/modules/notifications/notifications.acts.ts';
import type { Tx } from '#server/platform/database/db.ts';

interface Deal {
  id: number;
  individualId: number;
  legalEntityId: number;
}

/** Tells one side of a settlement: the debtor, or those of the creditor who may accept terms. */
export async function tellParty(tx: Tx, deal: Deal, side: Side, news: Omit<News, 'link'>): Promise<void> {
  const acceptors = settlements.acceptByCreditor;
  const accounts = side === 'individual' ? await debtorOf(tx, deal) : await employeesWith(tx, deal, acceptors);
  await tell(tx, accounts, { ...news, link: `/settlement-${deal.id}` });
}

async function debtorOf(tx: Tx, { individualId }: Deal): Promise<number[]> {
  const rows = await tx.selectFrom('individuals').select('accountId').where('id', '=', individualId).execute();
  return rows.flatMap(({ accountId }) => accountId ?? []);
}

/** Tells those of the creditor who decide what his managers ask. */
export async function tellHeads(tx: Tx, deal: Deal, news: Omit<News, 'link'>): Promise<void> {
  const accounts = await employeesWith(tx, deal, settlements.decideAsked);
  await tell(tx, accounts, { ...news, link: `/settlement-${deal.id}` });
}

async function employeesWith(tx: Tx, { legalEntityId }: Deal, permitted: Permitted): Promise<number[]> {
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('employees as e', 'e.id', 'm.employeeId')
    .innerJoin('rolePermissions as rp', 'rp.roleId', 'm.roleId')
    .innerJoin('permissions as p', 'p.id', 'rp.permissionId')
    .select('e.accountId')
    .where('m.legalEntityId', '=', legalEntityId)
    .where('m.active', '=', true)
    .where('p.code', '=', permitted.code)
    .execute();
  return rows.flatMap(({ accountId }) => accountId ?? []);
}
