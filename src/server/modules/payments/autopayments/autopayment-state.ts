import { type AutopaymentChannel, type AutopaymentStatus, autopaymentMachine } from '#domain/money/autopayment.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { stateful } from '#server/platform/state/transition.ts';

/** An autopayment, as it is moved. */
export const autopaymentState = stateful(autopaymentMachine, { table: 'autopayments', column: 'status' });

/** Adds the job that binds with the partner, asks him about it, or takes it back; while one waits there is no second. */
export const enqueueBinding = (app: App, db: Db | Tx, autopaymentId: number): Promise<void> =>
  app.jobs.add(db, 'ask-autopayment', { autopaymentId }, { key: `autopayment:${autopaymentId}`, maxAttempts: 25 });

/** An autopayment whose row is locked; its settlement is locked before it, by everybody. */
export async function lockAutopayment(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('autopayments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, status: row.status as AutopaymentStatus, channel: row.channel as AutopaymentChannel };
}

/** The newest autopayment of a settlement, whatever has become of it. */
export const newestAutopayment = (db: Db | Tx, settlementId: number) =>
  db
    .selectFrom('autopayments')
    .selectAll()
    .where('settlementId', '=', settlementId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
