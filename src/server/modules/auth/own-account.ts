import type { accounts } from '#contract/access/auth.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { endSessions, renewSession } from '#server/platform/auth/sessions.ts';
import type { Actor, Ctx, Writing } from '#server/platform/ctx.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { holdAccount } from './accounts.ts';
import { authLetters } from './letters.ts';
import { demandGoodPassword, hashPassword, verifyPassword } from './passwords.ts';
import { setPassword } from './restore.ts';
import {
  demandFactorCode,
  newRecoveryCodes,
  newSecret,
  type RecoveryCodes,
  renewRecoveryCodes,
  sealSecret,
  stepOf,
} from './second-factor.ts';

/** A started enrolment is handed to the browser sealed, so that nothing half done stays in the database; it dies with its session. */
interface Enrolment {
  accountId: number;
  sessionId: number;
  secret: string;
  until: number;
}
const enrolmentContext = 'enrolment';
const enrolmentMs = 10 * 60_000;

const ownAccount = (ctx: Ctx<Actor>) =>
  ctx.db
    .selectFrom('accounts')
    .select(['id', 'email', 'phone', 'passwordHash', 'totpSealed', 'totpUsedStep'])
    .where('id', '=', ctx.actor.accountId)
    .executeTakeFirstOrThrow();

/** Asks for the password again before something that opens or closes the account. @throws Refusal `auth.wrong` */
export async function demandPassword(ctx: Ctx<Actor>, password: string): Promise<void> {
  const limit = `account ${ctx.actor.accountId}`;
  await ctx.app.limits.take('codeAccount', limit);
  const { passwordHash } = await ownAccount(ctx);
  if (!(await verifyPassword(password, passwordHash))) {
    throw new Refusal('auth.wrong', { detail: 'Неверный пароль' });
  }
  await ctx.app.limits.giveBack('codeAccount', limit);
}

/**
 * Where the second factor is on, how the account is entered is changed by its code too: the password and the mail alone take nothing over.
 * @throws Refusal `code.needed` at `factorCode`, `auth.code_wrong`
 */
export async function demandSecondFactor(ctx: Writing, code: string | undefined): Promise<void> {
  await holdAccount(ctx.db, ctx.actor.accountId);
  const account = await ownAccount(ctx);
  if (account.totpSealed === null) return;
  if (!code) throw new Refusal('code.needed', { fields: { factorCode: 'Введите код второго фактора' } });
  await demandFactorCode(ctx, { ...account, totpSealed: account.totpSealed }, code);
}

/** Asks for the present password and hashes the new one, before any transaction is open. */
export async function preparePasswordChange(
  ctx: Ctx<Actor>,
  form: Input<typeof accounts.changePassword>['body'],
): Promise<string> {
  await demandPassword(ctx, form.current);
  const { email, phone } = await ownAccount(ctx);
  await demandGoodPassword(form.password, [email, phone ?? '']);
  return hashPassword(form.password);
}

/**
 * A new password ends all other sessions; this one goes on under a new token. The account is held first, which waits for a sign-in under
 * way, whose session is then among those that end.
 * @throws Refusal `code.needed`, `auth.code_wrong` of the second factor
 */
export async function changePassword(
  ctx: Writing,
  passwordHash: string,
  factorCode: string | undefined,
): Promise<void> {
  await demandSecondFactor(ctx, factorCode);
  await setPassword(ctx, ctx.actor.accountId, passwordHash);
  await endOtherSessions(ctx);
}

/** How the account is entered has changed: whoever else is in it goes out, this session goes on under a new token. */
async function endOtherSessions(ctx: Writing): Promise<void> {
  await renewSession(ctx);
  await endSessions(ctx.db, ctx.actor.accountId, 'password_changed', { except: ctx.actor.sessionId });
}

