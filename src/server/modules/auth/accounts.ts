import { sql } from 'kysely';
import type { Kind } from '#contract/kernel/access.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';

/** So many of the sessions of an account are shown, the ones used last. */
export const mostSessions = 100;

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

/**
 * Holds an account until the commit: whatever changes how it is entered, or ends what was begun at it, takes its row first, then links, codes
 * and sessions. Rows that refer to it can still be written.
 */
export async function holdAccount(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

const holders = (db: Db, kinds: readonly Kind[]) =>
  db
    .selectFrom('accounts')
    .select(['id', 'kind', 'email', 'passwordHash', 'status', 'totpSealed', 'totpUsedStep'])
    .where('kind', 'in', [...kinds]);

/** The account of this address among these kinds. */
export const findByEmail = (db: Db, email: string, kinds: readonly Kind[]) =>
  holders(db, kinds).where('email', '=', email).executeTakeFirst();

/** Nobody proves a phone, so several accounts may name one: that many of them can sign in with it. */
const holdersOfPhone = 3;

/**
 * The accounts a login may mean, and how many there can be. Of those with one phone the confirmed come first, then those who
 * know this browser, then the eldest: whoever names a phone of somebody else does not shut its owner out.
 * @param device the mark of the browser, null when it has none
 */
export async function findByLogin(db: Db, login: string, kinds: readonly Kind[], device: Buffer | null) {
  if (login.includes('@')) {
    const one = await findByEmail(db, login, kinds);
    return { found: one ? [one] : [], atMost: 1 };
  }
  const found = await holders(db, kinds)
    .where('phone', '=', login)
    .orderBy(sql`phone_confirmed_at is null`)
    .orderBy(
      sql`not exists (select from known_devices d where d.account_id = accounts.id and d.token_hash = ${device}::bytea)`,
    )
    .orderBy('id')
    .limit(holdersOfPhone)
    .execute();
  return { found, atMost: holdersOfPhone };
}
