import * as z from 'zod';
import type { ApprovalKind } from '#domain/settings/approval.ts';
import { everyOperator } from '../kernel/access.ts';
import { instant, text } from '../kernel/fields.ts';
import { module, op, type Permitted, rights } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery } from '../kernel/page.ts';

export const approvalStatuses = ['pending', 'approved', 'rejected', 'expired'] as const;

/** A decision that one person has proposed and another one takes. */
export const Approval = z.object({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  objectType: z.enum(['individual', 'legalEntity', 'settlement', 'tariff', 'payment', 'rate', 'operatingCompany']),
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
  mayDecide: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
  decidedAt: instant.nullable(),
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
  decide: op('POST /api/approvals/{id}/decision', {
    about: 'Утвердить или отклонить решение',
    access: { operator: ['all', 'administrator', 'manager', 'accountant'] },
    on: { id: 'approval' },
    body: z.strictObject({ decision: z.enum(['approve', 'reject']), reason: text(1000).optional() }),
    out: Approval,
    errors: ['approval.own', 'approval.closed', 'move.illegal'],
  }),
});

/**
 * Who may be the second person of what. Each is held by two roles at least, so that one administrator is enough: whoever
 * of them proposes, another one decides.
 */
export const approvalRights = rights(approvals.decide, {
  verification: {
    about: 'Решать о блокировке и разблокировке',
    access: { operator: ['all', 'administrator', 'manager'] },
  },
  tariff: { about: 'Решать о тарифах', access: { operator: ['all', 'administrator', 'accountant'] } },
  rate: { about: 'Решать о ставках и пределах', access: { operator: ['all', 'administrator', 'accountant'] } },
  operatingCompany: {
    about: 'Решать о сведениях о площадке',
    access: { operator: ['all', 'administrator', 'manager'] },
  },
  lifeEvent: {
    about: 'Решать об обстоятельствах заёмщиков',
    access: { operator: ['all', 'administrator', 'manager'] },
  },
  refund: { about: 'Решать о возвратах платежей', access: { operator: ['all', 'administrator', 'accountant'] } },
});

/** The right to decide what an operator has proposed, by its kind. */
export const decidedBy: Readonly<Record<ApprovalKind, Permitted>> = {
  'verification.block': approvalRights.verification,
  'verification.unblock': approvalRights.verification,
  'tariff.keep': approvalRights.tariff,
  'rate.keep': approvalRights.rate,
  'operatingCompany.change': approvalRights.operatingCompany,
  'payment.refund': approvalRights.refund,
  'lifeEvent.confirm': approvalRights.lifeEvent,
  'lifeEvent.end': approvalRights.lifeEvent,
};
