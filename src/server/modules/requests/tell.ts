import { requests } from '#contract/settlements/requests.ts';
import { type News, tell } from '#server/modules/notifications/notifications.acts.ts';
import type { Tx } from '#server/platform/database/db.ts';

interface Case {
  id: number;
  individualId: number;
  legalEntityId: number | null;
}

const linkOf = ({ id, individualId }: Case): string => `/request-${individualId}-${id}`;

/** Tells the debtor of his request. */
export async function tellDebtor(tx: Tx, of: Case, news: Omit<News, 'link'>): Promise<void> {
  const rows = await tx.selectFrom('individuals').select('accountId').where('id', '=', of.individualId).execute();
  const accounts = rows.flatMap(({ accountId }) => accountId ?? []);
  await tell(tx, accounts, { ...news, link: linkOf(of) });
}

/** Tells those of the creditor who may answer the request. */
export async function tellCreditor(tx: Tx, of: Case, news: Omit<News, 'link'>): Promise<void> {
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('employees as e', 'e.id', 'm.employeeId')
    .innerJoin('rolePermissions as rp', 'rp.roleId', 'm.roleId')
    .innerJoin('permissions as p', 'p.id', 'rp.permissionId')
    .select('e.accountId')
    .where('m.legalEntityId', '=', of.legalEntityId)
    .where('m.active', '=', true)
    .where('p.code', '=', requests.decline.code)
    .execute();
  await tell(
    tx,
    rows.flatMap(({ accountId }) => accountId ?? []),
    { ...news, link: linkOf(of) },
  );
}
