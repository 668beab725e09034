import * as z from 'zod';
import { AGENT_REPORT_LINES } from '#domain/money/agent-report.ts';
import { LEDGER_EVENTS } from '#domain/money/ledger.ts';
import { PAYOUT_EVERY, PAYOUT_LEAST_RANGE, PAYOUT_OBSTACLES, payoutMachine } from '#domain/money/payout.ts';
import { day, filledText, id, instant, keysOf, sum, version } from '../kernel/fields.ts';
import { pdf, spreadsheet } from '../kernel/file.ts';
import { module, op, rights } from '../kernel/op.ts';
import { Counts, countsQuery, exportQuery, listOf, listQuery } from '../kernel/page.ts';
import { approvals, PendingApproval } from '../platform/approvals.ts';

/** Kopecks in an answer. */
const amount = z.int();
const status = z.enum(payoutMachine.statuses);

const PayoutRow = z.object({
  id: z.int(),
  number: z.string(),
  legalEntityId: z.int(),
  creditor: z.string(),
  amount,
  status,
  /** Where the money goes, the account but for its last digits left out. */
  bankName: z.string(),
  account: z.string(),
  /** Why it has not gone, or has come back; null unless somebody said so. */
  failReason: z.string().nullable(),
  /** The partner does not answer just now; we go on asking him by ourselves. */
  partnerSilent: z.boolean(),
  createdAt: instant,
  /** The business day on which the money left; that on which it came back. */
  valueDate: z.string().nullable(),
  returnedOn: z.string().nullable(),
  reconciledAt: instant.nullable(),
});

const Payout = PayoutRow.extend({
  partnerId: z.string().nullable(),
  /** Whom the details name, with his ИНН; null once they have changed. */
  recipient: z.string().nullable(),
  /** Which operator has made it by hand; null when the close of a day did, and to the creditor's people. */
  madeBy: z.string().nullable(),
  /** The day on which it went although it had failed and its money was gone; null of all others, and to the creditor's people. */
  expensedOn: z.string().nullable(),
  pendingApprovals: z.array(PendingApproval),
  moves: z.array(z.enum(['propose', 'cancel', 'fail'])),
});

/** When and from which sum a creditor is paid out. */
const ruleFields = { every: z.enum(keysOf(PAYOUT_EVERY)), least: z.int() };

/** The details in use, as they are now: whoever is shown them pays to no others. */
const accountKey = { id: z.int(), version: z.int() };

/** What a creditor has on his account with the platform. */
const Balance = z.object({
  /** All that is owed to him; what of it a refund or a payout is going to take; what is free. */
  owed: amount,
  reserved: amount,
  free: amount,
  rule: z.object({ ...ruleFields, /** Null while the creditor has set nothing. */ version: z.int().nullable() }),
  /** Where it goes, the account but for its last digits left out; null while no details are confirmed. */
  account: z.object({ ...accountKey, bankName: z.string(), account: z.string(), recipient: z.string() }).nullable(),
  /** What stands in the way of a payout as things are now; null when nothing does. */
  obstacle: z.enum(keysOf(PAYOUT_OBSTACLES)).nullable(),
  /** The next day whose morning is one of payouts. */
  nextDay: z.string(),
  /** Whether whoever asks may set the rule, and may pay out by hand now. */
  moves: z.array(z.enum(['setRule', 'payNow'])),
});

/** One movement of what the platform owes a creditor. */
const Movement = z.object({
  id: z.int(),
  kind: z.enum(keysOf(LEDGER_EVENTS)),
  valueDate: z.string(),
  createdAt: instant,
  /** Kopecks; below zero when it makes the debt to him less. */
  amount,
  settlementId: z.int().nullable(),
  settlement: z.string().nullable(),
  payoutId: z.int().nullable(),
  payout: z.string().nullable(),
});

const movementColumns = ['valueDate', 'kind', 'settlement', 'payout', 'amount'] as const;

/** What has come and gone of a creditor's money in a span of days. */
const AgentReport = z.object({
  from: z.string(),
  to: z.string(),
  opening: amount,
  /** Below zero what the creditor has less of. */
  lines: z.record(z.enum(keysOf(AGENT_REPORT_LINES)), amount),
  closing: amount,
});
/** The business days of a report, both in it. */
const span = z.strictObject({ from: day, to: day });

const creditors = { employee: ['member', 'head', 'manager', 'accountant'] } as const;
/** Who keeps the money of a creditor. */
const treasurers = { employee: ['member', 'head', 'accountant'] } as const;
const operators = { operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] } as const;
const bookkeepers = { operator: ['all', 'administrator', 'accountant'] } as const;
const readers = { ...creditors, ...operators } as const;

