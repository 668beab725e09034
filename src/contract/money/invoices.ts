import * as z from 'zod';
import { INVOICE_PAPERS, invoiceMachine } from '#domain/money/invoice.ts';
import { INVOICE_PLACES, ISSUER_FIELDS } from '#domain/money/invoice-issuer.ts';
import {
  day,
  filledLineText,
  filledText,
  id,
  instant,
  keysOf,
  oneLineText,
  sum,
  sumOrNone,
  text,
  version,
} from '../kernel/fields.ts';
import { pdf, spreadsheet } from '../kernel/file.ts';
import { module, op, rights } from '../kernel/op.ts';
import { Counts, countsQuery, exportQuery, listOf, listQuery } from '../kernel/page.ts';
import { approvals, PendingApproval } from '../platform/approvals.ts';

/** Kopecks in an answer. */
const amount = z.int();
const status = z.enum(invoiceMachine.statuses);

/** An invoice as lists show it. */
const InvoiceRow = z.object({
  id: z.int(),
  number: z.string(),
  legalEntityId: z.int(),
  creditor: z.string(),
  /** The first day of its month. */
  month: z.string(),
  issuedOn: z.string(),
  dueDate: z.string(),
  /** VAT within it; what corrections have taken off it; what is paid, by money and by corrections; what is asked for still. */
  amount,
  vat: amount,
  corrected: amount,
  paid: amount,
  open: amount,
  status,
  isOverdue: z.boolean(),
  createdAt: instant,
});

/** The fees of one rate of VAT; null without VAT. */
const Line = z.object({ vatBps: z.int().nullable(), amount, vat: amount, count: z.int() });

const Correction = z.object({
  id: z.int(),
  number: z.string(),
  issuedOn: z.string(),
  amount,
  vat: amount,
  reason: z.string(),
});

/** Money or a correction that has paid some of an invoice. */
const Paid = z.object({
  id: z.int(),
  amount,
  /** The number of the correction; null of money. */
  correction: z.string().nullable(),
  /** Of money: on which day and where it has come, and by which paper of the bank. */
  valueDate: z.string().nullable(),
  place: z.enum(keysOf(INVOICE_PLACES)).nullable(),
  reference: z.string().nullable(),
});

const Invoice = InvoiceRow.extend({
  issuer: z.string(),
  cancelReason: z.string().nullable(),
  lines: z.array(Line),
  /** How many papers its breakdown is. */
  breakdownParts: z.int(),
  /** What corrections have left of them. */
  linesLeft: z.array(Line),
  corrections: z.array(Correction),
  /** Fees that came back with payments and wait for people, since their line was lowered by hand as well; `least` is the same money for certain. */
  waiting: z.array(z.object({ vatBps: z.int().nullable(), returned: amount, byHand: amount, least: amount })),
  payments: z.array(Paid),
  pendingApprovals: z.array(PendingApproval),
  moves: z.array(z.enum(['cancel', 'correct', 'issueAgain', 'pay', 'settleReturned'])),
});

/** What papers say of the issuer beside his name. */
const issuer = {
  kpp: text(ISSUER_FIELDS.kpp.most).nullable(),
  bankName: oneLineText(ISSUER_FIELDS.bankName.most),
  bik: text(ISSUER_FIELDS.bik.most),
  corrAccount: text(ISSUER_FIELDS.corrAccount.most),
  account: text(ISSUER_FIELDS.account.most),
  headName: oneLineText(ISSUER_FIELDS.headName.most),
  headPosition: oneLineText(ISSUER_FIELDS.headPosition.most),
  accountantName: oneLineText(ISSUER_FIELDS.accountantName.most).nullable(),
};

/** What adds up in a month (docs/decisions/0169). Fees less what was reversed of them, by value dates; VAT within. */
const Totals = z.object({
  month: z.string(),
  withheld: amount,
  invoiced: amount,
  onTop: amount,
  /** The turnover of 9010 and 2050. */
  turnover: amount,
  /** Of all months: what stands on 1200, and what it is made of. */
  owed: amount,
  open: amount,
  advances: amount,
  uncovered: amount,
});

const creditors = { employee: ['member', 'head', 'accountant'] } as const;
const operators = { operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] } as const;
const bookkeepers = { operator: ['all', 'administrator', 'accountant'] } as const;
const readers = { ...creditors, ...operators } as const;

const filters = {
  status: z.array(status).max(3),
  legalEntityId: id,
  /** Any day of it. */
  month: day,
  isOverdue: z.boolean(),
};
const sorts = ['issuedOn'] as const;
const columns = [
  'number',
  'creditor',
  'month',
  'issuedOn',
  'dueDate',
  'amount',
  'vat',
  'corrected',
  'paid',
  'open',
  'status',
] as const;
const onInvoice = { id: 'invoice' } as const;
const why = filledText(500).min(10, 'Назовите причину: не меньше 10 знаков');

const noSuchRate = 'Такой ставки НДС в счёте нет';
/** The rate of a line, null of that without VAT; left out where there is one line. */
const lineRate = z.int().min(1, noSuchRate).max(10_000, noSuchRate).nullable().optional();

