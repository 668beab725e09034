import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { unbindAll } from '#server/modules/deliveries/unbind.commands.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { endSessions, knowsDevice } from '#server/platform/auth/sessions.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { findByEmail, holdAccount } from './accounts.ts';
import { mayWriteTo } from './letter-limits.ts';
import { authLetters } from './letters.ts';
import { demandGoodPassword, hashPassword } from './passwords.ts';
import { endPending, findRestore, makeRestore, useRestore } from './restore-tokens.ts';

type Wanted = Ctx<Actor | null, Tx>;
const neutral = { message: 'Если такая учётная запись есть, мы отправили на её почту ссылку' };

/**
 * Sends the link for a new password, at most a few an hour; the answer is always the same. From a browser where the owner
 * has been before his letters are counted apart: a stranger cannot use them up.
 */
export async function askForNewPassword(ctx: Wanted, email: string) {
  const account = await findByEmail(ctx.db, email, ['individual', 'employee', 'operator']);
  const isKnown = await knowsDevice(ctx.db, account?.id ?? 0, ctx.origin.device);
  const isAllowed = isKnown
    ? await ctx.app.limits.allows('letterOwn', `device ${account!.id} ${ctx.origin.device}`)
    : await mayWriteTo(ctx, email);
  if (!isAllowed) return neutral;
  const active = account?.status === 'active' ? account : null;
  const token = await makeRestore(ctx.db, active);
  if (active) await sendLink(ctx, active.email, token);
  return neutral;
}

/**
 * Sends the link because an operator wants it. What strangers have asked for does not count here.
 * @throws Refusal `rate.limited` when operators have sent many this hour
 */
export async function sendRestoreLink(ctx: Wanted, account: { id: number; email: string }): Promise<void> {
  if (!(await ctx.app.limits.allows('letterByOperator', String(account.id)))) {
    throw new Refusal('rate.limited', { detail: 'За час ему отправили слишком много ссылок: подождите и повторите' });
  }
  await sendLink(ctx, account.email, await makeRestore(ctx.db, account));
}

async function sendLink(ctx: Wanted, email: string, token: string): Promise<void> {
  await queueLetter(ctx, authLetters.restorePassword, email, { link: pageUrl(ctx.app, '/restore/$token', { token }) });
}

/** @throws Refusal `token.dead`, or `input.invalid` for a weak password: the link then stays alive. */
export async function prepareNewPassword(ctx: Ctx, token: string, password: string): Promise<string> {
  const account = await findRestore(ctx.db, token);
  if (account?.status !== 'active') throw new Refusal('token.dead');
  await demandGoodPassword(password, [account.email, account.phone ?? '']);
  return hashPassword(password);
}

/** Sets the password, ends every session of the account and unbinds what tells of it. */
export async function resetPassword(ctx: Wanted, token: string, passwordHash: string): Promise<void> {
  const found = await findRestore(ctx.db, token);
  if (!found) throw new Refusal('token.dead');
  await holdAccount(ctx.db, found.id);
  const accountId = await useRestore(ctx.db, token);
  await setPassword(ctx, accountId, passwordHash);
  await endSessions(ctx.db, accountId, 'password_changed');
  await unbindAll(ctx.db, accountId);
}

/** Writes the new hash, ends what was begun before (`endPending`) and tells the owner by letter. */
export async function setPassword(ctx: Wanted, accountId: number, passwordHash: string): Promise<void> {
  const { email } = await ctx.db
    .updateTable('accounts')
    .set({ passwordHash, updatedAt: sql<Date>`now()` })
    .where('id', '=', accountId)
    .returning('email')
    .executeTakeFirstOrThrow();
  await endPending(ctx.db, accountId);
  await queueLetter(ctx, authLetters.passwordChanged, email, {
    link: pageUrl(ctx.app, '/signin', { step: 'restore' }),
  });
  await notify(ctx.db, [accountId], { event: 'account.changed', title: 'Пароль изменён', link: pagePath('/profile') });
}