const filters = { status: z.array(status).max(7), legalEntityId: id };
const ofCompany = { id: 'legalEntity' } as const;
const onPayout = { id: 'payout' } as const;

export const payouts = module('payouts', 'Выплаты кредиторам', {
  list: op('GET /api/payouts', {
    about: 'Выплаты кредиторам',
    access: readers,
    lists: ['payout'],
    query: listQuery(['createdAt'], filters),
    out: listOf(PayoutRow),
  }),
  counts: op('GET /api/payouts/counts', {
    about: 'Сколько выплат в каждом статусе',
    access: readers,
    lists: ['payout'],
    query: countsQuery(filters),
    out: Counts,
  }),
  get: op('GET /api/payouts/{id}', { about: 'Выплата', access: readers, on: onPayout, out: Payout }),
  balance: op('GET /api/legal-entities/{id}/balance', {
    about: 'Сколько денег у компании на платформе и когда их выплатят',
    access: readers,
    on: ofCompany,
    out: Balance,
  }),
  movements: op('GET /api/legal-entities/{id}/balance/movements', {
    about: 'Движения денег компании на платформе',
    access: readers,
    on: ofCompany,
    query: listQuery(['createdAt'], { from: day, to: day }),
    out: listOf(Movement),
  }),
  exportMovements: op('GET /api/legal-entities/{id}/balance/exports/excel', {
    about: 'Выгрузить движения денег компании таблицей',
    access: { ...treasurers, ...bookkeepers },
    on: ofCompany,
    query: exportQuery(['createdAt'], { from: day, to: day }, movementColumns).omit({ q: true, ids: true, sort: true }),
    file: spreadsheet,
  }),
  report: op('GET /api/legal-entities/{id}/agent-report', {
    about: 'Отчёт агента компании за период',
    access: readers,
    on: ofCompany,
    query: span,
    out: AgentReport,
    errors: ['input.invalid'],
  }),
  reportPaper: op('GET /api/legal-entities/{id}/agent-report/paper', {
    about: 'Скачать отчёт агента компании за период',
    access: readers,
    on: ofCompany,
    query: span,
    file: pdf,
    errors: ['input.invalid'],
  }),
  setRule: op('PUT /api/legal-entities/{id}/payout-rule', {
    about: 'Установить, когда и с какой суммы выплачивать',
    access: { ...treasurers, ...bookkeepers },
    vouched: true,
    on: ofCompany,
    body: z.strictObject({
      every: ruleFields.every,
      least: z.int().min(PAYOUT_LEAST_RANGE.min, 'Не меньше 1 ₽').max(PAYOUT_LEAST_RANGE.max, 'Не больше 1 000 000 ₽'),
      /** Null when nothing was set before. */
      version: version.nullable(),
    }),
    out: Balance,
    errors: ['version.stale'],
  }),
  payNow: op('POST /internal/legal-entities/{id}/payouts', {
    about: 'Выплатить кредитору сейчас',
    access: bookkeepers,
    vouched: true,
    on: ofCompany,
    /** What is free and where it goes, as whoever pays was shown them. */
    body: z.strictObject({ amount: sum, account: z.strictObject({ id, version }) }),
    out: Payout,
    status: 201,
    errors: ['move.illegal', 'payment.unavailable', 'version.stale'],
  }),
  propose: op('POST /internal/payouts/{id}/proposal', {
    about: 'Предложить крупную выплату второму человеку',
    access: bookkeepers,
    on: onPayout,
    out: Payout,
    errors: ['move.illegal'],
  }),
  fail: op('POST /internal/payouts/{id}/failure', {
    about: 'Предложить закрыть выплату, которую партнёр не проводит',
    access: bookkeepers,
    on: onPayout,
    body: z.strictObject({ reason: filledText(500).min(10, 'Назовите причину: не меньше 10 знаков') }),
    out: Payout,
    errors: ['move.illegal'],
  }),
  cancel: op('POST /internal/payouts/{id}/cancel', {
    about: 'Отменить выплату, которая ждёт решения',
    access: bookkeepers,
    vouched: true,
    on: onPayout,
    out: Payout,
    errors: ['move.illegal'],
  }),
});

export const payoutApprovalRights = rights(approvals.decide, {
  payout: { about: 'Принимать решения о крупных выплатах', access: bookkeepers },
});
