import { Refusal } from '#contract/kernel/errors.ts';
import { INVOICE_FORM } from '#domain/documents/invoice-papers.ts';
import { dueDateOf, isMonthOver, laterDay } from '#domain/money/invoice.ts';
import { type FeeRow, linesByRate, type PayerFacts, totalOf } from '#domain/money/invoice-lines.ts';
import { type Day, moscowDay, toDay } from '#domain/values/days.ts';
import { monthOf } from '#domain/values/months.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { App } from '#server/platform/app.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { settingsOf } from '#server/platform/settings.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { coverRows } from './covered-rows.ts';
import { payFromCredits } from './credits.commands.ts';
import { lockInvoicesOf, payerOf } from './invoice-state.ts';
import { issuerOf } from './issuer.ts';
import { nextNumber } from './numbers.ts';
import { tellOfIssued } from './reminders.ts';
import { correctByReturned, uncoveredUpTo } from './returned.commands.ts';

/** Who issues: the close of a day, or a person. */
type Issuing = TransitionContext & { app: App };

/** What the papers of a month have come to. */
interface IssuedPapers {
  invoiceId: number | null;
  corrected: readonly number[];
  /** Why invoices could not be corrected, or not by all, in words: that waits for people, and nothing else does. */
  problems: readonly string[];
}

interface Month {
  /** Any day of it. */
  month: Day;
  /** The day of its papers, unless the last one of their kind is of a later one. */
  day: Day;
  /** When they are made: a term counts from then. */
  madeOn: Day;
}

/**
 * Covers what a creditor owes up to the end of a month by papers: corrections of invoices of before, and the invoice of the month
 * (docs/decisions/0169). Done again it finds nothing left.
 * @returns the id of the invoice, null where there is nothing to ask for or the month has its invoice already; which invoices were corrected
 * @throws Refusal `move.illegal` while nobody has told who issues
 */
export async function issuePapers(
  ctx: Issuing,
  legalEntityId: number,
  { month, day, madeOn }: Month,
): Promise<IssuedPapers> {
  const { db } = ctx;
  await lockInvoicesOf(db, legalEntityId);
  const { invoiced, corrected: reversals } = await uncoveredUpTo(db, legalEntityId, month);
  if (invoiced.length + reversals.size === 0) return { invoiceId: null, corrected: [], problems: [] };
  const issuer = await issuerOf(db);
  const corrected: number[] = [];
  const problems: string[] = [];
  for (const [invoiceId, rows] of reversals) {
    const { isCorrected, problem } = await correctByReturned(ctx, invoiceId, { rows, day });
    if (isCorrected) corrected.push(invoiceId);
    if (problem !== null) problems.push(problem);
  }
  const { amount } = totalOf(invoiced);
  if (amount === 0 || (await hasInvoice(db, { issuerId: issuer.id, legalEntityId, month })))
    return { invoiceId: null, corrected, problems };
  const id = await insertInvoice(ctx, legalEntityId, { month, day, madeOn, issuer, rows: invoiced });
  await payFromCredits(ctx, legalEntityId);
  await tellOfIssued(ctx, id);
  return { invoiceId: id, corrected, problems };
}

/**
 * Corrects an invoice by what was reversed of its fees up to the end of a month: the papers of that month have left it.
 * @returns whether there was anything
 * @throws Refusal `move.illegal` when people have to settle it
 */
export async function correctReturned(
  ctx: TransitionContext,
  invoiceId: number,
  { month, day }: Pick<Month, 'month' | 'day'>,
): Promise<boolean> {
  const legalEntityId = await payerOf(ctx.db, invoiceId);
  await lockInvoicesOf(ctx.db, legalEntityId);
  const rows = (await uncoveredUpTo(ctx.db, legalEntityId, month)).corrected.get(invoiceId);
  if (!rows) return false;
  const { problem } = await correctByReturned(ctx, invoiceId, { rows, day });
  if (problem !== null) throw new Refusal('move.illegal', { detail: problem });
  return true;
}

