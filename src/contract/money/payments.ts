import * as z from 'zod';
import { PAYMENT_CHANNELS, paymentMachine } from '#domain/money/payment.ts';
import { refundMachine, refundRequestMachine } from '#domain/money/refund.ts';
import { paperReaders } from '../documents/documents.ts';
import { everyEmployee } from '../kernel/access.ts';
import { day, filledText, id, instant, keysOf, nothingElse, sum, text } from '../kernel/fields.ts';
import { anyFile, paper, spreadsheet } from '../kernel/file.ts';
import { module, op, rights } from '../kernel/op.ts';
import { Counts, countsQuery, exportQuery, listOf, listQuery } from '../kernel/page.ts';
import { approvals, PendingApproval } from '../platform/approvals.ts';

/** Kopecks in an answer. */
const amount = z.int();
const status = z.enum(paymentMachine.statuses);
const channel = z.enum(keysOf(PAYMENT_CHANNELS));

/** A payment as lists show it. */
export const PaymentRow = z.object({
  id: z.int(),
  number: z.string(),
  settlementId: z.int(),
  settlement: z.string(),
  individualId: z.int(),
  debtor: z.string(),
  legalEntityId: z.int(),
  creditor: z.string(),
  channel,
  /** What goes to the debt, what the platform takes of this payment, and what the payer pays: the fee too where he bears it. */
  amount,
  feeAmount: amount,
  payerAmount: amount,
  status,
  /** What was more than the debt and is to be returned; what has been returned. */
  overpaid: amount,
  refundedAmount: amount,
  /** Whether some of it may go back now: the overpaid rest, or what a running agreement has taken. */
  isRefundable: z.boolean(),
  /** What its payer asks to have back, while nobody has answered him. */
  refundAsked: amount.nullable(),
  failReason: z.string().nullable(),
  /** Who has stated that it was paid past the platform, and on which day; null of a payment through the partner. */
  statedBy: z.enum(['individual', 'creditor']).nullable(),
  paidOn: z.string().nullable(),
  comment: z.string().nullable(),
  /** Whether he shows a paper of it to the other side. */
  hasProof: z.boolean(),
  /** Whether it was taken by itself, by the order of its payer; creditors are not told. */
  isAutomatic: z.boolean(),
  /** It is cancelled here, and the last word of the partner about it is awaited: money may still be taken. */
  mayStillCome: z.boolean(),
  /** The business day on which the money counts. */
  valueDate: z.string().nullable(),
  succeededAt: instant.nullable(),
  reconciledAt: instant.nullable(),
  createdAt: instant,
});

/** Money of a payment that goes back, or has gone. */
const Refund = z.object({
  id: z.int(),
  /** What of the payment; of it what no debt had taken; what of the platform's fee is reversed; what the payer gets. */
  amount,
  overpaid: amount,
  feeAmount: amount,
  returned: amount,
  reason: z.string(),
  status: z.enum(refundMachine.statuses),
  /** Why the partner has not returned it; null unless it has failed. */
  failReason: z.string().nullable(),
  /** The partner does not answer just now; we go on asking him by ourselves. */
  partnerSilent: z.boolean(),
  createdAt: instant,
  /** The business day on which the money went back. */
  valueDate: z.string().nullable(),
  /** The day on which it went although it had failed and was returned once more: an expense of ours. */
  expensedOn: z.string().nullable(),
});

/** The last question of a payer for his money back, and what he was answered. */
const RefundRequest = z.object({
  amount,
  reason: z.string(),
  status: z.enum(refundRequestMachine.statuses),
  answer: z.string().nullable(),
  createdAt: instant,
});

const Payment = PaymentRow.extend({
  /** Where the payer pays; also what the QR code of СБП holds. Null until the partner has answered, and after the end. */
  payUrl: z.string().nullable(),
  /** The partner does not answer just now; we go on asking him by ourselves. */
  partnerSilent: z.boolean(),
  partnerId: z.string().nullable(),
  /** How it was taken: by rows of the schedule, `no` null for the penalty. */
  allocations: z.array(z.object({ no: z.int().nullable(), principal: amount, interest: amount, penalty: amount })),
  refunds: z.array(Refund),
  refundRequest: RefundRequest.nullable(),
  /** How much may go back now; null for those who neither ask for it nor propose it. */
  refundable: amount.nullable(),
  /** So much of it without making its payer late; more is decided expressly. */
  refundableInTime: amount.nullable(),
  /** A refund that waits for its second person. */
  pendingApprovals: z.array(PendingApproval),
  moves: z.array(z.enum(['cancel', 'refund', 'failRefund', 'askRefund', 'withdrawRefund', 'refuseRefund'])),
});

/** The status of a row of a schedule on a day. */
const DebtRow = z.object({
  no: z.int(),
  dueDate: z.string(),
  principal: amount,
  interest: amount,
  status: z.enum(['planned', 'due', 'overdue', 'paid']),
});