export const invoices = module('invoices', 'Счета за вознаграждение', {
  list: op('GET /api/invoices', {
    about: 'Счета за вознаграждение платформы',
    access: readers,
    lists: ['invoice'],
    query: listQuery(sorts, filters),
    out: listOf(InvoiceRow),
  }),
  counts: op('GET /api/invoices/counts', {
    about: 'Сколько счетов в каждом статусе',
    access: readers,
    lists: ['invoice'],
    query: countsQuery(filters),
    out: Counts,
  }),
  exportExcel: op('GET /api/invoices/exports/excel', {
    about: 'Выгрузить счета таблицей',
    access: { ...creditors, ...bookkeepers },
    lists: ['invoice'],
    query: exportQuery(sorts, filters, columns),
    file: spreadsheet,
  }),
  exchange: op('GET /api/invoices/exports/exchange', {
    about: 'Выгрузить счета, акты и исправления для 1С',
    access: { ...creditors, ...bookkeepers },
    lists: ['invoice'],
    /** At most five thousand invoices go into one file. A month is also what was issued, corrected or cancelled within it, in whatever state. */
    query: exportQuery(sorts, filters, columns).omit({ columns: true }),
    file: 'application/xml',
    errors: ['input.invalid'],
  }),
  get: op('GET /api/invoices/{id}', { about: 'Счёт', access: readers, on: onInvoice, out: Invoice }),
  paper: op('GET /api/invoices/{id}/paper', {
    about: 'Скачать счёт, акт или реестр сделок',
    access: readers,
    on: onInvoice,
    query: z.strictObject({
      kind: z.enum(keysOf(INVOICE_PAPERS)).default('invoice'),
      /** A long breakdown is printed in parts. */
      part: z.int().min(1).max(1000).default(1),
    }),
    file: pdf,
    errors: ['document.absent'],
  }),
  correctionPaper: op('GET /api/invoices/{id}/correction', {
    about: 'Скачать исправление счёта',
    access: readers,
    on: onInvoice,
    query: z.strictObject({ correction: id }),
    file: pdf,
    errors: ['document.absent'],
  }),
  exportBreakdown: op('GET /api/invoices/{id}/exports/breakdown', {
    about: 'Выгрузить реестр сделок счёта таблицей',
    access: { ...creditors, ...bookkeepers },
    on: onInvoice,
    file: spreadsheet,
  }),
  ofCompany: op('GET /api/legal-entities/{id}/invoices-balance', {
    about: 'Сколько компания должна по счетам',
    access: readers,
    on: { id: 'legalEntity' },
    /** What invoices ask for; what was paid ahead; what is not invoiced yet. */
    out: z.object({ open: amount, advance: amount, uncovered: amount }),
  }),
  totals: op('GET /internal/invoices/totals', {
    about: 'Вознаграждение за месяц: удержано, выставлено и обороты книги',
    access: { operator: ['all', 'administrator', 'accountant', 'observer'] },
    /** Without a month that which people reckon with: until the tenth the one before. */
    query: z.strictObject({ month: day.optional() }),
    out: Totals,
  }),
  issuer: op('GET /internal/invoices/issuer', {
    about: 'Реквизиты, от которых выставляются счета',
    access: operators,
    out: z.object({
      name: z.string(),
      /** Null while nobody has told them: nothing is issued then. */
      details: z
        .object({
          kpp: z.string().nullable(),
          bankName: z.string(),
          bik: z.string(),
          corrAccount: z.string(),
          account: z.string(),
          headName: z.string(),
          headPosition: z.string(),
          accountantName: z.string().nullable(),
        })
        .nullable(),
      version: z.int().nullable(),
      pendingApprovals: z.array(PendingApproval),
    }),
  }),
  proposeIssuer: op('POST /internal/invoices/issuer', {
    about: 'Предложить реквизиты для счетов',
    access: bookkeepers,
    body: z.strictObject({ ...issuer, /** Null when nothing was told before. */ version: version.nullable() }),
    errors: ['input.invalid', 'move.illegal', 'version.stale'],
  }),
  issue: op('POST /internal/legal-entities/{id}/invoices', {
    about: 'Выставить счёт за прошедший месяц',
    access: bookkeepers,
    vouched: true,
    on: { id: 'legalEntity' },
    body: z.strictObject({ month: day }),
    /** The invoice of the month; where it has one already, that of before which was corrected. */
    out: Invoice,
    status: 201,
    errors: ['input.invalid', 'move.illegal'],
  }),
  cancel: op('POST /internal/invoices/{id}/cancel', {
    about: 'Аннулировать счёт, просроченный — предложить',
    access: bookkeepers,
    vouched: true,
    on: onInvoice,
    body: z.strictObject({ reason: why }),
    out: Invoice,
    errors: ['move.illegal'],
  }),
  correct: op('POST /internal/invoices/{id}/corrections', {
    about: 'Предложить уменьшить счёт',
    access: bookkeepers,
    on: onInvoice,
    body: z.strictObject({
      amount: sum,
      vatBps: lineRate,
      reason: why,
    }),
    out: Invoice,
    errors: ['input.invalid', 'move.illegal'],
  }),
  settleReturned: op('POST /internal/invoices/{id}/returned', {
    about: 'Предложить, что из возвращённого вознаграждения уже снято со счёта вручную',
    access: bookkeepers,
    on: onInvoice,
    body: z.strictObject({
      /** How much of what came back of a line is the same money; of the rest a correction is issued. */
      counted: sumOrNone,
      vatBps: lineRate,
      reason: why,
    }),
    out: Invoice,
    errors: ['input.invalid', 'move.illegal'],
  }),
  pay: op('POST /internal/invoices/{id}/payments', {
    about: 'Предложить отметить оплату счёта на расчётный счёт',
    access: bookkeepers,
    on: onInvoice,
    body: z.strictObject({
      amount: sum,
      paidOn: day,
      /** The number of the payment order. */
      reference: filledLineText(40),
    }),
    out: Invoice,
    errors: ['input.invalid', 'move.illegal'],
  }),
});

export const invoiceApprovalRights = rights(approvals.decide, {
  invoice: { about: 'Решать об оплате и исправлении счетов и о реквизитах для них', access: bookkeepers },
});