/** Whether a month of a creditor has an invoice that lives. */
const hasInvoice = async (
  tx: Tx,
  { issuerId, legalEntityId, month }: { issuerId: number; legalEntityId: number; month: Day },
): Promise<boolean> =>
  (await tx
    .selectFrom('invoices')
    .select('id')
    .where('issuerId', '=', issuerId)
    .where('legalEntityId', '=', legalEntityId)
    .where('month', '=', monthOf(month))
    .where('status', '<>', 'cancelled')
    .executeTakeFirst()) !== undefined;

interface Covered extends Month {
  issuer: Awaited<ReturnType<typeof issuerOf>>;
  rows: readonly FeeRow[];
}

async function insertInvoice(
  { db }: Issuing,
  legalEntityId: number,
  { month, day, madeOn, issuer, rows }: Covered,
): Promise<number> {
  const { amount, vat } = totalOf(rows);
  const { number, issuedOn } = await nextNumber(db, issuer.id, 'invoice', day);
  const dueDate = await dueDateFor(db, legalEntityId, { month, from: laterDay(issuedOn, madeOn) });
  const common = { number, month: monthOf(month), issuedOn, dueDate };
  const facts = {
    form: INVOICE_FORM,
    ...common,
    issuer: issuer.facts,
    payer: await payerFacts(db, legalEntityId),
    lines: linesByRate(rows),
  };
  const { id } = await db
    .insertInto('invoices')
    .values({ ...common, issuerId: issuer.id, legalEntityId, amount, vat, facts: jsonText(facts) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await coverRows(db, rows, { invoiceId: id });
  return id;
}

/**
 * When an invoice is due that counts from a day. In the place of one that a single person has cancelled it is due when that was, at the soonest on the
 * next working day: nobody gives a new term alone (docs/decisions/0196).
 */
async function dueDateFor(db: Tx, legalEntityId: number, { month, from }: { month: Day; from: Day }): Promise<Day> {
  const calendar = await calendarIn(db);
  const former = await db
    .selectFrom('invoices as v')
    .innerJoin('invoiceRows as r', 'r.invoiceId', 'v.id')
    .select(['v.dueDate', 'r.releasedAt'])
    .where('v.legalEntityId', '=', legalEntityId)
    .where('v.month', '=', monthOf(month))
    .where('v.status', '=', 'cancelled')
    .orderBy('v.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const due = former && toDay(former.dueDate);
  if (due && former.releasedAt && moscowDay(former.releasedAt) < due)
    return laterDay(due, calendar.addWorkingDays(from, 1));
  return dueDateOf(from, calendar, (await settingsOf(db)).invoiceDueDays);
}

/** A creditor as papers name him, by his card. */
async function payerFacts(tx: Tx, legalEntityId: number): Promise<PayerFacts> {
  const { fullName, inn, kpp, ogrn, legalAddress } = await tx
    .selectFrom('legalEntities')
    .select(['fullName', 'inn', 'kpp', 'ogrn', 'legalAddress'])
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  return { name: fullName, inn, kpp, ogrn, address: legalAddress };
}

/**
 * An accountant issues the papers of a month that is over by hand: its invoice was cancelled, or could not be issued by the close.
 * @returns the id of the invoice, or of one that was corrected
 * @throws Refusal `input.invalid` at the month, `move.illegal` when there is nothing to ask for
 */
export async function issueByHand(ctx: Writing, legalEntityId: number, month: Day): Promise<number> {
  if (!isMonthOver(month, ctx.day))
    throw new Refusal('input.invalid', { fields: { month: 'Этот месяц ещё не закончился' } });
  const { invoiceId, corrected, problems } = await issuePapers(ctx, legalEntityId, {
    month,
    day: ctx.day,
    madeOn: ctx.day,
  });
  const id = invoiceId ?? corrected[0];
  if (id === undefined) throw new Refusal('move.illegal', { detail: problems[0] ?? nothing });
  return id;
}

const nothing = 'За этот месяц выставлять нечего: счёт уже есть или вознаграждения по счёту не было';
