import type { FeeRow } from '#domain/money/invoice-lines.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** So many rows go into the database by one statement. */
const portion = 1000;

/** Writes down which entries a paper covers. */
export async function coverRows(
  tx: Tx,
  rows: readonly FeeRow[],
  paper: { invoiceId: number } | { correctionId: number },
): Promise<void> {
  for (let from = 0; from < rows.length; from += portion) {
    const values = rows.slice(from, from + portion).map((row) => ({ ...row, ...paper }));
    await tx.insertInto('invoiceRows').values(values).execute();
  }
}
