import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { invoices } from '#contract/money/invoices.ts';
import { invoiceMachine } from '#domain/money/invoice.ts';
import type { InvoicePlace } from '#domain/money/invoice-issuer.ts';
import { isWaiting, pendingApprovalsOf } from '#server/modules/approvals/approvals.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { correctable, linesLeft } from './corrections.commands.ts';
import { waitingReturned } from './lowered-by-hand.ts';
import { breakdownParts } from './papers.ts';
import { findInvoices, invoiceColumns, shownInvoice } from './rows.ts';

type Card = Answer<typeof invoices.get>;

/** An invoice within the viewer's reach, with what corrected and what paid it. @throws Refusal `object.absent` */
export async function findInvoice(ctx: Ctx, id: number): Promise<Card> {
  const row = await findInvoices(ctx, {})
    .select(invoiceColumns(ctx))
    .select(['v.facts', 'v.cancelReason'])
    .where('v.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const { facts, ...invoice } = shownInvoice(row);
  const about = { table: 'invoices', id } as const;
  const waits = await isWaiting(ctx.db, about);
  const waiting = ctx.may(invoices.settleReturned) ? await waitingReturned(ctx.db, { ...invoice, facts }) : [];
  const mayIssue =
    invoice.status === 'cancelled' && ctx.may(invoices.issue) && !(await hasLivingInvoice(ctx.db, invoice));
  const isUntouched = invoice.paid + invoice.corrected === 0;
  const pendingApprovals = await pendingApprovalsOf(ctx, about);
  const isProposed = pendingApprovals.some(({ kind, endedWhy }) => kind === 'invoice.cancel' && endedWhy === null);
  const mayCancel =
    !isProposed && invoiceMachine.canMove(invoice.status, 'cancel') && isUntouched && ctx.may(invoices.cancel);
  return {
    ...invoice,
    issuer: facts.issuer.name,
    lines: [...facts.lines],
    breakdownParts: await breakdownParts(ctx.db, id),
    linesLeft: await linesLeft(ctx.db, { id, facts }),
    waiting,
    corrections: await correctionsOf(ctx, id),
    payments: await paymentsOf(ctx, id),
    pendingApprovals,
    moves: [
      ...(invoice.status === 'issued' && !waits && ctx.may(invoices.pay) ? (['pay'] as const) : []),
      ...(correctable(invoice) > 0 && !waits && ctx.may(invoices.correct) ? (['correct'] as const) : []),
      ...(waiting.length > 0 && !waits ? (['settleReturned'] as const) : []),
      ...(mayIssue ? (['issueAgain'] as const) : []),
      ...(mayCancel ? (['cancel'] as const) : []),
    ],
  };
}

async function correctionsOf({ db }: Ctx, invoiceId: number): Promise<Card['corrections']> {
  const rows = await db
    .selectFrom('invoiceCorrections')
    .select(['id', 'number', 'issuedOn', 'amount', 'vat', 'facts'])
    .where('invoiceId', '=', invoiceId)
    .orderBy('id')
    .execute();
  return rows.map(({ facts, ...row }) => ({ ...row, reason: facts.reason }));
}

/** What has paid an invoice, in the order in which it did. */
async function paymentsOf({ db }: Ctx, invoiceId: number): Promise<Card['payments']> {
  const rows = await db
    .selectFrom('invoiceAllocations as a')
    .leftJoin('invoicePayments as p', 'p.id', 'a.paymentId')
    .leftJoin('invoiceCorrections as c', 'c.id', 'a.correctionId')
    .select(['a.id', 'a.amount', 'c.number as correction', 'p.valueDate', 'p.place', 'p.reference'])
    .where('a.invoiceId', '=', invoiceId)
    .orderBy('a.id')
    .execute();
  return rows.map((row) => ({ ...row, place: row.place as InvoicePlace | null }));
}

/** Whether the month of an invoice that was cancelled has another one since. */
const hasLivingInvoice = async (
  db: Db,
  { legalEntityId, month }: { legalEntityId: number; month: string },
): Promise<boolean> =>
  (await db
    .selectFrom('invoices')
    .select('id')
    .where('legalEntityId', '=', legalEntityId)
    .where('month', '=', month)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst()) !== undefined;
