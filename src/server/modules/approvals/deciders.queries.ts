import type { ApprovalRule, ProposalSubject, Proposed } from '#server/platform/approvals.ts';
import { accountsOf } from '#server/platform/auth/accounts-behind.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import { othersThan } from '#server/platform/auth/same-person.ts';
import type { Ctx } from '#server/platform/ctx.ts';

/** Who may decide a proposal: all with the right but its maker and those whom it is about, whichever of their accounts they use. */
export async function decidersBeside(
  ctx: Pick<Ctx, 'app' | 'db'>,
  { decides, about }: Pick<ApprovalRule, 'decides' | 'about'>,
  { objectType, objectId, makerId }: Pick<Proposed, 'objectType' | 'objectId'> & { makerId: number },
): Promise<number[]> {
  const deciders = await operatorsWith(ctx.db, decides);
  const behind = (about as Readonly<Partial<Record<string, ProposalSubject>>>)[objectType]?.behind ?? null;
  const concerned = behind === null ? [] : await accountsOf(ctx.db, behind, objectId);
  return othersThan(ctx, [makerId, ...concerned], deciders);
}
