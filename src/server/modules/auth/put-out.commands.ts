import { endCodes } from '#server/modules/one-time-codes/end-codes.commands.ts';
import { endSessions } from '#server/platform/auth/sessions.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { holdAccount } from './accounts.ts';
import { endPending } from './restore-tokens.ts';

/**
 * Whoever is in an account is out: its sessions end, and with them what they have begun (docs/decisions/0206).
 * @param except the session that stays, where its owner acts himself
 */
export async function putOut(
  tx: Tx,
  accountId: number,
  reason: 'blocked' | 'dismissed' | 'ended_by_operator',
  { except }: { except?: number } = {},
): Promise<void> {
  await holdAccount(tx, accountId);
  await endPending(tx, accountId);
  await endSessions(tx, accountId, reason, except === undefined ? {} : { except });
}

/** The same of all who act for somebody that is blocked. */
export async function putOutAll({ db }: { db: Tx }, { accountIds }: { accountIds: readonly number[] }): Promise<void> {
  for (const accountId of accountIds) await putOut(db, accountId, 'blocked');
}

/** Whoever leaves one company stays in his account; what he was about to sign or to change there he begins anew. */
export async function endWhatWaits(tx: Tx, accountId: number): Promise<void> {
  await holdAccount(tx, accountId);
  await endCodes(tx, accountId);
}
