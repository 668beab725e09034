import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import {
  type FeeLine,
  type FeeRow,
  linesByRate,
  splitCounted,
  splitUncovered,
  totalOf,
  turned,
  type Uncovered,
} from '#domain/money/invoice-lines.ts';
import type { Day } from '#domain/values/days.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { monthEnd } from '#domain/values/months.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { correctInvoice, correctionProblem, linesLeft, lockedInvoice } from './corrections.commands.ts';
import { coverRows } from './covered-rows.ts';
import { invoicesOfPayments, returnedOf, uncoveredRows } from './uncovered.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'invoice.returned': { about: 'invoices'; details: { returned: number; counted: number; reason: string } };
  }
}

const returned = 'Вознаграждение возвращено вместе с платежами заёмщиков';

/** What of a creditor no paper covers up to the end of a month: what an invoice takes, and what corrects which one of before. */
export async function uncoveredUpTo(tx: Tx, legalEntityId: number, month: Day): Promise<Uncovered> {
  const rows = await uncoveredRows(tx, legalEntityId, monthEnd(month));
  const known = await invoicesOfPayments(
    tx,
    rows.map(({ paymentId }) => paymentId),
  );
  return splitUncovered(rows, (paymentId) => known.get(paymentId));
}

/** What was reversed of fees that an invoice has, and the day of the paper that is to tell of it. */
interface Returned {
  rows: readonly FeeRow[];
  day: Day;
}

/**
 * Corrects an invoice by what was reversed of its fees. Where it was lowered by hand as well two people have to say first whether that was
 * the same money (docs/decisions/0187). Whoever calls has the lock of the creditor's invoices.
 * @returns why it waits for people, in words; null when it is corrected
 */
export async function correctByReturned(
  ctx: TransitionContext,
  invoiceId: number,
  { rows, day }: Returned,
): Promise<string | null> {
  const taken = linesByRate(turned(rows));
  const byHand = await loweredByHand(ctx.db, invoiceId);
  if (byHand.amount > 0) return heldWords(byHand, totalOf(taken).amount);
  // One invoice that people have to settle holds up no other paper of its creditor.
  const problem = await correctionProblem(ctx.db, invoiceId, taken);
  if (problem !== null) return problem;
  await correctInvoice(ctx, { invoiceId, day, reason: returned, taken, rows });
  return null;
}

const heldWords = ({ number, amount }: { number: string; amount: Kopecks }, back: Kopecks): string =>
  `Счёт ${number} уменьшен вручную на ${formatMoney(amount)}, а с платежами возвращено ${formatMoney(back)} вознаграждения: решите в его карточке, не одни ли это деньги`;

/** What waits at an invoice for people: reversed fees of one that was lowered by hand; null when nothing does. */
export async function waitingReturned(
  db: Db,
  { id, corrected }: { id: number; corrected: number },
): Promise<{ returned: number; byHand: number } | null> {
  if (corrected === 0) return null;
  const { amount: byHand } = await loweredByHand(db, id);
  if (byHand === 0) return null;
  const back = await returnedOf(db, id);
  return back === 0 ? null : { returned: back, byHand };
}

/** How much of an invoice was taken off by hand, and was not told since to be what came back with a payment. */
async function loweredByHand(db: Db, id: number): Promise<{ number: string; amount: Kopecks }> {
  const { number, corrected, covered } = await db
    .selectFrom('invoices as v')
    .select(['v.number', 'v.corrected'])
    .select(
      sql<number>`(select coalesce(-sum(r.amount), 0)::bigint from invoice_corrections c join invoice_rows r on r.correction_id = c.id
        where c.invoice_id = v.id)`.as('covered'),
    )
    .where('v.id', '=', id)
    .executeTakeFirstOrThrow();
  return { number, amount: kopecks(corrected - covered) };
}

/**
 * One person tells how much of what came back the invoice was lowered by hand for already, another decides: of that no second correction
 * is issued.
 * @throws Refusal `input.invalid` when it can be neither so little nor so much, `move.illegal` when nothing waits for people
 */
