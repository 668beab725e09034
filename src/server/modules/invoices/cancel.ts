import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { endProposals } from '#server/modules/approvals/approvals.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { transition } from '#server/platform/state/transition.ts';
import { invoiceState, lockInvoicesOf, payerOf } from './invoice-state.ts';

/**
 * Cancels an invoice of which nothing is paid or corrected: its number stays, its fees are invoiced anew.
 * @throws Refusal `move.illegal`
 */
export async function cancelInvoice(ctx: Writing, id: number, reason: string): Promise<void> {
  const { db } = ctx;
  await lockInvoicesOf(db, await payerOf(db, id));
  const { paid, corrected } = await db
    .selectFrom('invoices')
    .select(['paid', 'corrected'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (paid + corrected > 0) throw new Refusal('move.illegal', { detail: begun });
  await transition(ctx, invoiceState(id), 'cancel', { reason, set: { cancelReason: reason } });
  await db.updateTable('invoiceRows').set({ releasedAt: sql<Date>`now()` }).where('invoiceId', '=', id).execute();
  await endProposals(db, { table: 'invoices', id });
}

const begun = 'Счёт оплачен или исправлен хотя бы частью: предложите уменьшить его';
