import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';

const issuer = 'Уговор';
const sealPlace = 'accounts.totp';
const recoveryPlace = 'recovery_codes.code';
/** Codes of one step (30 s) to either side are taken: clocks differ. */
const toleranceSeconds = 30;
const recoveryCodeCount = 10;

/** Loaded with the first code: a server may rest for long without one. */
const otp = () => import('otplib');

/** A new secret for an application of codes, and the address that brings it there. */
export async function newSecret(label: string): Promise<{ secret: string; uri: string }> {
  const { generateSecret, generateURI } = await otp();
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label, secret }) };
}
export const sealSecret = (ctx: Ctx, secret: string): string => ctx.app.secrets.seal(sealPlace, secret);

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

/** Checks a code of the app, or a recovery code, and uses it up. */
export async function useCode(
  ctx: Ctx,
  tx: Tx,
  account: { id: number; totpSealed: string; totpUsedStep: number | null },
  code: string,
): Promise<boolean> {
  const step = await stepOf(ctx.app.secrets.open<string>(sealPlace, account.totpSealed), code, account.totpUsedStep);
  if (step !== null) {
    const { numUpdatedRows } = await tx
      .updateTable('accounts')
      .set({ totpUsedStep: step })
      .where('id', '=', account.id)
      .where((eb) => eb.or([eb('totpUsedStep', 'is', null), eb('totpUsedStep', '<', step)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt: sql<Date>`now()` })
    .where('accountId', '=', account.id)
    .where('codeHash', '=', markRecovery(ctx, code))
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes new recovery codes («xxxxx-xxxxx») in place of the old ones; they are shown once. */
export async function renewRecoveryCodes(ctx: Ctx, tx: Tx, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    randomBytes(5)
      .toString('hex')
      .replace(/^(.{5})/, '$1-'),
  );
  await tx.deleteFrom('recoveryCodes').where('accountId', '=', accountId).execute();
  await tx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ accountId, codeHash: markRecovery(ctx, code) })))
    .execute();
  return codes;
}

const markRecovery = (ctx: Ctx, code: string): string =>
  ctx.app.secrets.mark(recoveryPlace, code.toLowerCase().replace(/[^0-9a-f]/g, ''));
