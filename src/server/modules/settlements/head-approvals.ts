import type { Answer, Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import type { ShiftEvery } from '#domain/settlements/payment-shift.ts';
import type { PenaltyRule } from '#domain/settlements/penalty.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import type { Kopecks } from '#domain/values/money.ts';
import { endProposals } from '#server/modules/approvals/approvals.commands.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type { ApprovalRules } from '#server/platform/approvals.ts';
import { holdsPermissionAt } from '#server/platform/auth/access.ts';
import type { Actor } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'settlement.accept': { about: 'settlements'; details: AskedTerms };
    'settlement.offer': { about: 'settlements'; details: AskedTerms };
    'settlement.reschedule': { about: 'settlements'; details: AskedTerms };
  }
}

/** What terms cost the debtor, what they forgive him and what is said of the tax on that: what a head reads before he signs. */
export type AskedCost = NonNullable<Answer<typeof settlements.get>['asked'][number]['cost']>;

/** The terms that a manager has asked about, as the proposal keeps them. */
export interface AskedTerms {
  amount: Kopecks;
  rows: readonly ScheduleRow[];
  penalty?: PenaltyRule | null;
  /** Absent of a new schedule, and where it was asked before it was kept. */
  shiftEvery?: ShiftEvery;
  /** What they cost on the day of the question; absent where it was asked before that was kept. */
  cost?: AskedCost;
  /** The active offer, or the form of the one to be made. */
  termsHash?: string;
  form?: Omit<Input<typeof settlements.askToOffer>['body'], 'reason'>;
}

/** What a creditor's manager can ask his head about a settlement; it is the head's own act that follows. */
export const HEAD_KINDS = {
  'settlement.accept': 'Принять условия заёмщика ниже правил',
  'settlement.offer': 'Предложить условия ниже правил',
  'settlement.reschedule': 'Предложить новый график вне правил',
} as const;
export type HeadKind = keyof typeof HEAD_KINDS;

const shared = {
  by: 'company',
  // A company may be generous to whom it likes: it decides about its own money, and a head about his own debt.
  about: {
    settlements: { type: 'settlement', card: (id: number) => pagePath('/settlement-{$id}', { id }), behind: null },
  },
  decides: settlements.decideAsked,
} as const;
export const headApprovals: ApprovalRules = {
  'settlement.accept': { ...shared, title: HEAD_KINDS['settlement.accept'] },
  'settlement.offer': { ...shared, title: HEAD_KINDS['settlement.offer'] },
  'settlement.reschedule': { ...shared, title: HEAD_KINDS['settlement.reschedule'] },
};

/** Whether somebody decides for a company what his managers ask: he agrees below its conditions by himself, too. */
export const mayDecideFor = (actor: Actor | null, legalEntityId: number): boolean =>
  actor !== null && holdsPermissionAt(settlements.decideAsked, actor, legalEntityId);

/** What is waiting about a settlement is over as soon as anything moves there: it was asked about the active offer then. */
export async function endQuestions(tx: Tx, settlementId: number): Promise<void> {
  const about = { table: 'settlements', id: settlementId } as const;
  await endProposals(tx, about);
  const kinds = Object.keys(HEAD_KINDS) as HeadKind[];
  await settleNotifications(tx, about, ...kinds, 'settlement.disputed', 'settlement.silence');
}