/** «Долг на дату»: what of an agreement was open on a day. */
const DebtOnDay = z.object({
  on: z.string(),
  received: amount,
  overpaid: amount,
  principal: amount,
  /** Earned by the end of the day; `ahead` is what the schedule asks for days to come, and nobody owes who pays all of it off. */
  interest: amount,
  ahead: amount,
  overdue: amount,
  penalty: amount,
  daysOverdue: z.int(),
  rows: z.array(DebtRow),
});

const everyone = {
  individual: 'own',
  employee: ['member', ...everyEmployee],
  operator: ['all', 'administrator', 'manager', 'accountant', 'observer'],
} as const;
const filters = {
  status: z.array(status).max(7),
  channel: z.array(channel).max(4),
  settlementId: id,
  legalEntityId: id,
  individualId: id,
  /** Those whose payers ask for their money back. */
  refundAsked: z.boolean(),
};
const sorts = ['createdAt'] as const;
const columns = [
  'number',
  'createdAt',
  'settlement',
  'debtor',
  'creditor',
  'amount',
  'feeAmount',
  'overpaid',
  'refundedAmount',
  'channel',
  'status',
  'valueDate',
  'reconciledAt',
] as const;

/** What one side says of a sum that was paid past the platform. */
const Statement = z.strictObject({ amount: sum, paidOn: day, comment: text(500).optional() });
/** The other side confirms or rejects with a reason, who has stated it may take it back. */
const StatementAnswer = z.strictObject({
  answer: z.enum(['confirm', 'reject', 'withdraw']),
  reason: text(500).optional(),
});

/** Why money goes back, or does not. */
const Reason = z.strictObject({ reason: filledText(500).min(10, 'Назовите причину: не меньше 10 знаков') });

const payer = { individual: 'own' } as const;
/** Who keeps the money of a creditor. */
const treasurers = { employee: ['member', 'head', 'accountant'] } as const;
/** Both sides of a settlement state and answer alike, each at an address of its own. */
const stating = { body: Statement, out: Payment, status: 201, errors: ['input.invalid', 'move.illegal'] } as const;
const proving = {
  body: nothingElse,
  upload: paper,
  out: Payment,
  errors: ['input.invalid', 'move.illegal', 'quota.exceeded'],
} as const;
const answering = { body: StatementAnswer, out: Payment, errors: ['input.invalid', 'move.illegal'] } as const;

