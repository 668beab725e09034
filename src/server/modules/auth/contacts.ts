import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { mailCode, makeCode, useCode } from '#server/modules/one-time-codes/one-time-codes.commands.ts';
import { endSessions, renewSession } from '#server/platform/auth/sessions.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { brokenConstraint } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { demandLetterTo } from './letter-limits.ts';
import { authLetters } from './letters.ts';
import { endRestores } from './restore-tokens.ts';

const sent = 'Мы отправили код письмом. Введите его, чтобы закончить';

/**
 * Sends a code to the new address. Somebody else's gets a letter that it has an account already: the one who asks does
 * not learn of it, and no code that comes back is right.
 */
export async function askForEmail(ctx: Writing, email: string) {
  await renewSession(ctx);
  await ctx.app.limits.take('letterOwn', String(ctx.actor.accountId));
  await demandLetterTo(ctx, email);
  const { code, expiresAt } = await makeCode(ctx, 'email', email);
  const taken = await ctx.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
  if (taken) await queueLetter(ctx, authLetters.alreadySignedUp, email, { link: signInLink(ctx) });
  else await mailCode(ctx, email, { code, purpose: 'сменить почту для входа' });
  return { message: sent, expiresAt };
}

/** Signs in by the new address from now on. The old one is told, other sessions end. @throws Refusal `code.wrong` */
export async function changeEmail(ctx: Writing, code: string): Promise<void> {
  const { subject: email } = await useCode(ctx, 'email', code);
  const before = await emailOf(ctx);
  try {
    await change(ctx, { email, emailConfirmedAt: sql<Date>`now()` });
  } catch (error) {
    // Somebody has registered with it meanwhile.
    throw brokenConstraint(error) === 'accounts_email' ? new Refusal('code.wrong') : error;
  }
  await notifyOf(ctx, before, 'изменена почта');
}

/** The code goes to the address that is confirmed: until messages to phones exist, the phone itself is not. */
export async function askForPhone(ctx: Writing, phone: string) {
  await renewSession(ctx);
  const email = await emailOf(ctx);
  await ctx.app.limits.take('letterOwn', String(ctx.actor.accountId));
  const { code, expiresAt } = await makeCode(ctx, 'phone', phone);
  await mailCode(ctx, email, { code, purpose: 'сменить телефон' });
  return { message: sent, expiresAt };
}

/** Takes the new phone of whoever has its code; a letter tells him so. @throws Refusal of the code */
export async function changePhone(ctx: Writing, code: string): Promise<void> {
  const { subject: phone } = await useCode(ctx, 'phone', code);
  await change(ctx, { phone, phoneConfirmedAt: null });
  await notifyOf(ctx, await emailOf(ctx), 'изменён телефон');
}

const change = (ctx: Writing, set: Record<string, unknown>) =>
  ctx.db
    .updateTable('accounts')
    .set({ ...set, version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('id', '=', ctx.actor.accountId)
    .execute();

async function notifyOf(ctx: Writing, email: string, what: string): Promise<void> {
  await renewSession(ctx);
  await endSessions(ctx.db, ctx.actor.accountId, 'password_changed', { except: ctx.actor.sessionId });
  await endRestores(ctx.db, ctx.actor.accountId);
  await queueLetter(ctx, authLetters.contactsChanged, email, { what, link: signInLink(ctx) });
}

const signInLink = (ctx: Writing): string => pageUrl(ctx.app, '/signin');

async function emailOf({ db, actor }: Writing): Promise<string> {
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', actor.accountId)
    .executeTakeFirstOrThrow();
  return email;
}
