import { type AutopaymentStatus, autopaymentMachine } from '#domain/money/autopayment.ts';
import { type LockedSettlement, lockSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { stateful } from '#server/platform/state/transition.ts';

/** An autopayment, as it is moved. */
export const autopaymentState = stateful(autopaymentMachine, { table: 'autopayments', column: 'status' });

/** Those that have not ended: of an agreement there is one. */
export const OPEN = ['created', 'on'] as const satisfies readonly AutopaymentStatus[];

/** An autopayment whose row is locked after that of its settlement, as everybody locks them. */
export async function lockAutopayment(
  tx: Tx,
  id: number,
): Promise<{ settlement: LockedSettlement; status: AutopaymentStatus }> {
  const row = await tx.selectFrom('autopayments').select('settlementId').where('id', '=', id).executeTakeFirstOrThrow();
  const settlement = await lockSettlement(tx, row.settlementId);
  return { settlement, status: await lockedStatus(tx, id) };
}

/** The status of an autopayment of a settlement that is locked already. */
export async function lockedStatus(tx: Tx, id: number): Promise<AutopaymentStatus> {
  const { status } = await tx
    .selectFrom('autopayments')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return status as AutopaymentStatus;
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
