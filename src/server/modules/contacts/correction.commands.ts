import type { Writing } from '#server/platform/ctx.ts';

/**
 * A call or a meeting of which operators have found that its creditor has recorded it otherwise than it was, whenever that was: one that was told of
 * counts no more, one that was denied counts again.
 * @param stood as what it stood when its debtor complained; what its creditor has put right since stays so
 */
export async function correctContact(
  { db, now }: Pick<Writing, 'db' | 'now'>,
  id: number,
  stood: 'held' | 'failed',
): Promise<void> {
  const found =
    stood === 'held'
      ? { status: 'failed', failedWhy: 'Оператор установил по жалобе, что его не было' }
      : { status: 'held', failedBy: null, failedWhy: null };
  await db
    .updateTable('contactRecords')
    .set({ ...found, toldAt: now })
    .where('id', '=', id)
    .where('kind', '<>', 'message')
    .where('status', '=', stood)
    .execute();
}