export async function proposeReturned(ctx: Writing, id: number, counted: number, reason: string): Promise<void> {
  const { invoice, back, byHand } = await demandWaiting(ctx, id);
  await demandCounted(ctx.db, invoice, { back, byHand, counted });
  const said = `${invoice.number}: с платежами возвращено ${formatMoney(back.amount)}, вручную уже снято ${formatMoney(byHand)}. Одни и те же деньги: ${formatMoney(kopecks(counted))}, исправить ещё на ${formatMoney(kopecks(back.amount - counted))}. ${reason}`;
  const details = { returned: back.amount, counted, reason };
  await proposeApproval(ctx, 'invoice.returned', { table: 'invoices', id }, said, details);
}

/**
 * The second person has agreed: what was counted twice stands in the ledger again (E15), the rest is a correction.
 * @throws Refusal `move.illegal` when meanwhile something else has come back
 */
export async function approveReturned(
  ctx: Writing,
  { objectId: id, details: { returned: told, counted } }: Proposed<'invoice.returned'>,
): Promise<void> {
  const { invoice, back, byHand } = await demandWaiting(ctx, id);
  if (back.amount !== told)
    throw new Refusal('move.illegal', { detail: 'С тех пор возвращено другое: предложите заново' });
  const split = await demandCounted(ctx.db, invoice, { back, byHand, counted });
  const { legalEntityId } = invoice;
  if (counted > 0) {
    const event = { kind: 'fee_restored', legalEntityId, invoiceId: id, fee: totalOf(split.counted) } as const;
    await bookEvent(ctx.db, event, { valueDate: ctx.day });
  }
  const { rows } = back;
  if (split.rest.length > 0)
    await correctInvoice(ctx, { invoiceId: id, day: ctx.day, reason: returned, taken: split.rest, rows });
  else await coverRows(ctx.db, rows, { correctionId: await byHandOf(ctx.db, id) });
}

/** The correction by hand that what came back is the same money as: of several the last that covers nothing yet. */
const byHandOf = async (tx: Tx, invoiceId: number): Promise<number> =>
  (
    await tx
      .selectFrom('invoiceCorrections as c')
      .select('c.id')
      .where('c.invoiceId', '=', invoiceId)
      .orderBy(sql`exists (select from invoice_rows r where r.correction_id = c.id)`)
      .orderBy('c.id', 'desc')
      .executeTakeFirstOrThrow()
  ).id;

async function demandWaiting(ctx: Writing, id: number) {
  const invoice = await lockedInvoice(ctx.db, id);
  const rows = (await uncoveredUpTo(ctx.db, invoice.legalEntityId, ctx.day)).corrected.get(id);
  const { amount: byHand } = await loweredByHand(ctx.db, id);
  if (!rows || byHand === 0) throw new Refusal('move.illegal', { detail: 'Решать здесь нечего' });
  const lines = linesByRate(turned(rows));
  return { invoice, byHand, back: { rows, lines, amount: totalOf(lines).amount } };
}

interface CountedSum {
  back: { lines: readonly FeeLine[]; amount: Kopecks };
  byHand: Kopecks;
  counted: number;
}

/** @throws Refusal `input.invalid` at the sum */
async function demandCounted(
  tx: Tx,
  invoice: Parameters<typeof linesLeft>[1],
  { back, byHand, counted }: CountedSum,
): Promise<NonNullable<ReturnType<typeof splitCounted>>> {
  const most = Math.min(byHand, back.amount);
  const split = counted > most ? null : splitCounted(await linesLeft(tx, invoice), back.lines, kopecks(counted));
  if (split) return split;
  const fields = {
    counted:
      counted > most ? `Не больше ${formatMoney(kopecks(most))}` : 'В счёте столько не осталось: снято вручную больше',
  };
  throw new Refusal('input.invalid', { fields });
}
