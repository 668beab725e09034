import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { endCodes } from '#server/modules/one-time-codes/end-codes.commands.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts';

/** How long a link lives by which a new password is set. */
export const restoreMinutes = 30;

/**
 * Makes a token for a new password; earlier ones of the account die. Without an account the token opens nothing, nor does it
 * where the address has changed meanwhile: the row is held, so that a change of the address either waits or is seen here.
 */
export async function makeRestore(tx: Tx, account: { id: number; email: string } | null): Promise<string> {
  const held = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account?.id ?? 0)
    .where('email', '=', account?.email ?? '')
    .forShare()
    .executeTakeFirst();
  const accountId = held?.id ?? null;
  await endRestores(tx, accountId);
  const token = newToken();
  await tx
    .insertInto('restorePasswordTokens')
    .values({
      accountId,
      tokenHash: hashToken(token),
      expiresAt: sql<Date>`now() + make_interval(mins => ${restoreMinutes})`,
    })
    .execute();
  return token;
}

/**
 * Ends the living links of an account: a newer one is sent, or they were sent to somebody who had the account before a change. Whoever uses one at the
 * same moment waits, and finds it dead; an older node beside this one reads its end alone.
 */
async function endRestores(tx: Tx, accountId: number | null): Promise<void> {
  await tx
    .updateTable('restorePasswordTokens')
    .set({ revokedAt: sql<Date>`now()`, expiresAt: sql<Date>`least(expires_at, now())` })
    .where('accountId', '=', accountId)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();
}

/**
 * How an account is entered has changed, or whoever was in it is out: links for a new password and codes that wait, as those of a change of e-mail or phone,
 * were sent to whoever had it before, and die. Whoever calls holds the account (`holdAccount`).
 */
export async function endPending(tx: Tx, accountId: number): Promise<void> {
  await endRestores(tx, accountId);
  await endCodes(tx, accountId);
}

/** The account that a living token for a new password belongs to. */
export const findRestore = (db: Db, token: string) =>
  db
    .selectFrom('restorePasswordTokens')
    .innerJoin('accounts', 'accounts.id', 'restorePasswordTokens.accountId')
    .select(['accounts.id', 'accounts.email', 'accounts.phone', 'accounts.status'])
    .where('restorePasswordTokens.tokenHash', '=', hashToken(token))
    .where('restorePasswordTokens.usedAt', 'is', null)
    .where('restorePasswordTokens.revokedAt', 'is', null)
    .where('restorePasswordTokens.expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** @throws Refusal `token.dead` */
export async function useRestore(tx: Tx, token: string): Promise<number> {
  const used = await tx
    .updateTable('restorePasswordTokens')
    .set({ usedAt: sql<Date>`now()` })
    .where('tokenHash', '=', hashToken(token))
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('accountId')
    .executeTakeFirst();
  if (!used?.accountId) throw new Refusal('token.dead');
  return used.accountId;
}
