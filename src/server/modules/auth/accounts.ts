import { sql } from 'kysely';
import type { Kind } from '#contract/kernel/access.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';

export interface Person {
  lastName: string;
  firstName: string;
  middleName?: string | undefined;
}

/** What an account is made of once its e-mail is confirmed. */
interface NewAccount {
  email: string;
  phone: string | null;
  passwordHash: string;
}

/** Makes an account whose address is confirmed. Returns null when the address has got an account meanwhile. */
export async function createAccount(
  tx: Tx,
  kind: Kind,
  { email, phone, passwordHash }: NewAccount,
): Promise<number | null> {
  const made = await tx
    .insertInto('accounts')
    .values({ kind, email, phone, passwordHash, emailConfirmedAt: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** The account a login means among these kinds. Of several with one unconfirmed phone the eldest is meant. */
export function findByLogin(db: Db, login: string, kinds: readonly Kind[]) {
  const byEmail = login.includes('@');
  return db
    .selectFrom('accounts')
    .select(['id', 'kind', 'email', 'passwordHash', 'status', 'totpSealed', 'totpUsedStep'])
    .where(byEmail ? 'email' : 'phone', '=', login)
    .where('kind', 'in', [...kinds])
    .orderBy(sql`phone_confirmed_at is null`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