export const payments = module('payments', 'Платежи', {
  quote: op('GET /api/individuals/{id}/loans/{loanId}/pay', {
    about: 'Узнать, сколько возьмут за платёж вместе с вознаграждением платформы',
    access: payer,
    on: { id: 'individual', loanId: 'settlement' },
    query: z.strictObject({ amount: sum }),
    /** What goes to the debt, what the platform takes beside it, and what the payer pays. */
    out: z.object({ amount, feeAmount: amount, payerAmount: amount }),
    errors: ['move.illegal'],
  }),
  pay: op('POST /api/individuals/{id}/loans/{loanId}/pay', {
    about: 'Заплатить по соглашению',
    access: payer,
    on: { id: 'individual', loanId: 'settlement' },
    body: z.strictObject({ amount: sum, channel: z.enum(['sbp', 'card']) }),
    out: Payment,
    status: 201,
    errors: ['move.illegal', 'payment.open', 'payment.unavailable'],
  }),
  cancel: op('POST /api/individuals/{id}/payments/{x}/cancel', {
    about: 'Отменить начатый платёж',
    access: payer,
    on: { id: 'individual', x: 'payment' },
    out: Payment,
    errors: ['move.illegal'],
  }),
  askRefund: op('POST /api/individuals/{id}/payments/{x}/refund-request', {
    about: 'Попросить вернуть платёж',
    access: payer,
    on: { id: 'individual', x: 'payment' },
    body: Reason.extend({ amount: sum }),
    out: Payment,
    errors: ['input.invalid', 'move.illegal'],
  }),
  withdrawRefund: op('POST /api/individuals/{id}/payments/{x}/refund-request/withdrawal', {
    about: 'Отозвать просьбу о возврате',
    access: payer,
    on: { id: 'individual', x: 'payment' },
    out: Payment,
    errors: ['move.illegal'],
  }),
  stateByDebtor: op('POST /api/individuals/{id}/loans/{loanId}/outside-payments', {
    about: 'Сообщить об оплате вне платформы',
    access: payer,
    on: { id: 'individual', loanId: 'settlement' },
    ...stating,
  }),
  stateByCreditor: op('POST /api/legal-entities/{id}/loans/{x}/outside-payments', {
    about: 'Записать оплату вне платформы',
    access: treasurers,
    on: { id: 'legalEntity', x: 'settlement' },
    toDebtor: ['comment'],
    ...stating,
  }),
  answerByDebtor: op('POST /api/individuals/{id}/payments/{x}/answer', {
    about: 'Ответить кредитору на оплату вне платформы или отозвать свою',
    access: payer,
    on: { id: 'individual', x: 'payment' },
    ...answering,
  }),
  answerByCreditor: op('POST /api/legal-entities/{id}/payments/{x}/answer', {
    about: 'Ответить заёмщику на оплату вне платформы или отозвать свою',
    access: treasurers,
    on: { id: 'legalEntity', x: 'payment' },
    toDebtor: ['reason'],
    ...answering,
  }),
  proveByDebtor: op('PUT /api/individuals/{id}/payments/{x}/proof', {
    about: 'Приложить подтверждение своей оплаты вне платформы',
    access: payer,
    on: { id: 'individual', x: 'payment' },
    ...proving,
  }),
  proveByCreditor: op('PUT /api/legal-entities/{id}/payments/{x}/proof', {
    about: 'Приложить подтверждение записанной оплаты вне платформы',
    access: treasurers,
    on: { id: 'legalEntity', x: 'payment' },
    ...proving,
  }),
  proof: op('GET /api/payments/{id}/proof', {
    about: 'Скачать подтверждение оплаты вне платформы',
    access: everyone,
    on: { id: 'payment' },
    file: anyFile,
  }),
  list: op('GET /api/payments', {
    about: 'Платежи',
    access: everyone,
    lists: ['payment'],
    query: listQuery(sorts, filters),
    out: listOf(PaymentRow),
  }),
  counts: op('GET /api/payments/counts', {
    about: 'Сколько платежей в каждом статусе',
    access: everyone,
    lists: ['payment'],
    query: countsQuery(filters),
    out: Counts,
  }),
  exportExcel: op('GET /api/payments/exports/excel', {
    about: 'Выгрузить платежи таблицей',
    access: {
      employee: ['member', 'head', 'accountant'],
      operator: ['all', 'administrator', 'accountant'],
    },
    lists: ['payment'],
    query: exportQuery(sorts, filters, columns),
    file: spreadsheet,
  }),
  get: op('GET /api/payments/{id}', {
    about: 'Платёж',
    access: everyone,
    on: { id: 'payment' },
    out: Payment,
  }),
  receipt: op('POST /api/payments/{id}/receipt', {
    about: 'Получить подтверждение оплаты',
    /** What nobody may read by it is not issued by him either. */
    access: paperReaders,
    on: { id: 'payment' },
    /** The document's file is downloaded as any other of the settlement. */
    out: z.object({ settlementId: z.int(), documentId: z.int() }),
    errors: ['move.illegal'],
  }),
  refund: op('POST /internal/payments/{id}/refunds', {
    about: 'Предложить возврат платежа',
    access: { operator: ['all', 'administrator', 'accountant'] },
    on: { id: 'payment' },
    /** `makesLate`: who proposes knows that rows whose day has come are open again by it. */
    body: Reason.extend({ amount: sum, makesLate: z.boolean().optional() }),
    out: Payment,
    errors: ['input.invalid', 'move.illegal', 'payment.unavailable'],
  }),
  failRefund: op('POST /internal/payments/{id}/refunds/failure', {
    about: 'Предложить закрыть возврат, которого партнёр не проводит',
    access: { operator: ['all', 'administrator', 'accountant'] },
    on: { id: 'payment' },
    body: Reason,
    out: Payment,
    errors: ['move.illegal'],
  }),
  refuseRefund: op('POST /internal/payments/{id}/refund-request/refusal', {
    about: 'Отказать в возврате платежа',
    access: { operator: ['all', 'administrator', 'accountant'] },
    vouched: true,
    on: { id: 'payment' },
    body: Reason,
    out: Payment,
    errors: ['move.illegal', 'approval.own'],
  }),
  debtOnDay: op('GET /api/loans/{id}/debt', {
    about: 'Долг по соглашению на дату',
    access: everyone,
    on: { id: 'settlement' },
    query: z.strictObject({ on: day.optional() }),
    out: DebtOnDay,
    errors: ['document.absent', 'input.invalid'],
  }),
  /** What the partner sends by itself. It is only a reason to ask him: what he then answers counts. */
  notice: op('POST /api/partners/payments/notices', {
    about: 'Принять сообщение платёжного партнёра',
    access: 'anyone',
    signed: 'payments',
    body: z.strictObject({ id: text(100).min(1), type: text(100).min(1), key: z.uuid() }),
    errors: ['signature.wrong'],
  }),
});

export const paymentApprovalRights = rights(approvals.decide, {
  refund: { about: 'Решать о возвратах платежей', access: { operator: ['all', 'administrator', 'accountant'] } },
});
