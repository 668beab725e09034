import * as z from 'zod';
import { DIFFERENCE_DECISIONS, DIFFERENCES, differenceMachine } from '#domain/money/reconciliation.ts';
import { day, instant, keysOf, text } from '../kernel/fields.ts';
import { module, op, rights } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery, unsearchedListQuery } from '../kernel/page.ts';
import { approvalStatuses, approvals } from '../platform/approvals.ts';

/** Kopecks; below zero when money left. */
const amount = z.int();
const kind = z.enum(keysOf(DIFFERENCES));
const status = z.enum(differenceMachine.statuses);
const decision = z.enum(keysOf(DIFFERENCE_DECISIONS));

/** A day of the partner's statement beside our records. */
const Reconciliation = z.object({
  id: z.int(),
  day: z.string(),
  movements: z.int(),
  matched: z.int(),
  differences: z.int(),
  /** The balance at the end of the day by the statement and by our ledger. */
  closing: amount,
  ownClosing: amount,
  /** Null when the clock did it. */
  by: z.string().nullable(),
  createdAt: instant,
});

const Difference = z.object({
  id: z.int(),
  day: z.string(),
  kind,
  movement: z.enum(['payment', 'refund', 'transfer', 'commission', 'payout']).nullable(),
  statementId: z.string().nullable(),
  /** Under which number the partner had the line before he issued it anew; null where he never did. */
  replacedLine: z.string().nullable(),
  purpose: z.string().nullable(),
  paymentId: z.int().nullable(),
  payment: z.string().nullable(),
  settlementId: z.int().nullable(),
  settlement: z.string().nullable(),
  payoutId: z.int().nullable(),
  payout: z.string().nullable(),
  theirs: amount.nullable(),
  ours: amount.nullable(),
  status,
  decision: decision.nullable(),
  /** By which decision money of it is in the books, also where it is open again, and how much; null while none is, or nobody knows. */
  booked: decision.nullable(),
  bookedSum: amount.nullable(),
  /** How much of what it has brought is an expense by now. */
  expensedSum: amount,
  /** By how much it was more or less than the books when two have booked that as it is decided now; null where they have not. */
  decidedRest: amount.nullable(),
  comment: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  createdAt: instant,
  /** Whether something of it waits for a second person. */
  waits: z.boolean(),
  /** What two persons decide about it or have decided last, as the second of them reads it; null where one was enough. */
  byTwo: z
    .object({
      reason: z.string(),
      maker: z.string().nullable(),
      status: z.enum(approvalStatuses),
      /** Why it has ended without a decision, where its maker may not propose it any more. */
      endedWhy: z.string().nullable(),
    })
    .nullable(),
  /** How the viewer may end it now. */
  decisions: z.array(decision),
  /** Whether the viewer may say that its line and the one before it are two movements. */
  maySeparate: z.boolean(),
  /** The number of an agreement that its purpose names, for whoever counts it there. */
  suggested: z.string().nullable(),
  /** The number of an invoice that it names. */
  suggestedInvoice: z.string().nullable(),
});

const readers = { operator: ['all', 'administrator', 'accountant', 'observer'] } as const;
const workers = { operator: ['all', 'administrator', 'accountant'] } as const;
const filters = { status: z.array(status).max(3), kind: z.array(kind).max(5) };

export const reconciliation = module('reconciliation', 'Сверка с партнёром', {
  list: op('GET /internal/reconciliations', {
    about: 'Сверки с платёжным партнёром',
    access: readers,
    query: unsearchedListQuery(['day'], {}),
    out: listOf(Reconciliation),
  }),
  run: op('POST /internal/reconciliations', {
    about: 'Сверить день с выпиской партнёра',
    access: workers,
    body: z.strictObject({ day }),
    out: Reconciliation,
    status: 201,
    errors: ['input.invalid', 'payment.unavailable', 'partner.silent'],
  }),
  differences: op('GET /internal/reconciliations/differences', {
    about: 'Расхождения с выпиской партнёра',
    access: readers,
    query: listQuery(['day'], filters),
    out: listOf(Difference),
  }),
  counts: op('GET /internal/reconciliations/differences/counts', {
    about: 'Сколько расхождений в каждом статусе',
    access: readers,
    query: countsQuery(filters),
    out: Counts,
  }),
  decide: op('POST /internal/reconciliations/differences/{id}/decision', {
    about: 'Разобрать расхождение',
    access: workers,
    vouched: true,
    on: { id: 'difference' },
    body: z.strictObject({
      decision,
      /** The number of the agreement to which money is counted, for `assign`. */
      settlement: text(40).optional(),
      /** The number of the invoice that it pays, for `invoice`. */
      invoice: text(40).optional(),
      comment: text(500).optional(),
    }),
    out: Difference,
    errors: ['input.invalid', 'move.illegal'],
  }),
  separate: op('POST /internal/reconciliations/differences/{id}/separation', {
    about: 'Разделить две строки выписки, принятые за одну',
    access: workers,
    vouched: true,
    on: { id: 'difference' },
    body: z.strictObject({ comment: text(500) }),
    out: Difference,
    errors: ['move.illegal'],
  }),
});

export const reconciliationApprovalRights = rights(approvals.decide, {
  expense: {
    about: 'Решать о списании крупных сумм, о разнице исправленных строк выписки и о разделении строк',
    access: workers,
  },
});
