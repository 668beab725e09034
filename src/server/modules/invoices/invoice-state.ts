import { sql } from 'kysely';
import { invoiceMachine } from '#domain/money/invoice.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { stateful } from '#server/platform/state/transition.ts';

/** An invoice, as it is moved. */
export const invoiceState = stateful(invoiceMachine, { table: 'invoices', column: 'status' });

/** Whoever issues, pays or corrects papers of a creditor does so alone: two would count the same money. */
export const lockInvoicesOf = (tx: Tx, legalEntityId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('invoices of ' || ${legalEntityId}::bigint, 0))`.execute(tx);

/** Whose an invoice is, whatever its state. */
export const payerOf = async (db: Db, invoiceId: number): Promise<number> =>
  (await db.selectFrom('invoices').select('legalEntityId').where('id', '=', invoiceId).executeTakeFirstOrThrow())
    .legalEntityId;
