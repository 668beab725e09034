import { isWrite } from '#contract/kernel/op.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';

/**
 * Keeps that somebody has opened a text that he may sign, and when first: the protocol of its signing tells it (docs/decisions/0144). What a page
 * asks for the fingerprint alone opens nothing.
 */
export async function noteOpened({ app, db, actor, now, operation }: Ctx, settlementId: number, sha256: string) {
  if (!actor) return;
  const row = { settlementId, accountId: actor.accountId, sha256, readAt: now };
  const note = (tx: Db) =>
    tx
      .insertInto('textReadings')
      .values(row)
      .onConflict((of) => of.columns(['accountId', 'settlementId', 'sha256']).doNothing())
      .execute();
  if (isWrite(operation)) await note(db);
  else await inSystemTransaction(app.database.db, 'settlements.reading', note);
}
