import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { invoices } from '#contract/money/invoices.ts';
import {
  type FeeRow,
  type HeldLine,
  linesByRate,
  splitCounted,
  splitUncovered,
  turned,
  type Uncovered,
  vatWords,
} from '#domain/money/invoice-lines.ts';
import type { Day } from '#domain/values/days.ts';
import { lesser } from '#domain/values/exact.ts';
import { formatMoney, kopecks, sumKopecks } from '#domain/values/money.ts';
import { monthEnd } from '#domain/values/months.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { correctInvoice, lockedInvoice } from './corrections.commands.ts';
import { coverRows } from './covered-rows.ts';
import { heldOf } from './lowered-by-hand.ts';
import { invoicesOfPayments, uncoveredRows } from './uncovered.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'invoice.returned': {
      about: 'invoices';
      details: { returned: number; counted: number; vatBps?: number | null | undefined; reason: string };
    };
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
 * Corrects an invoice by what was reversed of its fees. Where the line of a rate was lowered by hand as well two people have to say first
 * whether that was the same money (docs/decisions/0187): what is of other rates does not wait for it. Whoever calls has the lock of the
 * creditor's invoices.
 * @returns whether anything is corrected, and why something waits for people, in words; null when nothing does
 */
export async function correctByReturned(
  ctx: TransitionContext,
  invoiceId: number,
  { rows, day }: Returned,
): Promise<{ isCorrected: boolean; problem: string | null }> {
  const invoice = await ctx.db
    .selectFrom('invoices')
    .select(['id', 'number', 'facts'])
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  const held = await heldOf(ctx.db, invoice, linesByRate(turned(rows)));
  const free = rows.filter(({ vatBps }) => !held.some(({ line }) => line.vatBps === vatBps));
  const taken = linesByRate(turned(free));
  const isCorrected = taken.length > 0;
  if (isCorrected) await correctInvoice(ctx, { invoiceId, day, reason: returned, taken, rows: free });
  return { isCorrected, problem: held.length === 0 ? null : heldWords(invoice.number, held) };
}

const heldWords = (number: string, held: readonly HeldLine[]): string => {
  const byHand = formatMoney(sumKopecks(held.map((one) => one.byHand)));
  const back = formatMoney(sumKopecks(held.map(({ line }) => line.amount)));
  return `Счёт ${number} уменьшен вручную на ${byHand}, а с платежами возвращено ${back} вознаграждения: решите в его карточке, одно и то же ли это вознаграждение`;
};

/** What is told of the fees that came back: of which line, null being that without VAT, and how much of them is the same money. */
type CountedOfLine = Pick<Input<typeof invoices.settleReturned>['body'], 'counted' | 'vatBps'>;

/**
 * One person tells how much of what came back of a rate the invoice was lowered by hand for already, another decides: of that no second
 * correction is issued.
 * @throws Refusal `input.invalid` when it can be neither so little nor so much or the line is not told, `move.illegal` when nothing waits
 */
export async function proposeReturned(ctx: Writing, id: number, told: CountedOfLine, reason: string): Promise<void> {
  const { invoice, held } = await demandWaiting(ctx, id);
  const one = heldLineOf(held, told);
  if (!one) throw new Refusal('input.invalid', { fields: { vatBps: 'Выберите строку счёта' } });
  demandCounted(one, told.counted);
  const { line, byHand } = one;
  const { vatBps, amount } = line;
  const counted = kopecks(told.counted);
  const said = `${invoice.number} (${vatWords(vatBps)}): с платежами возвращено ${formatMoney(amount)}, вручную уже снято ${formatMoney(byHand)}. Из возвращённого уже снято: ${formatMoney(counted)}, исправить ещё на ${formatMoney(kopecks(amount - counted))}. ${reason}`;
  const details = { returned: amount, counted, vatBps, reason };
  await proposeApproval(ctx, 'invoice.returned', { table: 'invoices', id }, said, details);
}

/** The line that is told; it may stay unsaid where one waits. */
const heldLineOf = (held: readonly HeldLine[], { vatBps }: Pick<CountedOfLine, 'vatBps'>): HeldLine | undefined =>
  vatBps === undefined && held.length === 1 ? held[0] : held.find(({ line }) => line.vatBps === vatBps);

/**
 * The second person has agreed: what was counted twice stands in the ledger again (E15), the rest is a correction.
 * @throws Refusal `move.illegal` when meanwhile something else has come back
 */
export async function approveReturned(
  ctx: Writing,
  { objectId: id, details: { returned: told, ...details } }: Proposed<'invoice.returned'>,
): Promise<void> {
  const { invoice, rows: all, held } = await demandWaiting(ctx, id);
  const one = heldLineOf(held, details);
  if (one?.line.amount !== told)
    throw new Refusal('move.illegal', { detail: 'С тех пор возвращено другое: предложите заново' });
  demandCounted(one, details.counted);
  const { counted, rest } = splitCounted(one.line, kopecks(details.counted));
  const { legalEntityId } = invoice;
  if (counted.amount > 0) {
    const { amount, vat } = counted;
    const event = { kind: 'fee_restored', legalEntityId, invoiceId: id, fee: { amount, vat } } as const;
    await bookEvent(ctx.db, event, { valueDate: ctx.day });
  }
  const { vatBps } = one.line;
  const rows = all.filter((row) => row.vatBps === vatBps);
  if (rest.length > 0) await correctInvoice(ctx, { invoiceId: id, day: ctx.day, reason: returned, taken: rest, rows });
  else await coverRows(ctx.db, rows, { correctionId: await byHandOf(ctx.db, id, vatBps) });
}

/** The correction of a rate by hand that what came back is the same money as: of several the last that covers nothing yet. */
async function byHandOf(tx: Tx, invoiceId: number, vatBps: number | null): Promise<number> {
  const corrections = await tx
    .selectFrom('invoiceCorrections as c')
    .select(['c.id', 'c.facts'])
    .where('c.invoiceId', '=', invoiceId)
    .orderBy(sql`exists (select from invoice_rows r where r.correction_id = c.id)`)
    .orderBy('c.id', 'desc')
    .execute();
  return corrections.find(({ facts: { lines } }) => lines.some((line) => line.vatBps === vatBps))!.id;
}

async function demandWaiting(ctx: Writing, id: number) {
  const invoice = await lockedInvoice(ctx.db, id);
  const rows = (await uncoveredUpTo(ctx.db, invoice.legalEntityId, ctx.day)).corrected.get(id) ?? [];
  const held = await heldOf(ctx.db, invoice, linesByRate(turned(rows)));
  if (held.length === 0) throw new Refusal('move.illegal', { detail: 'Решать здесь нечего' });
  return { invoice, rows, held };
}

/** @throws Refusal `input.invalid` at the sum */
function demandCounted({ line, byHand, least }: HeldLine, counted: number): void {
  const most = lesser(byHand, line.amount);
  if (counted >= least && counted <= most) return;
  const detail =
    counted > most
      ? `Не больше ${formatMoney(most)}`
      : `Не меньше ${formatMoney(least)}: на остальное в счёте нет места`;
  throw new Refusal('input.invalid', { fields: { counted: detail } });
}
