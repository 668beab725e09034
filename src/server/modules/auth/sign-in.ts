import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { auth } from '#contract/access/auth.ts';
import type { Kind } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { formatMoscowTime } from '#domain/values/days.ts';
import { normalizeLogin } from '#domain/values/login.ts';
import { networkOf } from '#server/platform/auth/address.ts';
import { hasDevices, knowsDevice, startSession } from '#server/platform/auth/sessions.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { hashToken } from '#server/platform/secrets/secrets.ts';
import { type findByEmail, findByLogin } from './accounts.ts';
import { authLetters } from './letters.ts';
import { describeActor } from './me.ts';
import { verifyPassword } from './passwords.ts';
import { useCode } from './second-factor.ts';

/** Who signs in where. */
export const publicKinds = ['individual', 'employee'] as const satisfies readonly Kind[];
export const operatorKinds = ['operator'] as const satisfies readonly Kind[];

type Credentials = Input<typeof auth.signIn>['body'];
type Account = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

/**
 * Checks login and password outside of the transaction. Known or unknown login, right or wrong password, one holder of a phone
 * or several, the answer takes the same time, so that neither it nor its time shows whether an account exists. A password is hashed
 * as often as there are holders, once where there is none; what is missing of as many as there can be is waited for.
 * @returns the account, or null for anything wrong
 */
export async function checkCredentials(
  ctx: Ctx,
  { login, password }: Credentials,
  kinds: readonly Kind[],
): Promise<Account | null> {
  const normal = normalizeLogin(login);
  ctx.origin.login = normal;
  const { device } = ctx.origin;
  const { found, atMost } = await findByLogin(ctx.db, normal, kinds, device === null ? null : hashToken(device));
  const known = await ownerOfDevice(ctx, found);
  // From a browser where the owner has been before he is counted apart: a stranger cannot lock him out.
  const counted = known ? `device ${known.id} ${device}` : loginKey(kinds, normal);
  await ctx.app.limits.take('signInAccount', counted);
  const taken = [counted];
  const giveBack = async () => {
    for (const key of taken) await ctx.app.limits.giveBack('signInAccount', key);
  };
  let entered: Account | null = null;
  try {
    const hashings = Math.max(1, found.length);
    const began = performance.now();
    for (let n = 0; n < hashings; n++) {
      const account = found[n];
      const isKnown = account !== undefined && account.id === known?.id;
      const guesses = accountKey(account?.id ?? `${normal} ${n}`);
      if (!isKnown) taken.push(guesses);
      const open = isKnown || (await ctx.app.limits.allows('signInAccount', guesses));
      const right = await verifyPassword(password, account?.passwordHash ?? null);
      if (right && open && account?.status === 'active') entered ??= account;
    }
    await sleep((atMost / hashings - 1) * (performance.now() - began));
  } catch (busy) {
    // Nobody has looked at the password, so nothing was tried.
    await giveBack();
    throw busy;
  }
  if (!entered) return null;
  await giveBack();
  await ctx.app.limits.giveBack('signIn', networkOf(ctx.origin.ip));
  return entered;
}

async function ownerOfDevice({ db, origin }: Ctx, found: readonly Account[]): Promise<Account | undefined> {
  const known = await Promise.all(found.map(({ id }) => knowsDevice(db, id, origin.device)));
  return found.find((_account, n) => known[n]);
}

/**
 * Under what guesses at an account are counted, by whichever of its logins they are made. When too many were made the password is looked
 * at but never right, and nothing says so: a refusal would show that an e-mail and a phone belong to one person.
 */
const accountKey = (account: number | string): string => `account ${account}`;

/** Under what the attempts of strangers at a login are counted. */
const loginKey = (kinds: readonly Kind[], login: string): string => `login ${kinds.join()} ${login}`;

/** Everything under which attempts at an account are counted: by its e-mail and its phone, where it may sign in, and by both. */
export function attemptKeysOf(account: { id: number; kind: Kind; email: string; phone: string | null }): {
  byLogin: string[];
  inAll: string;
} {
  const { id, kind, email, phone } = account;
  const kinds = kind === 'operator' ? operatorKinds : publicKinds;
  const byLogin = [email, phone].filter((login) => login !== null).map((login) => loginKey(kinds, login));
  return { byLogin, inAll: accountKey(id) };
}

/** Opens the session after the password, and the second factor where it is on. */
export async function signIn(ctx: Ctx<Actor | null, Tx>, account: Account | null, code: string | undefined) {
  if (!account) throw new Refusal('auth.wrong');
  await demandUnchanged(ctx.db, account);
  if (account.totpSealed !== null) {
    if (code === undefined || code === '') throw new Refusal('session.code_required');
    await ctx.app.limits.take('codeAccount', String(account.id));
    if (!(await useCode(ctx, ctx.db, { ...account, totpSealed: account.totpSealed }, code)))
      throw new Refusal('auth.code_wrong');
    await ctx.app.limits.giveBack('codeAccount', String(account.id));
  }
  return openSession(ctx, account.id);
}

/**
 * Holds the account as it was when the password was looked at, until the session is open: whoever sets a new password or another
 * second factor meanwhile either waits and ends this session too, or is seen here. Its foreign keys may be pointed at beside.
 * @throws Refusal `auth.wrong`
 */
async function demandUnchanged(tx: Tx, { id, passwordHash, totpSealed }: Account): Promise<void> {
  const held = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', 'is not distinct from', passwordHash)
    .where('totpSealed', 'is not distinct from', totpSealed)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!held) throw new Refusal('auth.wrong');
}

/** Tells the owner of a sign-in from a browser where he has never been; the first of all is no news to him. */
async function notifyOfNewDevice(ctx: Ctx<Actor | null, Tx>, accountId: number): Promise<void> {
  const { app, db, now, origin } = ctx;
  if (await knowsDevice(db, accountId, origin.device)) return;
  if (!(await hasDevices(db, accountId))) return;
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await queueLetter(ctx, authLetters.newDevice, email, {
    at: formatMoscowTime(now),
    network: networkOf(origin.ip),
    link: pageUrl(app, '/signin', { step: 'restore' }),
  });
}

/** Starts a session and answers as `me` does. */
export async function openSession(ctx: Ctx<Actor | null, Tx>, accountId: number) {
  await notifyOfNewDevice(ctx, accountId);
  const token = await startSession(ctx, accountId);
  await ctx.db.updateTable('accounts').set({ lastLoginAt: sql<Date>`now()` }).where('id', '=', accountId).execute();
  const actor = await ctx.app.sessions.find(token, { tx: ctx.db });
  if (!actor) throw new Refusal('auth.wrong');
  return describeActor(ctx, actor);
}
