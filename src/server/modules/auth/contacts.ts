import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { maskEmail, maskPhone } from '#domain/values/masks.ts';
import { MOBILE_PREFIX } from '#domain/values/phone.ts';
import { sendSmsCode } from '#server/modules/deliveries/sms-codes.commands.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { askedFor, guessing, mailCode, makeCode } from '#server/modules/one-time-codes/one-time-codes.commands.ts';
import { endSessions, renewSession } from '#server/platform/auth/sessions.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { brokenConstraint } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { demandMayWriteTo } from './letter-limits.ts';
import { authLetters } from './letters.ts';
import { demandSecondFactor } from './own-account.ts';
import { endPending } from './restore-tokens.ts';

const byLetter = 'Мы отправили код письмом. Введите его, чтобы закончить';
const byMails = 'Мы отправили два кода: на новую почту и на прежнюю. Введите оба, чтобы закончить';
const byBoth = 'Мы отправили два кода: письмом и по СМС. Введите оба, чтобы закончить';
const byAll = 'Мы отправили три кода: письмом, на новый телефон и на прежний. Введите все, чтобы закончить';
const purposes = {
  email: 'сменить почту для входа',
  former: 'сменить эту почту для входа на другую',
  phone: 'сменить телефон',
} as const;
type SmsPurpose = 'email_by_sms' | 'phone_by_sms' | 'phone_by_former_sms';

/** What a person confirms a change by: the code of the first letter, and those that were sent beside it. */
interface Codes {
  code: string;
  smsCode?: string | undefined;
  formerSmsCode?: string | undefined;
  formerCode?: string | undefined;
  /** Of the second factor, where it is on. */
  factorCode?: string | undefined;
}

/**
 * Sends a code to the new address, and one to the confirmed phone where the platform sends SMS, or else to the former address: the
 * password alone takes nothing over. Somebody else's address gets a letter that it has an account already: the one who asks does not
 * learn of it, and no code that comes back is right.
 */
export async function askForEmail(ctx: Writing, email: string) {
  await renewSession(ctx);
  await ctx.app.limits.take('letterOwn', String(ctx.actor.accountId));
  await demandMayWriteTo(ctx, email);
  const { code, expiresAt } = await makeCode(ctx, 'email', email);
  const taken = await ctx.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
  if (taken) await queueLetter(ctx, authLetters.alreadySignedUp, email, { link: pageUrl(ctx.app, '/signin') });
  else await mailCode(ctx, email, { code, purpose: purposes.email });
  const phone = await phoneToAsk(ctx);
  if (phone !== null) {
    await askBySms(ctx, 'email_by_sms', phone, email);
    return sent(byBoth, expiresAt, { smsTo: maskPhone(phone) });
  }
  const former = await emailOf(ctx);
  const { code: formerCode } = await makeCode(ctx, 'email_by_former', email);
  await mailCode(ctx, former, { code: formerCode, purpose: purposes.former });
  return sent(byMails, expiresAt, { formerTo: maskEmail(former) });
}

/** Signs in by the new address from now on. The old one is told, other sessions end. @throws Refusal `code.wrong`, `code.needed`, `auth.code_wrong` */
export async function changeEmail(ctx: Writing, codes: Codes): Promise<void> {
  await demandSecondFactor(ctx, codes.factorCode);
  const isBySms = (await phoneToAsk(ctx)) !== null;
  const second = demandGiven(codes, isBySms ? 'smsCode' : 'formerCode');
  const before = await emailOf(ctx);
  await refusingAlike(async () => {
    const email = await guessing(ctx, async (use) => {
      const { subject } = await use('email', codes.code);
      demandSame(await use(isBySms ? 'email_by_sms' : 'email_by_former', second), subject);
      return subject;
    });
    await refusingTaken('accounts_email', () => change(ctx, { email, emailConfirmedAt: sql<Date>`now()` }));
  });
  const { supportEmail } = ctx.app.config;
  await queueLetter(ctx, authLetters.emailChanged, before, {
    support: supportEmail ?? null,
    link: pageUrl(ctx.app, '/'),
  });
  await endWhatWasOpen(ctx, 'изменена почта');
}

/**
 * A code goes to the address that is confirmed, and where the platform sends SMS one to the new phone and one to the former phone:
 * who has taken over the mail does not take the phone with it.
 * @throws Refusal `input.invalid` of a phone that no SMS reaches
 */
export async function askForPhone(ctx: Writing, phone: string) {
  if (ctx.app.sms && !phone.startsWith(MOBILE_PREFIX)) {
    throw new Refusal('input.invalid', { fields: { phone: 'Код придёт по СМС: нужен мобильный номер' } });
  }
  await renewSession(ctx);
  const email = await emailOf(ctx);
  await ctx.app.limits.take('letterOwn', String(ctx.actor.accountId));
  const { code, expiresAt } = await makeCode(ctx, 'phone', phone);
  await mailCode(ctx, email, { code, purpose: purposes.phone });
  if (!ctx.app.sms) return sent(byLetter, expiresAt);
  await demandMayWriteTo(ctx, phone);
  await askBySms(ctx, 'phone_by_sms', phone, phone);
  const former = await formerPhone(ctx, phone);
  if (former === null) return sent(byBoth, expiresAt, { smsTo: maskPhone(phone) });
  await askBySms(ctx, 'phone_by_former_sms', former, phone);
  return sent(byAll, expiresAt, { smsTo: maskPhone(phone), formerSmsTo: maskPhone(former) });
}

