import { Refusal } from '#contract/kernel/errors.ts';
import { networkOf } from '#server/platform/auth/address.ts';
import type { Ctx } from '#server/platform/ctx.ts';

/**
 * Counts one letter to an address that somebody names, and says whether it may still go: a few an hour from one network,
 * and not many from all networks. What a stranger uses up is the share of his network, not the owner's.
 */
export async function mayWriteTo({ app: { limits }, origin }: Ctx, email: string): Promise<boolean> {
  return (
    (await limits.allows('letterAddress', `${email} ${networkOf(origin.ip)}`)) &&
    (await limits.allows('letterAddressInAll', email))
  );
}

/** The same. @throws Refusal `rate.limited` */
export async function demandLetterTo(ctx: Ctx, email: string): Promise<void> {
  if (!(await mayWriteTo(ctx, email))) throw new Refusal('rate.limited');
}

/**
 * Counts one invitation of a company. Of a company that is not verified they are few: anybody can register one.
 * @throws Refusal `rate.limited` when the company has sent its invitations of this day, or the address has had its letters
 */
export async function demandInvitation(
  ctx: Ctx,
  email: string,
  company: { id: number; verificationStatus: string },
): Promise<void> {
  const rule = company.verificationStatus === 'verified' ? 'invitations' : 'invitationsUnverified';
  if (!(await ctx.app.limits.allows(rule, String(company.id)))) {
    const detail = 'Сегодня компания отправила слишком много приглашений: продолжите завтра';
    throw new Refusal('rate.limited', { detail });
  }
  await demandLetterTo(ctx, email);
}
