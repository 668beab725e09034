import type { auth } from '#contract/access/auth.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/events.ts';
import { createAccount } from './accounts.ts';
import { operatorCame } from './auth.events.ts';
import { demandGoodPassword, hashPassword } from './passwords.ts';
import { openSession } from './sign-in.ts';
import { useRegistration } from './tokens.ts';

type Form = Input<typeof auth.operatorFirstSignIn>['body'];

/** Judges the password and hashes it; nothing is written yet. @throws Refusal `input.invalid` */
export async function prepareOperator({ lastName, firstName, middleName, password }: Form): Promise<string> {
  await demandGoodPassword(
    password,
    [lastName, firstName, middleName].filter((word) => word !== undefined),
  );
  return hashPassword(password);
}

/**
 * Makes the operator whom an administrator has invited, with the role of the invitation, and lets him in. The letter has
 * confirmed his address.
 * @throws Refusal `token.dead`
 */
export async function firstSignInOfOperator(
  ctx: Ctx<Actor | null, Tx>,
  token: string,
  { lastName, firstName, middleName }: Form,
  passwordHash: string,
) {
  const { email, roleId, createdBy } = await useRegistration(ctx.db, 'operator', token);
  const accountId = await createAccount(ctx.db, 'operator', { email, phone: null, passwordHash });
  if (accountId === null || roleId === null) throw new Refusal('token.dead');
  const { id } = await ctx.db
    .insertInto('operators')
    .values({ accountId, lastName, firstName, middleName: middleName ?? null, roleId, invitedBy: createdBy })
    .returning('id')
    .executeTakeFirstOrThrow();
  await publish(ctx, operatorCame, { id });
  return openSession(ctx, accountId);
}