/** Begins a second factor: a new secret, which counts once a code of it has come. @throws Refusal `second_factor.on` */
export async function startSecondFactor(ctx: Writing) {
  await renewSession(ctx);
  const { email, totpSealed } = await ownAccount(ctx);
  if (totpSealed !== null) throw new Refusal('second_factor.on');
  const { secret, uri } = await newSecret(email);
  const { accountId, sessionId } = ctx.actor;
  const enrolment: Enrolment = { accountId, sessionId, secret, until: ctx.now.getTime() + enrolmentMs };
  return { secret, uri, enrolment: ctx.app.secrets.seal(enrolmentContext, enrolment) };
}

/** What a first code has shown, with the recovery codes that are to be kept. */
interface SecondFactor {
  secret: string;
  step: number;
  codes: RecoveryCodes;
}

/**
 * Takes a first code, which shows that the app holds the secret, and makes the recovery codes, before any transaction is open.
 * @throws Refusal `token.dead`, `auth.code_wrong`
 */
export async function prepareSecondFactor(
  ctx: Ctx<Actor>,
  { enrolment, code }: Input<typeof accounts.confirmSecondFactor>['body'],
): Promise<SecondFactor> {
  const { accountId, sessionId, secret, until } = openEnrolment(ctx, enrolment);
  const isOfSession = accountId === ctx.actor.accountId && sessionId === ctx.actor.sessionId;
  if (!isOfSession || until < ctx.now.getTime()) throw new Refusal('token.dead');
  await ctx.app.limits.take('codeAccount', String(accountId));
  const step = await stepOf(secret, code, null);
  if (step === null) throw new Refusal('auth.code_wrong');
  await ctx.app.limits.giveBack('codeAccount', String(accountId));
  return { secret, step, codes: await newRecoveryCodes() };
}

/** Turns the second factor on. @throws Refusal `second_factor.on` */
export async function confirmSecondFactor(ctx: Writing, { secret, step, codes }: SecondFactor) {
  const { accountId } = ctx.actor;
  const changed = await ctx.db
    .updateTable('accounts')
    .set({ totpSealed: sealSecret(ctx, secret), totpUsedStep: step })
    .where('id', '=', accountId)
    .where('totpSealed', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (!changed) throw new Refusal('second_factor.on');
  await endOtherSessions(ctx);
  await queueLetter(ctx, authLetters.secondFactorChanged, changed.email, { state: 'включён' });
  await notifyOfFactor(ctx, accountId, 'включён');
  await renewRecoveryCodes(ctx.db, accountId, codes);
  return { recoveryCodes: codes.shown };
}

/** Gives the second factor up, by a code of it. @throws Refusal `second_factor.off`, or of the code */
export async function endSecondFactor(ctx: Writing, code: string): Promise<void> {
  const account = await ownAccount(ctx);
  if (account.totpSealed === null) throw new Refusal('second_factor.off');
  await demandFactorCode(ctx, { ...account, totpSealed: account.totpSealed }, code);
  await dropSecondFactor(ctx, account);
  await endOtherSessions(ctx);
}

/** Takes the second factor with its recovery codes off an account and tells the owner by letter. */
export async function dropSecondFactor(ctx: Writing, { id, email }: { id: number; email: string }): Promise<void> {
  await ctx.db.updateTable('accounts').set({ totpSealed: null, totpUsedStep: null }).where('id', '=', id).execute();
  await ctx.db.deleteFrom('recoveryCodes').where('accountId', '=', id).execute();
  await queueLetter(ctx, authLetters.secondFactorChanged, email, { state: 'выключен' });
  await notifyOfFactor(ctx, id, 'выключен');
}

const notifyOfFactor = ({ db }: Writing, accountId: number, state: string): Promise<void> =>
  notify(db, [accountId], {
    event: 'account.changed',
    title: `Второй фактор входа ${state}`,
    link: pagePath('/profile'),
  });

function openEnrolment(ctx: Ctx, sealed: string): Enrolment {
  try {
    return ctx.app.secrets.open<Enrolment>(enrolmentContext, sealed);
  } catch {
    throw new Refusal('token.dead');
  }
}
