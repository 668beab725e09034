import { addDays, moscowDay } from '#domain/values/days.ts';
import { monthEnd, monthOf } from '#domain/values/months.ts';
import { type Closing, eachDue } from '#server/platform/state/deadlines.ts';
import { correctReturned, issuePapers } from './issue.commands.ts';
import { creditorsToInvoice, invoicesToCorrect } from './uncovered.ts';

/** So many creditors are asked for at once. */
const portion = 500;

/** What failed is tried again at the close of the days after: the month is that which is over by then, never the one that goes on. */
const overBy = ({ day }: Closing) => ({
  month: day === monthEnd(day) ? day : addDays(monthOf(day), -1),
  day,
});

/** The close of the last day of a month issues its papers, those of each creditor in a transaction of their own. */
export const issueInvoices = eachDue(
  'invoices.issue',
  async (db, _now, closing) => {
    if (!closing || closing.day !== monthEnd(closing.day)) return [];
    const month = { from: monthOf(closing.day), to: closing.day };
    return creditorsToInvoice(db, month, { after: closing.after, limit: portion });
  },
  async (app, tx, id, now, closing) => {
    if (!closing) return false;
    const month = { ...overBy(closing), madeOn: moscowDay(now) };
    const { invoiceId, corrected } = await issuePapers({ app, db: tx, actor: null }, id, month);
    return invoiceId !== null || corrected.length > 0;
  },
);

/** What the papers of the month could not correct is told of, invoice by invoice, until people have settled it. */
export const correctInvoices = eachDue(
  'invoices.returned',
  async (db, _now, closing) => {
    if (!closing || closing.day !== monthEnd(closing.day)) return [];
    return invoicesToCorrect(db, closing.day, { after: closing.after, limit: portion });
  },
  async (_app, tx, id, _now, closing) => {
    if (!closing) return false;
    return correctReturned({ db: tx, actor: null }, id, overBy(closing));
  },
);
