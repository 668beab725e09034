import * as z from 'zod';
import { verificationMachine } from '#domain/parties/verification.ts';
import { filledText, instant, text, version } from '../kernel/fields.ts';
import { oneTimeCode } from '../kernel/one-time-code.ts';
import { rights } from '../kernel/op.ts';
import { someOf } from '../kernel/page.ts';
import { approvals, PendingApproval } from '../platform/approvals.ts';

/** What verification adds to individuals and legal entities alike: the status, the queue, remarks, two-person decisions. */
export const verificationStatus = z.enum(verificationMachine.statuses);

/** A remark of the verifier at a field of the form; it is there until the person applies again. */
export const Remark = z.object({ field: z.string(), text: z.string() });

/** The part of a card that belongs to verification. */
export const verificationFields = {
  verificationStatus,
  /** Since when the application waits; null outside of the queue. */
  pendingSince: instant.nullable(),
  remarks: z.array(Remark),
  /** The moves open to the viewer now: his buttons. */
  moves: z.array(z.string()),
  /** Why a move that is open by right cannot be made by this viewer now, by the move. */
  blockers: z.record(z.string(), z.string()),
  pendingApprovals: z.array(PendingApproval),
};

/** The code with which an owner changes what was verified; without one such a change is not made. */
export const codeOfChange = oneTimeCode.optional();

/** A move of the machine by hand. «Вернуть» needs a reason of at least ten characters, «Заблокировать» any reason. */
export const verificationMove = z.strictObject({
  move: z.enum(['approve', 'return', 'withdraw', 'block', 'unblock']),
  reason: text(1000).optional(),
  remarks: z
    .array(z.strictObject({ field: filledText(50), text: filledText(500) }))
    .max(30)
    .optional(),
  version,
});

/** One entry of an object's history: who did what, before → after, when. */
const HistoryEntry = z.object({
  id: z.string(),
  at: instant,
  who: z.string(),
  what: z.string(),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export const History = someOf(HistoryEntry);

export const verificationApprovalRights = rights(approvals.decide, {
  verification: {
    about: 'Решать о блокировке и разблокировке',
    access: { operator: ['all', 'administrator', 'manager'] },
  },
});
