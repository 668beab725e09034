import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { invoices } from '#contract/money/invoices.ts';
import { INVOICE_FORM } from '#domain/documents/invoice-papers.ts';
import { laterDay } from '#domain/money/invoice.ts';
import {
  type FeeLine,
  type FeeRow,
  fitLines,
  linesLess,
  takeOff,
  totalOf,
  vatWords,
} from '#domain/money/invoice-lines.ts';
import type { Day } from '#domain/values/days.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { coverRows } from './covered-rows.ts';
import { payFromCredits } from './credits.commands.ts';
import { lockInvoicesOf, payerOf } from './invoice-state.ts';
import { issuerOf } from './issuer.ts';
import { nextNumber } from './numbers.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'invoice.correct': {
      about: 'invoices';
      details: { amount: number; vatBps?: number | null | undefined; reason: string };
    };
  }
}

/** What is taken off an invoice. */
interface Correction {
  invoiceId: number;
  /** Its day, unless its invoice or the last correction of all is of a later one. */
  day: Day;
  reason: string;
  taken: readonly FeeLine[];
  /** The entries that it covers; none of a correction by hand, which has an entry of its own kind. */
  rows: readonly FeeRow[];
}

/**
 * Issues a correction of an invoice: it pays the invoice as far as that is open, what is more pays the next ones. Whoever calls has the lock
 * of the creditor's invoices.
 * @throws Refusal `move.illegal` when the invoice has less left
 */
export async function correctInvoice(
  ctx: TransitionContext,
  { invoiceId, day, reason, taken: wanted, rows }: Correction,
): Promise<void> {
  const { db } = ctx;
  const invoice = await db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', invoiceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = await linesLeft(db, invoice);
  const taken = fitLines(before, wanted);
  if (!taken) throw new Refusal('move.illegal', { detail: tooMuch });
  const { amount, vat } = totalOf(taken);
  const issuer = await issuerOf(db);
  const earliest = laterDay(day, invoice.facts.issuedOn);
  const { number, issuedOn } = await nextNumber(db, issuer.id, 'correction', earliest);
  const { payer } = invoice.facts;
  const of = { number: invoice.number, issuedOn: invoice.facts.issuedOn };
  const facts = {
    form: INVOICE_FORM,
    number,
    issuedOn,
    invoice: of,
    reason,
    issuer: issuer.facts,
    payer,
    before,
    lines: taken,
  };
  const { legalEntityId } = invoice;
  const { id } = await db
    .insertInto('invoiceCorrections')
    .values({ number, invoiceId, legalEntityId, issuedOn, amount, vat, facts: jsonText(facts) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await coverRows(db, rows, { correctionId: id });
  await db
    .updateTable('invoices')
    .set({ corrected: invoice.corrected + amount, updatedAt: sql<Date>`now()` })
    .where('id', '=', invoiceId)
    .execute();
  await payFromCredits(ctx, legalEntityId, { invoiceId, correctionId: id });
}

/** What corrections have left of the lines of an invoice. */
export async function linesLeft(
  db: Db,
  { id, facts }: { id: number; facts: { lines: readonly FeeLine[] } },
): Promise<FeeLine[]> {
  const corrections = await db.selectFrom('invoiceCorrections').select('facts').where('invoiceId', '=', id).execute();
  return linesLess(
    facts.lines,
    corrections.flatMap(({ facts: { lines } }) => lines),
  ).filter(({ amount }) => amount > 0);
}

const tooMuch = 'Возвращается больше вознаграждения, чем исправления оставили в счёте';

/** How much of an invoice may be taken off by hand; kopecks. */
export const correctable = ({
  amount,
  corrected,
  status,
}: {
  amount: number;
  corrected: number;
  status: string;
}): Kopecks => kopecks(status === 'cancelled' ? 0 : amount - corrected);

/** What is asked to be taken off, and of which line: null is that without VAT. It may stay unsaid where there is one line. */
type LineSum = Omit<Input<typeof invoices.correct>['body'], 'reason'>;

/**
 * One person holds that an invoice asks for too much, another decides.
 * @throws Refusal `input.invalid` when it has less left or the line is not told, `move.illegal` when the same waits already
 */
export async function proposeCorrection(ctx: Writing, id: number, asked: LineSum, reason: string): Promise<void> {
  const invoice = await lockedInvoice(ctx.db, id);
  if (correctable(invoice) === 0) throw new Refusal('move.illegal', { detail: 'Уменьшать в этом счёте нечего' });
  const line = lineOf(await linesLeft(ctx.db, invoice), asked);
  if (!line) throw new Refusal('input.invalid', { fields: { vatBps: 'Выберите строку счёта' } });
  if (asked.amount > line.amount)
    throw new Refusal('input.invalid', { fields: { amount: `Не больше ${formatMoney(line.amount)}` } });
  const said = `${invoice.number}: уменьшить на ${formatMoney(kopecks(asked.amount))} (${vatWords(line.vatBps)}). ${reason}`;
  const details = { amount: asked.amount, vatBps: line.vatBps, reason };
  await proposeApproval(ctx, 'invoice.correct', { table: 'invoices', id }, said, details);
}

function lineOf(left: readonly FeeLine[], { vatBps }: Pick<LineSum, 'vatBps'>): FeeLine | undefined {
  if (vatBps === undefined) return left.length === 1 ? left[0] : undefined;
  return left.find((line) => line.vatBps === vatBps);
}

/**
 * The second person has agreed: the fee is less by that (E14), and a correction tells of it.
 * @throws Refusal `move.illegal` when meanwhile less is left
 */
export async function approveCorrection(
  ctx: Writing,
  { objectId: id, details }: Proposed<'invoice.correct'>,
): Promise<void> {
  const { amount, reason } = details;
  const invoice = await lockedInvoice(ctx.db, id);
  const line = correctable(invoice) === 0 ? undefined : lineOf(await linesLeft(ctx.db, invoice), details);
  if (!line || amount > line.amount) {
    const most = formatMoney(line?.amount ?? kopecks(0));
    throw new Refusal('move.illegal', { detail: `Теперь уменьшить можно не больше чем на ${most}` });
  }
  const taken = takeOff([line], kopecks(amount));
  const { legalEntityId } = invoice;
  await bookEvent(
    ctx.db,
    { kind: 'fee_lowered', legalEntityId, invoiceId: id, fee: totalOf(taken) },
    { valueDate: ctx.day },
  );
  await correctInvoice(ctx, { invoiceId: id, day: ctx.day, reason, taken, rows: [] });
}

/** An invoice, once its creditor's invoices are locked. */
export async function lockedInvoice(tx: Tx, id: number) {
  await lockInvoicesOf(tx, await payerOf(tx, id));
  return tx.selectFrom('invoices').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}
