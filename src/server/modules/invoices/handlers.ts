import { invoices } from '#contract/money/invoices.ts';
import { reckonedMonth } from '#domain/money/invoice.ts';
import { implement, scopedRead } from '#server/platform/ctx.ts';
import { cancelOrPropose } from './cancel.ts';
import { findInvoice } from './card.ts';
import { proposeCorrection } from './corrections.commands.ts';
import { exportExchange } from './exchange.ts';
import { issueByHand } from './issue.commands.ts';
import { proposeIssuer, shownIssuer } from './issuer.ts';
import { exportBreakdown, printCorrection, printPaper } from './papers.ts';
import { proposePayment } from './payments.commands.ts';
import { proposeReturned } from './returned.commands.ts';
import { exportInvoices, invoiceList } from './rows.ts';
import { invoicesOfCompany, totalsOf } from './totals.queries.ts';

export const invoiceHandlers = implement(invoices, {
  list: (ctx, { query }) => invoiceList.page(ctx, query),
  counts: (ctx, { query }) => invoiceList.counts(ctx, query),
  exportExcel: (ctx, { query }) => exportInvoices(ctx, query),
  exchange: (ctx, { query }) => exportExchange(ctx, query),
  get: scopedRead(invoices.get, (ctx, { params }) => findInvoice(ctx, params.id)),
  paper: (ctx, { params, query }) => printPaper(ctx, params.id, query),
  correctionPaper: (ctx, { params, query }) => printCorrection(ctx, params.id, query.correction),
  exportBreakdown: (ctx, { params }) => exportBreakdown(ctx, params.id),
  ofCompany: (ctx, { params }) => invoicesOfCompany(ctx.db, params.id),
  totals: (ctx, { query }) => totalsOf(ctx.db, query.month ?? reckonedMonth(ctx.day)),
  issuer: (ctx) => shownIssuer(ctx),
  proposeIssuer: (ctx, { body }) => proposeIssuer(ctx, body),
  async issue(ctx, { params, body }) {
    return findInvoice(ctx, await issueByHand(ctx, params.id, body.month));
  },
  async cancel(ctx, { params: { id }, body }) {
    await cancelOrPropose(ctx, id, body.reason);
    return findInvoice(ctx, id);
  },
  async correct(ctx, { params: { id }, body }) {
    await proposeCorrection(ctx, id, body, body.reason);
    return findInvoice(ctx, id);
  },
  async settleReturned(ctx, { params: { id }, body }) {
    await proposeReturned(ctx, id, body, body.reason);
    return findInvoice(ctx, id);
  },
  async pay(ctx, { params: { id }, body }) {
    await proposePayment(ctx, id, body);
    return findInvoice(ctx, id);
  },
});