/**
 * Takes the new phone of whoever has its codes; a letter tells him so. Without SMS nobody knows whether it is his, and it stays
 * unconfirmed. @throws Refusal `code.wrong`, `code.needed`, `auth.code_wrong`
 */
export async function changePhone(ctx: Writing, codes: Codes): Promise<void> {
  await demandSecondFactor(ctx, codes.factorCode);
  const smsCode = ctx.app.sms ? demandGiven(codes, 'smsCode') : null;
  const asked = await askedFor(ctx, 'phone');
  const former = asked === null ? null : await formerPhone(ctx, asked);
  const formerSmsCode = former === null ? null : demandGiven(codes, 'formerSmsCode');
  const take = async () => {
    const phone = await guessing(ctx, async (use) => {
      const { subject } = await use('phone', codes.code);
      if (smsCode !== null) demandSame(await use('phone_by_sms', smsCode), subject);
      // Asked anew meanwhile, for another phone: of that one not all codes have come.
      if (subject !== asked) throw new Refusal('code.wrong');
      if (formerSmsCode !== null) demandSame(await use('phone_by_former_sms', formerSmsCode), subject);
      return subject;
    });
    const phoneConfirmedAt = ctx.app.sms ? sql<Date>`now()` : null;
    await refusingTaken('accounts_confirmed_phone', () => change(ctx, { phone, phoneConfirmedAt }));
  };
  await (smsCode === null ? take() : refusingAlike(take));
  const what = 'изменён телефон';
  await queueLetter(ctx, authLetters.contactsChanged, await emailOf(ctx), {
    what,
    link: pageUrl(ctx.app, '/signin', { step: 'restore' }),
  });
  await endWhatWasOpen(ctx, what);
}

interface SentTo {
  smsTo?: string;
  formerSmsTo?: string;
  formerTo?: string;
}
const sent = (message: string, expiresAt: Date, to: SentTo = {}) => ({
  message,
  smsTo: null,
  formerSmsTo: null,
  formerTo: null,
  ...to,
  expiresAt,
});

/** Sends a code of a change to a phone. @param subject what is changed to, so that all codes are of the same */
async function askBySms(ctx: Writing, purpose: SmsPurpose, phone: string, subject: string): Promise<void> {
  const { limits } = ctx.app;
  await limits.take('smsAccount', String(ctx.actor.accountId));
  await limits.take('smsPhone', phone);
  await limits.take('smsInAll', 'all');
  const { code } = await makeCode(ctx, purpose, subject);
  await sendSmsCode(ctx, phone, { code, purpose: purpose === 'email_by_sms' ? purposes.email : purposes.phone });
}

const neededCodes = {
  smsCode: 'Введите код из СМС',
  formerSmsCode: 'Введите код из СМС',
  formerCode: 'Введите код из письма на прежнюю почту',
} as const;

/** @throws Refusal `code.needed` before any code is looked at: of one that is right nobody learns apart */
function demandGiven(codes: Codes, name: keyof typeof neededCodes): string {
  const given = codes[name];
  if (!given) throw new Refusal('code.needed', { fields: { [name]: neededCodes[name] } });
  return given;
}

/** @throws Refusal `code.wrong` of a code that was sent for another change */
function demandSame(used: { subject: string }, subject: string): void {
  if (used.subject !== subject) throw new Refusal('code.wrong');
}

/** The confirmed phone that a new one takes the place of. */
async function formerPhone(ctx: Writing, phone: string): Promise<string | null> {
  const former = await phoneToAsk(ctx);
  return former === phone ? null : former;
}

/** The confirmed phone of the person, where it can be sent a code. */
async function phoneToAsk({ app, db, actor }: Writing): Promise<string | null> {
  if (!app.sms) return null;
  const row = await db
    .selectFrom('accounts')
    .select('phone')
    .where('id', '=', actor.accountId)
    .where('phoneConfirmedAt', 'is not', null)
    .where('phone', 'like', `${MOBILE_PREFIX}%`)
    .executeTakeFirst();
  return row?.phone ?? null;
}

/** Somebody has taken the same meanwhile, or had it before: who asks does not learn which. */
async function refusingTaken(constraint: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw brokenConstraint(error) === constraint ? new Refusal('code.wrong') : error;
  }
}

/** Codes that confirm one thing together are judged as one: which of them is wrong, or whether it is the address, nobody learns. */
async function refusingAlike(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'code.wrong') throw error;
    throw new Refusal('code.wrong', { detail: 'Один из кодов неверный или его время вышло' });
  }
}

const change = (ctx: Writing, set: Record<string, unknown>) =>
  ctx.db
    .updateTable('accounts')
    .set({ ...set, version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('id', '=', ctx.actor.accountId)
    .execute();

/** Whoever else is in the account goes out, links for a new password end, and the cabinet says what has changed. */
async function endWhatWasOpen(ctx: Writing, what: string): Promise<void> {
  await renewSession(ctx);
  await endSessions(ctx.db, ctx.actor.accountId, 'password_changed', { except: ctx.actor.sessionId });
  await endPending(ctx.db, ctx.actor.accountId);
  await notify(ctx.db, [ctx.actor.accountId], {
    event: 'account.changed',
    title: `В учётной записи ${what}`,
    link: pagePath('/profile'),
  });
}

async function emailOf({ db, actor }: Writing): Promise<string> {
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', actor.accountId)
    .executeTakeFirstOrThrow();
  return email;
}
