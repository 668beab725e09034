import * as z from 'zod';
import { LEDGER_EVENTS } from '#domain/money/ledger.ts';
import { ACCOUNT_CODES } from '#domain/money/ledger-accounts.ts';
import { ledgerMonthMachine } from '#domain/money/ledger-months.ts';
import { day, id, instant, keysOf, nothingElse } from '../kernel/fields.ts';
import { bankFile, spreadsheet } from '../kernel/file.ts';
import { module, op, rights } from '../kernel/op.ts';
import { exportQuery, listOf, listQuery, unsearchedListQuery } from '../kernel/page.ts';
import { approvals, PendingApproval } from '../platform/approvals.ts';

const account = z.enum(ACCOUNT_CODES);
/** Kopecks; a balance counts to the side on which the account grows. */
const amount = z.int();

/** An account over a period. Its turnovers are those whose book day is in the period. */
const TrialRow = z.object({
  account,
  label: z.string(),
  memo: z.boolean(),
  opening: amount,
  debit: amount,
  credit: amount,
  closing: amount,
});

/** One line of an entry, with the accounts on its other side. */
const LedgerLine = z.object({
  id: z.int(),
  entryId: z.int(),
  kind: z.enum(keysOf(LEDGER_EVENTS)),
  /** The business day on which it counts, and the day on which the ledger has it: another one where its month was closed. */
  valueDate: z.string(),
  bookDay: z.string(),
  createdAt: instant,
  account,
  /** Whose account it is: a company, a person or a settlement, by the kind of the account; null when nobody's apart. */
  holderId: z.int().nullable(),
  holder: z.string().nullable(),
  side: z.enum(['debit', 'credit']),
  amount,
  against: z.array(account),
  settlementId: z.int().nullable(),
  settlement: z.string().nullable(),
  paymentId: z.int().nullable(),
  payment: z.string().nullable(),
  payoutId: z.int().nullable(),
  invoiceId: z.int().nullable(),
});

/** The same on the card of its account, with what the account has after it. */
const AccountLine = LedgerLine.extend({ balance: amount });

/** An account, or what one holder has on it, over a period. */
const Account = z.object({
  account,
  label: z.string(),
  holderId: z.int().nullable(),
  holder: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  opening: amount,
  debit: amount,
  credit: amount,
  closing: amount,
});

/** What is owed to a creditor, and what he owes of the fees, at the end of a day. */
const CreditorBalance = z.object({
  id: z.int(),
  creditor: z.string(),
  inn: z.string(),
  owed: amount,
  feeDebt: amount,
});

/** What a debtor owes by his agreements, and what of his money nobody has taken, at the end of a day. */
const DebtorBalance = z.object({
  id: z.int(),
  debtor: z.string(),
  claims: amount,
  penalties: amount,
  /** What is forgiven once he has paid. */
  forgivable: amount,
  overpaid: amount,
});

const Month = z.object({
  /** Its first day. */
  month: z.string(),
  status: z.enum(ledgerMonthMachine.statuses),
  /** How many entries were booked in it; null until it is closed. */
  entries: z.int().nullable(),
  /** How many of them count in a month that was closed before. */
  late: z.int(),
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  /** Over its balances and the month before, in hexadecimal digits. */
  seal: z.string().nullable(),
  /** Why its close has not ended yet; null when nothing is in its way. It is tried again every minute. */
  problem: z.string().nullable(),
  /** Why it cannot be closed now; null when it can. */
  obstacle: z.string().nullable(),
  pendingApprovals: z.array(PendingApproval),
});

/** What only one side has: how many, what they come to, and the first of them. */
const leftOf = <Row extends z.ZodType>(row: Row) => z.object({ count: z.int(), sum: amount, items: z.array(row) });
/** A line of the account in the ledger. */
const OwnLine = z.object({
  id: z.int(),
  entryId: z.int(),
  kind: z.enum(keysOf(LEDGER_EVENTS)),
  day: z.string(),
  amount,
});
const BankMovement = z.object({
  day: z.string(),
  amount,
  number: z.string(),
  counterparty: z.string(),
  purpose: z.string(),
});

/** The operator's bank account by its statement and by the ledger, over the days of the statement. */
const BankComparison = z.object({
  account: z.string(),
  from: z.string(),
  to: z.string(),
  bank: z.object({ opening: amount, closing: amount }),
  ledger: z.object({ opening: amount, closing: amount }),
  /** What the movements of the statement leave to its closing balance; null when they lead to it. */
  missing: amount.nullable(),
  matched: z.int(),
  /** Of them what the ledger has on a day outside the statement: that line may be another movement's, of the statement beside. */
  apart: leftOf(OwnLine.extend({ bankDay: z.string() })),
  /** What only the bank has, by its side: below zero what left. */
  came: leftOf(BankMovement),
  went: leftOf(BankMovement),
  onlyInLedger: leftOf(OwnLine),
});

