import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { auth } from '#contract/access/auth.ts';
import type { Kind } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { formatMoscowTime } from '#domain/values/days.ts';
import { normalizeLogin } from '#domain/values/login.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
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
import { demandFactorCode } from './second-factor.ts';

/** Who signs in where. */
export const publicKinds = ['individual', 'employee'] as const satisfies readonly Kind[];
export const operatorKinds = ['operator'] as const satisfies readonly Kind[];

type Credentials = Input<typeof auth.signIn>['body'];
type Account = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

/**
 * Checks login and password outside of the transaction. The answer takes the same time whether the login is known, whether the
 * password is right and however many people share a phone, so that its time does not tell whether an account exists: the password
 * is hashed once for each of them, at least once, and the time that the greatest possible number would take is waited out.
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
 * The key under which guesses at one account are counted, whichever of its logins they name. Beyond the limit the right password
 * is answered like a wrong one: a refusal of its own would show that an e-mail and a phone belong to one person.
 */
const accountKey = (account: number | string): string => `account ${account}`;

/** The key under which attempts at a login from unknown browsers are counted. */
const loginKey = (kinds: readonly Kind[], login: string): string => `login ${kinds.join()} ${login}`;

/** Every key under which attempts at an account are counted: of its e-mail and its phone, and of the account itself. */
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
    await demandFactorCode(ctx, { ...account, totpSealed: account.totpSealed }, code);
  }
  return openSession(ctx, account.id);
}

/**
 * Locks the account until the session is open, and refuses when its password, second factor or status have changed since the
 * password was checked. So whoever changes one of them meanwhile either waits, and then ends this session too, or is noticed here.
 * Rows that refer to the account can still be written.
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

/** Tells the owner of a sign-in from a browser that he has not used before; his very first sign-in is not told. */
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
  await notify(db, [accountId], {
    event: 'account.changed',
    title: 'Вход с нового устройства',
    detail: 'Если это были не вы, смените пароль в профиле: остальные сеансы завершатся',
    link: pagePath('/profile'),
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
