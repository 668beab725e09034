import * as z from 'zod';
import { everyOperator } from '../kernel/access.ts';
import { instant, text } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery } from '../kernel/page.ts';

export const approvalStatuses = ['pending', 'approved', 'rejected', 'expired'] as const;

/** A decision that one person has proposed and another one takes. */
export const Approval = z.object({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  /** As its module calls it: 'settlement', 'tariff'. */
  objectType: z.string(),
  objectId: z.int(),
  /** The company whose head decides; null when operators do. */
  legalEntityId: z.int().nullable(),
  objectName: z.string(),
  /** Where its card is. */
  link: z.string(),
  reason: z.string(),
  status: z.enum(approvalStatuses),
  maker: z.string(),
  decidedBy: z.string().nullable(),
  decisionReason: z.string().nullable(),
  /** In which roles somebody may decide, by their names. */
  deciders: z.array(z.string()),
  mayDecide: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
  decidedAt: instant.nullable(),
});

/** The same on the card of its object: while it waits for the second person, and for a month where it has ended with its maker's right. */
export const PendingApproval = z.object({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  reason: z.string(),
  maker: z.string(),
  /** Whether the viewer is the second person who may decide. */
  mayDecide: z.boolean(),
  /** Why it has ended without a decision; null while it waits. */
  endedWhy: z.string().nullable(),
  createdAt: instant,
});

const watchers = { employee: ['member', 'head', 'manager'], operator: ['all', ...everyOperator] } as const;

export const approvals = module('approvals', 'Решения вдвоём', {
  list: op('GET /api/approvals', {
    about: 'Решения, которые ждут второго человека',
    access: watchers,
    lists: ['approval'],
    query: listQuery(['createdAt', 'expiresAt'], { status: z.array(z.enum(approvalStatuses)).max(4) }),
    out: listOf(Approval),
  }),
  counts: op('GET /api/approvals/counts', {
    about: 'Сколько решений в каждом статусе',
    access: watchers,
    lists: ['approval'],
    query: countsQuery({ status: z.array(z.enum(approvalStatuses)).max(4) }),
    out: Counts,
  }),
  /**
   * Who may be the second person of what, each module says beside its operations by a right that refines this one. Two roles at
   * least hold it, so that one administrator is enough: whoever of them proposes, another one decides.
   */
  decide: op('POST /api/approvals/{id}/decision', {
    about: 'Утвердить или отклонить решение',
    access: { operator: ['all', 'administrator', 'manager', 'accountant'] },
    on: { id: 'approval' },
    body: z.strictObject({ decision: z.enum(['approve', 'reject']), reason: text(1000).optional() }),
    out: Approval,
    errors: ['approval.own', 'approval.closed', 'move.illegal'],
  }),
});
