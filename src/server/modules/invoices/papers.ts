import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { invoices } from '#contract/money/invoices.ts';
import type { Block } from '#domain/documents/document-template.ts';
import {
  breakdownPaper,
  type ChargedPayment,
  correctionPaper,
  invoicePaper,
  transferPaper,
} from '#domain/documents/invoice-papers.ts';
import { INVOICE_PAPERS, type InvoicePaper } from '#domain/money/invoice.ts';
import { type InvoiceFacts, vatWords } from '#domain/money/invoice-lines.ts';
import type { Day } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { findInvoices } from './rows.ts';

/** So many rows a paper of a breakdown has; a longer one is printed in parts. */
const rowsOfPart = 2000;

async function invoiceWithin(ctx: Ctx, id: number) {
  const row = await findInvoices(ctx, {})
    .select(['v.id', 'v.number', 'v.status', 'v.facts', 'v.createdAt'])
    .where('v.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return row;
}

/** Which paper, and which of its parts. */
type Printed = Input<typeof invoices.paper>['query'];

/** A paper of an invoice, printed from what was written down when it was issued: always the same. @throws Refusal `object.absent`, `document.absent` */
export async function printPaper(ctx: Ctx, id: number, { kind, part }: Printed): Promise<FileAnswer> {
  const { number, status, facts, createdAt } = await invoiceWithin(ctx, id);
  return print(ctx, {
    name: `${INVOICE_PAPERS[kind]} ${number}${part > 1 ? `, часть ${part}` : ''}`,
    blocks: kind === 'breakdown' ? await breakdownOf(ctx.db, id, facts, part) : blocksOf(kind, part, facts),
    form: facts.form,
    issuedAt: createdAt,
    isCancelled: status === 'cancelled',
  });
}

/** @throws Refusal `document.absent`: these have one part */
function blocksOf(kind: Exclude<InvoicePaper, 'breakdown'>, part: number, facts: InvoiceFacts): readonly Block[] {
  if (part > 1) throw new Refusal('document.absent');
  return kind === 'invoice' ? invoicePaper(facts) : transferPaper(facts);
}

/** @throws Refusal `document.absent` when it has no such part */
async function breakdownOf(db: Db, id: number, facts: InvoiceFacts, part: number): Promise<readonly Block[]> {
  const of = await breakdownParts(db, id);
  if (part > of) throw new Refusal('document.absent');
  return breakdownPaper(facts, await chargedPayments(db, id, part), { part, of });
}

/** How many papers the breakdown of an invoice is. */
export async function breakdownParts(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('invoiceRows')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('invoiceId', '=', id)
    .executeTakeFirstOrThrow();
  return Math.max(1, Math.ceil(count / rowsOfPart));
}

/** The paper of a correction of an invoice. @throws Refusal `object.absent`, `document.absent` */
export async function printCorrection(ctx: Ctx, id: number, correctionId: number): Promise<FileAnswer> {
  await invoiceWithin(ctx, id);
  const found = await ctx.db
    .selectFrom('invoiceCorrections')
    .select(['number', 'facts', 'createdAt'])
    .where('id', '=', correctionId)
    .where('invoiceId', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('document.absent');
  return print(ctx, {
    name: `Исправление ${found.number}`,
    blocks: correctionPaper(found.facts),
    form: found.facts.form,
    issuedAt: found.createdAt,
    isCancelled: false,
  });
}

interface Paper {
  name: string;
  blocks: readonly Block[];
  form: number;
  issuedAt: Date;
  isCancelled: boolean;
}

async function print({ app }: Ctx, { name, blocks, form, issuedAt, isCancelled }: Paper): Promise<FileAnswer> {
  const pdf = await app.printer.print({
    name,
    blocks,
    foot: `${name} · форма ${form}`,
    check: null,
    ...(isCancelled && { watermark: 'Аннулирован' }),
    issuedAt,
  });
  return { name: `${name}.pdf`, stream: Readable.from([pdf]) };
}

/** The rows of the registry of an invoice. */
const breakdownRows = (db: Db, invoiceId: number) =>
  db
    .selectFrom('invoiceRows as r')
    .innerJoin('payments as p', 'p.id', 'r.paymentId')
    .innerJoin('settlements as s', 's.id', 'r.settlementId')
    .select(['r.id', 'r.day', 'r.amount', 'r.vat', 'r.vatBps', 'p.number as payment', 'p.amount as paid'])
    .select('s.number as agreement')
    .where('r.invoiceId', '=', invoiceId)
    .orderBy('r.id');

async function chargedPayments(db: Db, invoiceId: number, part: number): Promise<ChargedPayment[]> {
  const rows = await breakdownRows(db, invoiceId)
    .limit(rowsOfPart)
    .offset((part - 1) * rowsOfPart)
    .execute();
  return rows.map(({ day, amount, vat, paid, ...row }) => ({
    ...row,
    day: day as Day,
    amount: kopecks(amount),
    vat: kopecks(vat),
    paid: kopecks(paid),
  }));
}

/** The breakdown by payments of an invoice as a spreadsheet. @throws Refusal `object.absent` */
export async function exportBreakdown(ctx: Ctx<Actor>, id: number): Promise<FileAnswer> {
  const { number } = await invoiceWithin(ctx, id);
  return exportSheet(ctx, {
    title: `Реестр сделок ${number}`,
    rows: breakdownRows(ctx.db, id),
    query: {},
    columns: (column) => ({
      agreement: column.text('Соглашение', (row) => row.agreement, 16),
      payment: column.text('Платёж', (row) => row.payment, 16),
      day: column.day('Дата', (row) => row.day),
      paid: column.money('Уплачено', (row) => row.paid),
      vatBps: column.text('Ставка НДС', (row) => vatWords(row.vatBps), 12),
      vat: column.money('НДС', (row) => row.vat),
      amount: column.money('Вознаграждение', (row) => row.amount),
    }),
  });
}
