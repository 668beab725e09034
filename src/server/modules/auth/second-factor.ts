import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { hashesOf, hashTogether } from './passwords.ts';

const issuer = 'Уговор';
const sealContext = 'accounts.totp';
const recoveryContext = 'recovery_codes.code';
/** Codes of one step (30 s) to either side are taken: clocks differ. */
const toleranceSeconds = 30;
const recoveryCodeCount = 10;
/** Twelve of 32 signs, 60 bits; no letter among them is taken for a digit. */
const recoverySigns = '0123456789abcdefghjkmnpqrstvwxyz';
const recoveryLength = 12;

/** Loaded with the first code: a server may rest for long without one. */
const otp = () => import('otplib');

/** A new secret for an application of codes, and the address that brings it there. */
export async function newSecret(label: string): Promise<{ secret: string; uri: string }> {
  const { generateSecret, generateURI } = await otp();
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label, secret }) };
}
export const sealSecret = (ctx: Ctx, secret: string): string => ctx.app.secrets.seal(sealContext, secret);

/**
 * The time step of a right code, or null for a wrong one.
 * @param after the last step that was used: a code works once
 */
export async function stepOf(secret: string, code: string, after: number | null): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const { verifySync } = await otp();
  const result = verifySync({ secret, token: code, epochTolerance: toleranceSeconds });
  if (!result.valid || !('timeStep' in result)) return null;
  return after !== null && result.timeStep <= after ? null : result.timeStep;
}

/** What of an account its second factor is checked by. */
interface Factored {
  id: number;
  totpSealed: string;
  totpUsedStep: number | null;
}

/** Takes a code of the app, or a recovery code, and uses it up; wrong ones are counted. @throws Refusal `auth.code_wrong`, `rate.limited` */
export async function demandFactorCode(ctx: Ctx<Actor | null, Tx>, account: Factored, code: string): Promise<void> {
  const key = String(account.id);
  await ctx.app.limits.take('codeAccount', key);
  if (!(await useCode(ctx, ctx.db, account, code))) throw new Refusal('auth.code_wrong');
  await ctx.app.limits.giveBack('codeAccount', key);
}

/** Checks a code of the app, or a recovery code, and uses it up. */
async function useCode(ctx: Ctx, tx: Tx, account: Factored, code: string): Promise<boolean> {
  const step = await stepOf(ctx.app.secrets.open<string>(sealContext, account.totpSealed), code, account.totpUsedStep);
  if (step !== null) {
    const { numUpdatedRows } = await tx
      .updateTable('accounts')
      .set({ totpUsedStep: step })
      .where('id', '=', account.id)
      .where((eb) => eb.or([eb('totpUsedStep', 'is', null), eb('totpUsedStep', '<', step)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  return spendRecoveryCode(ctx, tx, account.id, plainRecovery(code));
}

async function spendRecoveryCode(ctx: Ctx, tx: Tx, accountId: number, code: string): Promise<boolean> {
  const own = tx.selectFrom('recoveryCodes').where('accountId', '=', accountId).where('usedAt', 'is', null);
  const kept = (await own.select('codeHash').execute()).map(({ codeHash }) => codeHash);
  // Codes that were given out before they were hashed slowly are kept as marks, and go on opening.
  const mark = ctx.app.secrets.mark(recoveryContext, code);
  // What is no recovery code by its length, as a wrong code of the app, is not worth the work.
  const [found] = kept.includes(mark) ? [mark] : code.length === recoveryLength ? await hashesOf(code, kept) : [];
  if (found === undefined) return false;
  const { numUpdatedRows } = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt: sql<Date>`now()` })
    .where('accountId', '=', accountId)
    .where('codeHash', '=', found)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** New recovery codes as they are shown once («xxxx-xxxx-xxxx»), and as they are kept. */
export interface RecoveryCodes {
  shown: string[];
  hashes: string[];
}

/** Ten hashes take half a second, so they are made before a transaction is open. */
export async function newRecoveryCodes(): Promise<RecoveryCodes> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const hashes = await hashTogether(codes);
  return { shown: codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-')), hashes };
}

/** Puts new recovery codes in place of the old ones. */
export async function renewRecoveryCodes(tx: Tx, accountId: number, { hashes }: RecoveryCodes): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('accountId', '=', accountId).execute();
  await tx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ accountId, codeHash })))
    .execute();
}

const newRecoveryCode = (): string =>
  [...randomBytes(recoveryLength)].map((byte) => recoverySigns[byte % recoverySigns.length]).join('');

/** A code as it is hashed, however it was typed. */
const plainRecovery = (typed: string): string =>
  typed
    .toLowerCase()
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
    .replace(/[^0-9a-z]/g, '');
