import type { ApprovalKind } from '#server/platform/approvals.ts';

/** What people are asked for beside the proposals of others. Each is settled by the move that it asks for. */
export const ASKED_TOPICS = [
  'verification',
  'verification.returned',
  'rnko.form',
  'rnko.returned',
  'rnko.expired',
  'refund.asked',
  'payout.waiting',
  'request.answer',
  'request.limitation',
  'settlement.offer',
  'settlement.disputed',
  'settlement.silence',
  'settlement.breach',
  'breach.unsent',
  'pause.asked',
  'holidays.objected',
  'payment.stated',
  'certificate.due',
  'operator.voucher',
  'complaint',
  'chat.called',
  'day.unsealed',
  'difference.held',
  'difference.sum',
  'charge.hanging',
  'payout.contradicted',
  'payment.overpaid',
  'refund.failed',
] as const;

/** What is to be decided about the object of a notification: one of those, or the proposal of another person. */
export type Topic = (typeof ASKED_TOPICS)[number] | ApprovalKind;
