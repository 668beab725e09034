import { addDays, addMonths, type Day, daysBetween } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { monthEnd, monthOf } from '#domain/values/months.ts';
import { closeProposal } from '../modules/approvals/approvals.commands.ts';
import { takeInvoiceMoney } from '../modules/invoices/credits.commands.ts';
import { issuePapers } from '../modules/invoices/issue.commands.ts';
import { approveIssuer, proposeIssuer } from '../modules/invoices/issuer.ts';
import { creditorsToInvoice } from '../modules/invoices/uncovered.ts';
import type { Proposed } from '../platform/approvals.ts';
import type { DemoScenario } from './scenario.ts';

/** The months behind today in which somebody of the demonstration pays. */
const months = [6, 5, 4, 3, 2, 1];
/** So soon a creditor pays an invoice, in days. */
const paidAfter = 4;

/** The fee of the collector is invoiced by the month; he has paid all invoices but the last one. */
export async function invoiced(scenario: DemoScenario): Promise<void> {
  await scenario.on(200);
  await tellIssuer(scenario);
  const issued: { invoiceId: number; end: Day }[] = [];
  for (const ago of months) {
    const month = addMonths(monthOf(scenario.today), -ago);
    const end = monthEnd(month);
    await scenario.on(daysBetween(end, scenario.today) - 1);
    const { app, db } = scenario.clock;
    for (const id of await creditorsToInvoice(db, { from: month, to: end }, { after: 0, limit: 100 })) {
      const { invoiceId } = await issuePapers({ app, db, actor: null }, id, { month, day: end, madeOn: end });
      if (invoiceId !== null) issued.push({ invoiceId, end });
    }
  }
  for (const { invoiceId, end } of issued.slice(0, -1)) await isPaid(scenario, invoiceId, addDays(end, paidAfter));
}

/** Two people tell what invoices say of who issues them. */
async function tellIssuer(scenario: DemoScenario): Promise<void> {
  await proposeIssuer(await scenario.by('accountant@demo.test'), {
    kpp: '770501001',
    bankName: 'ПАО Сбербанк, г. Москва',
    bik: '044525225',
    corrAccount: '30101810400000000225',
    account: '40702810138000000005',
    headName: 'Лаврентьев Игорь Андреевич',
    headPosition: 'Генеральный директор',
    accountantName: null,
    version: null,
  });
  const second = await scenario.by('admin@demo.test');
  const { id } = await second.db
    .selectFrom('approvals')
    .select('id')
    .where('kind', '=', 'invoice.issuer')
    .executeTakeFirstOrThrow();
  const { proposed } = await closeProposal(second, id, 'approve', undefined);
  await approveIssuer(second, proposed as Proposed<'invoice.issuer'>);
}

/** The money of an invoice has come to the account of the operator. */
async function isPaid(scenario: DemoScenario, invoiceId: number, valueDate: Day): Promise<void> {
  await scenario.on(daysBetween(valueDate, scenario.today));
  const ctx = await scenario.by('accountant@demo.test');
  const { amount } = await ctx.db
    .selectFrom('invoices')
    .select('amount')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  await takeInvoiceMoney(ctx, {
    invoiceId,
    amount: kopecks(amount),
    valueDate,
    place: 'bank',
    differenceId: null,
    reference: String(200 + invoiceId),
    accountId: ctx.actor.accountId,
  });
}
