import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { payouts } from '#contract/money/payouts.ts';
import { endProposals } from '#server/modules/approvals/approvals.commands.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith, operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Locked } from './payout-state.ts';

/** Nobody has anything to decide about a payout any more. */
export async function endDecisions(tx: Tx, id: number): Promise<void> {
  const about = { table: 'payouts' as const, id };
  await endProposals(tx, about);
  await settleNotifications(tx, about, 'payout.waiting', 'payout.order', 'payout.fail');
}

/** The partner says what cannot be: those who pay creditors are told of it, once. */
export async function tellOfContradiction(tx: Tx, id: number): Promise<void> {
  const payout = await tx
    .updateTable('payouts')
    .set({ contradictedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('contradictedAt', 'is', null)
    .returning(['id', 'number'])
    .executeTakeFirst();
  if (!payout) return;
  const what = 'Ответ партнёра о выплате не сходится с нашими записями';
  await notify(tx, await operatorsWith(tx, payouts.payNow), {
    ...about(payout, what, 'Сверьте её с выпиской партнёра'),
    topic: 'payout.contradicted',
  });
}

/** The partner says what can be again, or people have written the money off: nobody need look any more. */
export const endContradiction = (tx: Tx, id: number): Promise<void> =>
  settleNotifications(tx, { table: 'payouts', id }, 'payout.contradicted');

/** Tells the creditor and the operators. */
export async function tellBoth(tx: Tx, payout: Locked, what: string, reason: string): Promise<void> {
  await tellCreditor(tx, payout, what, reason);
  await tellOperators(tx, payout, what, reason);
}

/** Tells those who pay creditors. */
export async function tellOperators(
  tx: Tx,
  payout: Pick<Locked, 'id' | 'number'>,
  what: string,
  reason: string | null,
): Promise<void> {
  await notify(tx, await operatorsWith(tx, payouts.payNow), about(payout, what, reason));
}

/** Tells those who keep the creditor's money. */
export async function tellCreditor(tx: Tx, payout: Locked, what: string, reason: string | null): Promise<void> {
  const keepers = await employeesWith(tx, payout.legalEntityId, payouts.setRule);
  await notify(
    tx,
    keepers.map(({ accountId }) => accountId),
    about(payout, what, reason),
  );
}

const about = ({ id, number }: Pick<Locked, 'id' | 'number'>, what: string, reason: string | null) => ({
  event: 'payout' as const,
  title: `${number}. ${what}`,
  ...(reason !== null && { detail: reason }),
  link: pagePath('/dashboard/payouts', { preview: id }),
  about: { table: 'payouts' as const, id },
});
