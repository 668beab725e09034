import { sql } from 'kysely';
import type { Kind } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts';
import { mayBeSentToday } from './inviters.ts';

/** How long a link lives by which somebody registers or accepts an invitation. */
const registrationHours = 72;

interface NewRegistration {
  kind: Kind;
  email: string;
  payloadSealed: string | null;
  legalEntityId?: number;
  roleId?: number;
  position?: string | null;
  createdBy?: number | null;
}

/**
 * Makes a registration token that lives so many hours. Earlier invitations of the same person (to the same company) die. A
 * sign-up lets the others with its address live, since a stranger may have made either; sent again, it `replaces` itself.
 */
export async function makeRegistration(
  tx: Tx,
  registration: NewRegistration,
  { hours = registrationHours, replaces }: { hours?: number; replaces?: number } = {},
): Promise<{ id: number; token: string; expiresAt: Date }> {
  const { kind, email, legalEntityId } = registration;
  if (replaces !== undefined) await revokeWaiting(tx).where('id', '=', replaces).execute();
  else if (kind === 'operator' || legalEntityId !== undefined) {
    await revokeWaiting(tx)
      .where('email', '=', email)
      .where('kind', '=', kind)
      .where('legalEntityId', legalEntityId === undefined ? 'is' : '=', legalEntityId ?? null)
      .execute();
  }
  const token = newToken();
  const made = await tx
    .insertInto('registrationTokens')
    .values({
      ...registration,
      tokenHash: hashToken(token),
      expiresAt: sql<Date>`now() + make_interval(hours => ${hours})`,
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow();
  return { ...made, token };
}

const revokeWaiting = (tx: Tx) =>
  tx
    .updateTable('registrationTokens')
    .set({ revokedAt: sql<Date>`now()` })
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null);

/** The address has an account now: what else waits to be confirmed with it is over. */
export async function endSignUps(tx: Tx, email: string): Promise<void> {
  await revokeWaiting(tx).where('email', '=', email).where('legalEntityId', 'is', null).execute();
}

const pendingRegistration = (db: Db, token: string) =>
  db
    .selectFrom('registrationTokens')
    .where('tokenHash', '=', hashToken(token))
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where(mayBeSentToday);

/** Looks at a pending registration without using it. */
export const findRegistration = (db: Db, token: string) =>
  pendingRegistration(db, token).selectAll().executeTakeFirst();

/**
 * Uses a registration token up: of many at once exactly one succeeds.
 * @throws Refusal `token.dead`
 */
export async function useRegistration(tx: Tx, kind: Kind, token: string) {
  const used = await tx
    .updateTable('registrationTokens')
    .set({ usedAt: sql<Date>`now()` })
    .where('tokenHash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where(mayBeSentToday)
    .returningAll()
    .executeTakeFirst();
  if (!used) throw new Refusal('token.dead');
  return used;
}
