import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { endSessions } from '#server/platform/auth/sessions.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { ApprovalExecutors, Approved } from '#server/platform/state/approved.ts';
import { type Subject, transition } from '#server/platform/state/transition.ts';
import { accountsOf } from './accounts.queries.ts';
import { verificationState } from './stateful.ts';

/** The person or the company whose verification is decided. */
const subjectOf = ({ objectType, objectId }: Approved): Subject => ({
  table: objectType as Subject['table'],
  id: objectId,
});

/** A person or a company is blocked, or let in again, once a second operator approves. */
export const verificationApprovals = {
  async 'verification.block'(ctx, approved) {
    const subject = subjectOf(approved);
    const { reason } = approved;
    await transition(ctx, verificationState(subject), 'block', { reason, set: { pendingSince: null } });
    await settleNotifications(ctx.db, subject, 'verification', 'verification.returned');
    for (const accountId of await accountsOf(ctx.db, subject)) await endSessions(ctx.db, accountId, 'blocked');
    if (subject.table === 'individuals') await setAccountStatus(ctx.db, subject, 'blocked');
  },
  async 'verification.unblock'(ctx, approved) {
    const subject = subjectOf(approved);
    await transition(ctx, verificationState(subject), 'unblock', { reason: approved.reason });
    if (subject.table === 'individuals') await setAccountStatus(ctx.db, subject, 'active');
  },
} satisfies ApprovalExecutors;

const setAccountStatus = (tx: Tx, { id }: Subject, status: 'active' | 'blocked') =>
  tx
    .updateTable('accounts')
    .set({ status })
    .where('id', '=', (eb) => eb.selectFrom('individuals').select('accountId').where('id', '=', id))
    .execute();
