import { Refusal } from '#contract/kernel/errors.ts';
import { networkOf } from '#server/platform/auth/address.ts';
import type { Ctx } from '#server/platform/ctx.ts';

/**
 * Counts one letter or SMS to an address that somebody names, and says whether it may still go: a few an hour from one place of the net
 * (`networkOf`), and not many from all. What a stranger uses up is the share of his place, not the owner's.
 * @param address an e-mail or a phone
 */
export async function mayWriteTo({ app: { limits }, origin }: Ctx, address: string): Promise<boolean> {
  return (
    (await limits.allows('letterAddress', `${address} ${networkOf(origin.ip)}`)) &&
    (await limits.allows('letterAddressInAll', address))
  );
}

/** The same. @throws Refusal `rate.limited` */
export async function demandMayWriteTo(ctx: Ctx, address: string): Promise<void> {
  if (!(await mayWriteTo(ctx, address))) throw new Refusal('rate.limited');
}

/**
 * Counts one invitation of a company. Of a company that is not verified they are few: anybody can register one.
 * @throws Refusal `rate.limited` when the company has sent its invitations of 24 hours, or the address has had its letters
 */
export async function demandInvitation(
  ctx: Ctx,
  email: string,
  company: { id: number; verificationStatus: string },
): Promise<void> {
  const rule = company.verificationStatus === 'verified' ? 'invitations' : 'invitationsUnverified';
  if (!(await ctx.app.limits.allows(rule, String(company.id)))) {
    const detail = 'За сутки компания отправила слишком много приглашений: продолжите позже';
    throw new Refusal('rate.limited', { detail });
  }
  await demandMayWriteTo(ctx, email);
}
