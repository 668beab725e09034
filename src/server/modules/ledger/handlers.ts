import { ledger } from '#contract/money/ledger.ts';
import { inLedgerDays } from '#domain/money/ledger-months.ts';
import { monthOf } from '#domain/values/months.ts';
import { implement, prepared } from '#server/platform/ctx.ts';
import { accountCard, accountLines } from './account-card.ts';
import { compareBank } from './bank/compare.ts';
import { readStatement } from './bank/read-statement.ts';
import { exportAccount, exportLines } from './export.ts';
import { creditors, debtors, exportCreditors, exportDebtors } from './holders.ts';
import { lineList } from './lines.ts';
import { brokenNow } from './months/check-months.ts';
import { proposeClose } from './months/close-month.ts';
import { monthShown, monthsOf } from './months/month-rows.ts';
import { trialBalance } from './trial-balance.ts';

export const ledgerHandlers = implement(ledger, {
  trialBalance: (ctx, { query }) => {
    const to = query.to ?? ctx.day;
    return trialBalance(ctx.db, { from: inLedgerDays(query.from ?? monthOf(to)), to: inLedgerDays(to) });
  },
  check: async ({ db }) => ({ broken: await brokenNow(db) }),
  months: (ctx) => monthsOf(ctx),
  closeMonth: async (ctx, { body }) => monthShown(ctx, await proposeClose(ctx, body.month)),
  lines: (ctx, { query }) => lineList.page(ctx, query),
  linesExcel: (ctx, { query }) => exportLines(ctx, query),
  account: (ctx, { query }) => accountCard(ctx, query),
  accountLines: (ctx, { query }) => accountLines(ctx, query),
  accountExcel: (ctx, { query }) => exportAccount(ctx, query),
  bankStatement: prepared(ledger.bankStatement, {
    prepare: ({ app }, { file }) => readStatement(app, file),
    run: (ctx, _input, statement) => compareBank(ctx.db, statement),
  }),
  creditors: (ctx, { query }) => creditors(ctx, query),
  creditorsExcel: (ctx, { query }) => exportCreditors(ctx, query),
  debtors: (ctx, { query }) => debtors(ctx, query),
  debtorsExcel: (ctx, { query }) => exportDebtors(ctx, query),
});
