import type { Writing } from '#server/platform/ctx.ts';

/** Two operators have agreed to pay there. Of details that were changed meanwhile that says nothing. */
export async function trustDetails(
  { db, now }: Writing,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await db
    .updateTable('paymentDetails')
    .set({ trustedAt: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}
