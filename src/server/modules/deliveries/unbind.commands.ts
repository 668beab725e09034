import type { Tx } from '#server/platform/database/db.ts';

/** No browser and no messenger tells of the account any more: whoever bound them may not have been its owner. */
export async function unbindAll(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('pushSubscriptions').where('accountId', '=', accountId).execute();
  await tx.deleteFrom('messengerLinks').where('accountId', '=', accountId).execute();
}
