import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { endProposals, proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { isWaiting } from '#server/modules/approvals/approvals.queries.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { transition } from '#server/platform/state/transition.ts';
import { lockedInvoice } from './corrections.commands.ts';
import { invoiceState } from './invoice-state.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'invoice.cancel': { about: 'invoices'; details: { reason: string } };
  }
}

/**
 * Cancels an invoice of which nothing is paid or corrected. One whose due day has come, or that of an invoice in whose place it stands, would be
 * given a new term by it, and one about which something waits would end that: of these it is only proposed, another person decides
 * (docs/decisions/0187, 0196).
 * @throws Refusal `move.illegal`
 */
export async function cancelOrPropose(ctx: Writing, id: number, reason: string): Promise<void> {
  const invoice = await demandUntouched(ctx, id);
  const due = invoice.status === 'issued' ? await dueWords(ctx, invoice) : null;
  if (due === null && !(await isWaiting(ctx.db, { table: 'invoices', id }))) return cancel(ctx, id, reason);
  const why = due === null ? 'по нему ждут решения, они отпадут' : `${due}, у нового будет новый срок`;
  const said = `${invoice.number}: аннулировать, хотя ${why}. ${reason}`;
  await proposeApproval(ctx, 'invoice.cancel', { table: 'invoices', id }, said, { reason });
}

/** Why a new invoice in its place would have a new term; null while the term runs. */
async function dueWords({ db, day }: Writing, invoice: Untouched): Promise<string | null> {
  const { id, legalEntityId, month, dueDate } = invoice;
  if (dueDate < day) return 'просрочен';
  if (dueDate === day) return 'его срок сегодня';
  const former = await db
    .selectFrom('invoices')
    .select('id')
    .where('legalEntityId', '=', legalEntityId)
    .where('month', '=', month)
    .where('status', '=', 'cancelled')
    .where('id', '<', id)
    .where('dueDate', '<=', day)
    .limit(1)
    .executeTakeFirst();
  return former ? 'срок счёта, вместо которого он выставлен, уже наступил' : null;
}
type Untouched = Awaited<ReturnType<typeof demandUntouched>>;

/** The second person has agreed. @throws Refusal `move.illegal` when something of it is paid or corrected by now */
export async function cancelByTwo(ctx: Writing, { objectId: id, details }: Proposed<'invoice.cancel'>): Promise<void> {
  await demandUntouched(ctx, id);
  await cancel(ctx, id, details.reason);
}

/** An invoice that is locked. @throws Refusal `move.illegal` */
async function demandUntouched(ctx: Writing, id: number) {
  const invoice = await lockedInvoice(ctx.db, id);
  if (invoice.paid + invoice.corrected > 0) throw new Refusal('move.illegal', { detail: begun });
  return invoice;
}

/** Its number stays, its fees are invoiced anew. */
async function cancel(ctx: Writing, id: number, reason: string): Promise<void> {
  const { db } = ctx;
  await transition(ctx, invoiceState(id), 'cancel', { reason, set: { cancelReason: reason } });
  await db.updateTable('invoiceRows').set({ releasedAt: sql<Date>`now()` }).where('invoiceId', '=', id).execute();
  await endProposals(db, { table: 'invoices', id });
}

const begun = 'Счёт оплачен или исправлен хотя бы частью: предложите уменьшить его';
