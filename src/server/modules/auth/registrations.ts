import { sql } from 'kysely';
import { type auth, registrationStatuses } from '#contract/access/auth.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { assignableRole } from '#server/modules/roles/roles.queries.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import { columnsHold } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { sendInvitation, sendOperatorInvitation } from './invitation.commands.ts';
import { mayBeSentToday } from './inviters.ts';
import { demandMayWriteTo } from './letter-limits.ts';
import { sendAgain } from './sign-up.ts';

type ListFilter = Pick<Input<typeof auth.registrationTokens>['query'], 'q' | 'filter'>;

const status = sql<string>`case
  when t.used_at is not null then 'used'
  when t.revoked_at is not null then 'revoked'
  when t.expires_at <= now() then 'expired'
  else 'pending' end`;

/** Invitations and sign-ups within the actor's reach, as searched (by address or company) and filtered. */
function filtered(ctx: Ctx, { q, filter }: ListFilter) {
  let rows = ctx.db
    .selectFrom('registrationTokens as t')
    .leftJoin('legalEntities as le', 'le.id', 't.legalEntityId')
    .leftJoin('roles as r', 'r.id', 't.roleId')
    .where(ctx.within('registrationToken', 't'));
  if (filter?.kind) rows = rows.where('t.kind', 'in', filter.kind);
  if (filter?.status) rows = rows.where(status, 'in', filter.status);
  return q ? rows.where(columnsHold(q, 't.email', 'le.short_name', 't.position')) : rows;
}

export const registrationList = defineList({
  rows: filtered,
  columns: (rows) =>
    rows.select([
      't.id',
      't.kind',
      't.email',
      't.legalEntityId',
      'le.shortName as company',
      'r.name as role',
      status.as('status'),
      't.createdAt',
      't.expiresAt',
    ]),
  orders: {
    createdAt: { columns: ['t.createdAt', 't.id'], direction: -1 },
    expiresAt: { columns: ['t.expiresAt', 't.id'], direction: -1 },
  },
  states: { filter: 'status', of: registrationStatuses, by: () => status },
});

/** Makes the link of the letter dead. @throws Refusal `token.dead` when it is so already */
export async function revokeRegistration(ctx: Writing, id: number): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('registrationTokens')
    .set({ revokedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('token.dead');
}

/**
 * Sends the same invitation or confirmation with a new link, also when the time of the old one, which dies now, is
 * over. What was used or revoked is not revived. An invitation of an operator stays his who sent it first, or whoever sends it again
 * would untie the newcomer from him (docs/decisions/0120): when that one may invite no more, it is dead.
 * @throws Refusal `token.dead`, `role.beyond_own`, `operator.exists`, `rate.limited`
 */
export async function resendRegistration(ctx: Writing, id: number): Promise<{ id: number; expiresAt: Date }> {
  const registration = await ctx.db
    .selectFrom('registrationTokens')
    .selectAll()
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  if (!registration) throw new Refusal('token.dead');
  const { kind, email, legalEntityId, roleId, position, payloadSealed } = registration;
  if (kind === 'operator') {
    if (roleId === null) throw new Refusal('token.dead');
    await assignableRole(ctx, 'operator', roleId, null);
    return sendOperatorInvitation(ctx, { email, roleId }, await firstInviterOf(ctx, id));
  }
  if (legalEntityId === null || roleId === null) {
    await demandMayWriteTo(ctx, email);
    return sendAgain(ctx, { id, kind, email, payloadSealed });
  }
  await assignableRole(ctx, 'employee', roleId, legalEntityId);
  return sendInvitation(ctx, { email, legalEntityId, roleId, position });
}

/** Who has sent an invitation and might send it today. @throws Refusal `token.dead` */
async function firstInviterOf({ db }: Writing, id: number): Promise<number> {
  const found = await db
    .selectFrom('registrationTokens')
    .select('createdBy')
    .where('id', '=', id)
    .where(mayBeSentToday)
    .executeTakeFirst();
  if (!found?.createdBy) throw new Refusal('token.dead');
  return found.createdBy;
}
