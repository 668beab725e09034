import { PartnerSilent } from '#server/partners/errors.ts';
import type { App } from '#server/platform/app.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Statement } from '#server/platform/ports/payments.ts';
import { askPayout } from './payout-jobs.ts';

/** About so many payouts he is asked at most. */
const most = 100;

/**
 * Money of a payout that has come back is known by a key of the partner, which he tells when he is asked: where a statement has a line that
 * nobody has told of, he is asked about the payouts that have gone, those of that very sum first. Until he has told it is a difference.
 */
export async function askOfReturns(app: App, { rows }: Statement): Promise<void> {
  const { db } = app.database;
  const back = rows.filter(({ kind, amount }) => kind === 'payout' && amount > 0);
  const keys = back.flatMap(({ key }) => key ?? []);
  const sums = back.map(({ amount }) => amount);
  if (await areKnown(db, keys)) return;
  const gone = await db
    .selectFrom('payouts')
    .select('id')
    .where((eb) => eb.or([eb('status', '=', 'succeeded'), eb('expensedOn', 'is not', null)]))
    .where('amount', '>=', Math.min(...sums))
    .orderBy((eb) => eb('amount', 'in', sums), 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  for (const { id } of gone) {
    await askPayout(app, { payoutId: id }).catch((error: unknown) => {
      if (!(error instanceof PartnerSilent)) throw error;
    });
    if (await areKnown(db, keys)) return;
  }
}

async function areKnown(db: Db, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return true;
  const known = await db.selectFrom('payoutReturns').select('partnerKey').where('partnerKey', 'in', keys).execute();
  return known.length === new Set(keys).size;
}