const readers = { operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] } as const;
const exporters = { operator: ['all', 'administrator', 'accountant'] } as const;
const period = { from: day, to: day };
const lineFilters = {
  account: z.array(account).max(20),
  holderId: id,
  settlementId: id,
  entryId: id,
  ...period,
};
const onDay = { day };
const sorts = {
  lines: ['createdAt'],
  account: ['bookDay'],
  creditors: ['creditor', 'owed', 'feeDebt'],
  debtors: ['debtor'],
} as const;

export const ledger = module('ledger', 'Книга проводок', {
  trialBalance: op('GET /internal/ledger/trial-balance', {
    about: 'Оборотно-сальдовая ведомость',
    access: readers,
    query: z.strictObject(period).partial(),
    out: z.object({ from: z.string(), to: z.string(), rows: z.array(TrialRow) }),
  }),
  check: op('GET /internal/ledger/check', {
    about: 'Проверка сумм книги',
    access: readers,
    out: z.object({
      /** Sums that should be equal and are not: none, or the platform has a fault. */
      broken: z.array(z.object({ rule: z.string(), expected: amount, found: amount })),
    }),
  }),
  months: op('GET /internal/ledger/months', {
    about: 'Месяцы книги',
    access: readers,
    /** The last ones, the newest first. */
    out: z.object({ items: z.array(Month) }),
  }),
  closeMonth: op('POST /internal/ledger/months', {
    about: 'Предложить закрыть месяц книги',
    access: exporters,
    /** Any day of the month. */
    body: z.strictObject({ month: day }),
    out: Month,
    errors: ['move.illegal'],
  }),
  lines: op('GET /internal/ledger/lines', {
    about: 'Проводки счёта',
    access: readers,
    query: listQuery(sorts.lines, lineFilters),
    out: listOf(LedgerLine),
    errors: ['input.invalid'],
  }),
  linesExcel: op('GET /internal/ledger/lines/exports/excel', {
    about: 'Выгрузить проводки таблицей',
    access: exporters,
    query: exportQuery(sorts.lines, lineFilters, [
      'bookDay',
      'valueDate',
      'kind',
      'account',
      'holder',
      'debit',
      'credit',
      'against',
      'settlement',
      'payment',
      'entryId',
      'createdAt',
    ]),
    file: spreadsheet,
    errors: ['input.invalid'],
  }),
  account: op('GET /internal/ledger/account', {
    about: 'Карточка счёта',
    access: readers,
    /** The account at the partner in this month, unless told. */
    query: z.strictObject({ account, holderId: id, ...period }).partial(),
    out: Account,
    errors: ['input.invalid', 'object.absent'],
  }),
  accountLines: op('GET /internal/ledger/account/lines', {
    about: 'Строки карточки счёта',
    access: readers,
    query: unsearchedListQuery(sorts.account, { account, holderId: id, ...period }),
    out: listOf(AccountLine),
  }),
  accountExcel: op('GET /internal/ledger/account/lines/exports/excel', {
    about: 'Выгрузить карточку счёта таблицей',
    access: exporters,
    query: exportQuery(sorts.account, { account, holderId: id, ...period }, [
      'bookDay',
      'valueDate',
      'kind',
      'holder',
      'debit',
      'credit',
      'balance',
      'against',
      'settlement',
      'payment',
      'entryId',
      'createdAt',
    ]).omit({ q: true }),
    file: spreadsheet,
    errors: ['input.invalid', 'object.absent'],
  }),
  bankStatement: op('POST /internal/ledger/bank-statement', {
    about: 'Сравнить выписку банка с книгой',
    access: exporters,
    body: nothingElse,
    upload: bankFile,
    asks: true,
    out: BankComparison,
    errors: ['input.invalid'],
  }),
  creditors: op('GET /internal/ledger/creditors', {
    about: 'Остатки по кредиторам на день',
    access: readers,
    query: listQuery(sorts.creditors, onDay),
    out: listOf(CreditorBalance),
  }),
  creditorsExcel: op('GET /internal/ledger/creditors/exports/excel', {
    about: 'Выгрузить остатки по кредиторам таблицей',
    access: exporters,
    query: exportQuery(sorts.creditors, onDay, ['creditor', 'inn', 'owed', 'feeDebt']),
    file: spreadsheet,
  }),
  debtors: op('GET /internal/ledger/debtors', {
    about: 'Остатки по заёмщикам на день',
    access: readers,
    query: listQuery(sorts.debtors, onDay),
    out: listOf(DebtorBalance),
  }),
  debtorsExcel: op('GET /internal/ledger/debtors/exports/excel', {
    about: 'Выгрузить остатки по заёмщикам таблицей',
    access: exporters,
    query: exportQuery(sorts.debtors, onDay, ['debtor', 'claims', 'penalties', 'forgivable', 'overpaid']),
    file: spreadsheet,
  }),
});

export const ledgerApprovalRights = rights(approvals.decide, {
  month: { about: 'Решать о закрытии месяца книги', access: { operator: ['all', 'administrator', 'accountant'] } },
});
