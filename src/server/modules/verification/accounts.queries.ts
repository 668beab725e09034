import type { Tx } from '#server/platform/database/db.ts';
import type { Subject } from '#server/platform/state/transition.ts';

/** The accounts that act for the object, in the order of their numbers, in which all are held: the person himself, or everybody of the company. */
export async function actingAccounts(tx: Tx, { table, id }: Subject): Promise<number[]> {
  const rows =
    table === 'individuals'
      ? await tx.selectFrom('individuals').select('accountId').where('id', '=', id).execute()
      : await tx
          .selectFrom('memberships')
          .innerJoin('employees', 'employees.id', 'memberships.employeeId')
          .select('employees.accountId')
          .where('memberships.legalEntityId', '=', id)
          .where('memberships.active', '=', true)
          .orderBy('employees.accountId')
          .execute();
  return rows.map((row) => row.accountId).filter((accountId) => accountId !== null);
}
