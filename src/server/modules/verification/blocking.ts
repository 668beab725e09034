import { individualRights } from '#contract/parties/individuals.ts';
import { legalEntityRights } from '#contract/parties/legal-entities.ts';
import { verificationApprovalRights } from '#contract/parties/verification.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type { ApprovalRules, Proposed } from '#server/platform/approvals.ts';
import { behindCompany, behindIndividual } from '#server/platform/auth/accounts-behind.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/events.ts';
import { type Subject, transition } from '#server/platform/state/transition.ts';
import { actingAccounts } from './accounts.queries.ts';
import { cardOf } from './card.queries.ts';
import { verificationState } from './stateful.ts';
import { accountsBlocked } from './verification.events.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'verification.block': { about: Subject['table']; details: null };
    'verification.unblock': { about: Subject['table']; details: null };
  }
}

/** The person or the company whose verification is decided. */
const subjectOf = ({ objectType, objectId }: Proposed<'verification.block' | 'verification.unblock'>): Subject => ({
  table: objectType,
  id: objectId,
});

const shared = {
  by: 'operators',
  about: {
    individuals: {
      type: 'individual',
      card: (id: number) => cardOf({ table: 'individuals', id }),
      behind: behindIndividual,
    },
    legalEntities: {
      type: 'legalEntity',
      card: (id: number) => cardOf({ table: 'legalEntities', id }),
      behind: behindCompany,
    },
  },
  decides: verificationApprovalRights.verification,
} as const;

/** A person or a company is blocked, or let in again, once a second operator approves. */
export const verificationApprovals: ApprovalRules = {
  'verification.block': {
    ...shared,
    title: 'Заблокировать',
    proposes: [individualRights.block, legalEntityRights.block],
    async approved(ctx, proposed) {
      const subject = subjectOf(proposed);
      const { reason } = proposed;
      await transition(ctx, verificationState(subject), 'block', { reason, set: { pendingSince: null } });
      await settleNotifications(ctx.db, subject, 'verification', 'verification.returned');
      // The account first: that waits for a sign-in under way, whose session then ends too.
      if (subject.table === 'individuals') await setAccountStatus(ctx.db, subject, 'blocked');
      await publish(ctx, accountsBlocked, { accountIds: await actingAccounts(ctx.db, subject) });
    },
  },
  'verification.unblock': {
    ...shared,
    title: 'Разблокировать',
    proposes: [individualRights.unblock, legalEntityRights.unblock],
    async approved(ctx, proposed) {
      const subject = subjectOf(proposed);
      await transition(ctx, verificationState(subject), 'unblock', { reason: proposed.reason });
      if (subject.table === 'individuals') await setAccountStatus(ctx.db, subject, 'active');
    },
  },
};

const setAccountStatus = (tx: Tx, { id }: Subject, status: 'active' | 'blocked') =>
  tx
    .updateTable('accounts')
    .set({ status })
    .where('id', '=', (eb) => eb.selectFrom('individuals').select('accountId').where('id', '=', id))
    .execute();
