import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { useCredits } from '#domain/money/invoice.ts';
import type { InvoicePlace } from '#domain/money/invoice-issuer.ts';
import type { Day } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type TransitionContext, transition } from '#server/platform/state/transition.ts';
import { invoiceState, lockInvoicesOf, payerOf } from './invoice-state.ts';

/** Money or a correction that has something left. */
interface Credit {
  table: 'invoicePayments' | 'invoiceCorrections';
  id: number;
  rest: number;
}

/** Which invoices, and which credits, come before all others. */
interface First {
  invoiceId?: number;
  correctionId?: number;
}

/**
 * Lets what a creditor has paid, and what was corrected, pay his open invoices: those told first, then the oldest. Whoever calls has the lock
 * of his invoices.
 */
export async function payFromCredits(
  ctx: TransitionContext,
  legalEntityId: number,
  { invoiceId = 0, correctionId = 0 }: First = {},
): Promise<void> {
  const { db } = ctx;
  const open = await db
    .selectFrom('invoices')
    .select(['id', 'amount', 'paid'])
    .where('legalEntityId', '=', legalEntityId)
    .where('status', '=', 'issued')
    .orderBy(sql`(id = ${invoiceId})`, 'desc')
    .orderBy('dueDate')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (open.length === 0) return;
  const credits = await creditsOf(db, legalEntityId, correctionId);
  const used = useCredits(
    open.map(({ id, amount, paid }) => ({ id, rest: kopecks(amount - paid) })),
    credits.map(({ rest }, id) => ({ id, rest: kopecks(rest) })),
  );
  for (const { invoiceId: paidId, creditId, amount } of used) await use(db, paidId, credits[creditId]!, amount);
  for (const { id, amount, paid } of open) {
    const now = used.filter((one) => one.invoiceId === id).reduce((sum, one) => sum + one.amount, paid);
    if (now === paid) continue;
    if (now === amount) await transition(ctx, invoiceState(id), 'pay', { set: { paid: now } });
    else
      await db.updateTable('invoices').set({ paid: now, updatedAt: sql<Date>`now()` }).where('id', '=', id).execute();
  }
}

/** What has something left: the correction told first, then corrections, then money, each as it has come. */
async function creditsOf(tx: Tx, legalEntityId: number, correctionId: number): Promise<Credit[]> {
  const of = (table: Credit['table']) =>
    tx
      .selectFrom(table)
      .select(['id', sql<number>`amount - used`.as('rest')])
      .where('legalEntityId', '=', legalEntityId)
      .where(sql<boolean>`used < amount`)
      .orderBy(sql`(id = ${correctionId})`, 'desc')
      .orderBy('id')
      .forUpdate()
      .execute();
  const corrections = await of('invoiceCorrections');
  const payments = await of('invoicePayments');
  return [
    ...corrections.map((one): Credit => ({ table: 'invoiceCorrections', ...one })),
    ...payments.map((one): Credit => ({ table: 'invoicePayments', ...one })),
  ];
}

async function use(tx: Tx, invoiceId: number, { table, id }: Credit, amount: Kopecks): Promise<void> {
  const source = table === 'invoicePayments' ? { paymentId: id } : { correctionId: id };
  await tx
    .insertInto('invoiceAllocations')
    .values({ invoiceId, amount, ...source })
    .execute();
  await tx
    .updateTable(table)
    .set({ used: sql<number>`used + ${amount}` })
    .where('id', '=', id)
    .execute();
}

/** Money that has come for an invoice. */
interface InvoiceMoney {
  invoiceId: number;
  amount: Kopecks;
  valueDate: Day;
  place: InvoicePlace;
  /** The line of the partner's statement; of money on the operator's own account null, and the number of its payment order. */
  differenceId: number | null;
  reference: string | null;
  /** Who has told of it. */
  accountId: number;
}

/**
 * Books money for an invoice (E12) and lets it pay; what is more is the creditor's advance.
 * @throws Refusal `move.illegal` when it was cancelled meanwhile
 */
export async function takeInvoiceMoney(ctx: TransitionContext, money: InvoiceMoney): Promise<void> {
  const { invoiceId, amount, valueDate, place } = money;
  const legalEntityId = await payerOf(ctx.db, invoiceId);
  await lockInvoicesOf(ctx.db, legalEntityId);
  await demandLiving(ctx.db, invoiceId);
  await bookEvent(ctx.db, { kind: 'invoice_paid', legalEntityId, invoiceId, to: place, amount }, { valueDate });
  await ctx.db
    .insertInto('invoicePayments')
    .values({ ...money, legalEntityId })
    .execute();
  await payFromCredits(ctx, legalEntityId, { invoiceId });
}

async function demandLiving(tx: Tx, id: number): Promise<void> {
  const { status } = await tx.selectFrom('invoices').select('status').where('id', '=', id).executeTakeFirstOrThrow();
  if (status === 'cancelled') throw new Refusal('move.illegal', { detail: 'Этот счёт аннулирован' });
}
