import { Refusal } from '#contract/kernel/errors.ts';
import { revokeInvitationsOf, sendInvitation } from '#server/modules/auth/invitation.commands.ts';
import { endWhatWaits } from '#server/modules/auth/put-out.commands.ts';
import { demandOpenCompany } from '#server/modules/legal-entities/legal-entities.queries.ts';
import { assignableRole, lockRoleHolders } from '#server/modules/roles/roles.queries.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/events.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { placeChanged } from './employees.events.ts';
import { revokeAllOf } from './powers-of-attorney.ts';

/** A company keeps at least one active head who can sign in. @throws Refusal `role.last_head` */
async function demandHead(tx: Tx, legalEntityId: number): Promise<void> {
  const head = await tx
    .selectFrom('memberships as m')
    .innerJoin('roles as r', 'r.id', 'm.roleId')
    .innerJoin('employees as e', 'e.id', 'm.employeeId')
    .innerJoin('accounts as a', 'a.id', 'e.accountId')
    .select('m.id')
    .where('m.legalEntityId', '=', legalEntityId)
    .where('m.active', '=', true)
    .where('r.code', '=', 'head')
    .where('r.system', '=', true)
    .where('a.status', '=', 'active')
    .executeTakeFirst();
  if (!head) throw new Refusal('role.last_head');
}

/**
 * Changes a membership in a company: the role, the position, whether the employee works there.
 * @throws Refusal `employee.dismissed` when it would bring somebody back who has not agreed: for that he is invited
 */
export async function changeMembership(
  ctx: Writing,
  legalEntityId: number,
  id: number,
  version: number,
  patch: { roleId?: number | undefined; position?: string | null | undefined; active?: boolean | undefined },
): Promise<void> {
  await demandOpenCompany(ctx, legalEntityId);
  // Two heads who dismiss each other at once must not both succeed: changes of one company go one after another.
  await lockRoleHolders(ctx.db, 'legalEntity', legalEntityId);
  const before = await ctx.db
    .selectFrom('memberships as m')
    .innerJoin('employees as e', 'e.id', 'm.employeeId')
    .select(['m.roleId', 'm.active', 'e.accountId'])
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow();
  if (patch.active === true && !before.active) throw new Refusal('employee.dismissed');
  const roleId = patch.roleId ?? before.roleId;
  if (roleId !== before.roleId) await assignableRole(ctx, 'employee', roleId, legalEntityId);
  await changeRow(ctx.db, 'memberships', id, version, patch);
  if (patch.active === false) {
    await revokeAllOf(ctx, id);
    await endWhatWaits(ctx.db, before.accountId);
  }
  await revokeInvitationsOf(ctx.db, before.accountId);
  await demandHead(ctx.db, legalEntityId);
  await publish(ctx, placeChanged, { legalEntityId, accountId: before.accountId });
}

/** Invites somebody to a company. @throws Refusal `employee.exists`, `role.beyond_own`, `company.blocked` */
export async function invite(
  ctx: Writing,
  legalEntityId: number,
  { email, roleId, position }: { email: string; roleId: number; position?: string | undefined },
): Promise<{ id: number; expiresAt: Date }> {
  await demandOpenCompany(ctx, legalEntityId);
  await assignableRole(ctx, 'employee', roleId, legalEntityId);
  const here = await ctx.db
    .selectFrom('memberships as m')
    .innerJoin('employees as e', 'e.id', 'm.employeeId')
    .innerJoin('accounts as a', 'a.id', 'e.accountId')
    .select('m.id')
    .where('m.legalEntityId', '=', legalEntityId)
    .where('a.email', '=', email)
    .where('m.active', '=', true)
    .executeTakeFirst();
  if (here) throw new Refusal('employee.exists');
  return sendInvitation(ctx, { email, legalEntityId, roleId, position: position ?? null });
}
