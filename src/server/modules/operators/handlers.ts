import { sql } from 'kysely';
import { operators } from '#contract/access/operators.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { endOrphanedProposals } from '#server/modules/approvals/orphans.commands.ts';
import { revokeInvitationsOf, sendOperatorInvitation } from '#server/modules/auth/invitation.commands.ts';
import { putOut } from '#server/modules/auth/put-out.commands.ts';
import { avatarUrlOf } from '#server/modules/files/avatars.queries.ts';
import { assignableRole, decidesMore, lockRoleHolders } from '#server/modules/roles/roles.queries.ts';
import { type Ctx, implement, type Writing } from '#server/platform/ctx.ts';
import { columnsHold } from '#server/platform/list/conditions.ts';
import { workingState, workingStates } from '#server/platform/list/counts.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { askForVoucher, endQuestionOfVoucher, tieToGiver, vouch } from './vouchers.commands.ts';

const columns = [
  'o.id',
  'o.lastName',
  'o.firstName',
  'o.middleName',
  'a.email',
  'o.roleId',
  'r.name as role',
  'o.active',
  'a.lastLoginAt',
  'o.version',
] as const;

const operatorRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('operators as o')
    .innerJoin('accounts as a', 'a.id', 'o.accountId')
    .innerJoin('roles as r', 'r.id', 'o.roleId');

function filtered(ctx: Ctx, { q, filter }: Pick<Input<typeof operators.list>['query'], 'q' | 'filter'>) {
  let rows = operatorRows(ctx).where(ctx.within('operator', 'o'));
  if (filter?.active !== undefined) rows = rows.where('o.active', '=', filter.active);
  if (q) rows = rows.where(columnsHold(q, 'o.last_name', 'o.first_name', 'o.middle_name', 'a.email', 'r.name'));
  return rows;
}

const shown = [
  ...columns,
  sql<boolean>`a.totp_sealed is not null`.as('secondFactor'),
  sql<boolean>`o.invited_by is not null and o.vouched_by is null`.as('needsVoucher'),
  avatarUrlOf('operatorId', 'o.id').as('avatarUrl'),
] as const;

const list = defineList({
  rows: filtered,
  columns: (rows) => rows.select(shown),
  orders: {
    name: { columns: ['o.lastName', 'o.firstName', 'o.id'], direction: 1 },
    createdAt: { columns: ['o.createdAt', 'o.id'], direction: -1 },
  },
  states: { filter: 'active', of: workingStates, by: () => workingState('o.active') },
});

async function findCard(ctx: Ctx, id: number): Promise<Answer<typeof operators.get>> {
  const row = await operatorRows(ctx).select(shown).where('o.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return row;
}

/** The system keeps at least one active administrator who needs no voucher: nobody else could vouch for the others. @throws Refusal `role.last_administrator` */
async function demandAdministrator(ctx: Ctx): Promise<void> {
  const one = await operatorRows(ctx)
    .select('o.id')
    .where('o.active', '=', true)
    .where('r.code', '=', 'administrator')
    .where('r.system', '=', true)
    .where('a.status', '=', 'active')
    .where((eb) => eb.or([eb('o.invitedBy', 'is', null), eb('o.vouchedBy', 'is not', null)]))
    .executeTakeFirst();
  if (!one) throw new Refusal('role.last_administrator');
}

async function changeOperator(
  ctx: Writing,
  id: number,
  version: number,
  patch: { roleId?: number | undefined; active?: boolean | undefined },
): Promise<void> {
  await lockRoleHolders(ctx.db, 'operators', 0);
  if (patch.roleId !== undefined) await assignableRole(ctx, 'operator', patch.roleId, null);
  const { accountId, roleId, active } = await ctx.db
    .selectFrom('operators')
    .select(['accountId', 'roleId', 'active'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await changeRow(ctx.db, 'operators', id, version, patch);
  if (patch.active !== undefined) await endQuestionOfVoucher(ctx.db, id);
  // Whoever comes back has decided nothing meanwhile.
  const before = patch.active && !active ? null : roleId;
  if (await decidesMore(ctx, { before, after: patch.roleId ?? roleId })) await tieToGiver(ctx, [id]);
  else if (patch.active) await askForVoucher(ctx, id);
  await demandAdministrator(ctx);
  await revokeInvitationsOf(ctx.db, accountId);
  if (patch.active === false) await putOut(ctx.db, accountId, 'dismissed');
  await endOrphanedProposals(ctx);
}

export const operatorHandlers = implement(operators, {
  list: (ctx, { query }) => list.page(ctx, query),
  counts: (ctx, { query }) => list.counts(ctx, query),
  async invite(ctx, { body }) {
    await assignableRole(ctx, 'operator', body.roleId, null);
    return sendOperatorInvitation(ctx, body);
  },
  get: (ctx, { params }) => findCard(ctx, params.id),
  async update(ctx, { params, body: { version, ...patch } }) {
    await changeOperator(ctx, params.id, version, patch);
    return findCard(ctx, params.id);
  },
  async vouch(ctx, { params, body }) {
    await vouch(ctx, params.id, body.version);
    return findCard(ctx, params.id);
  },
  async remove(ctx, { params }) {
    const { version } = await findCard(ctx, params.id);
    await changeOperator(ctx, params.id, version, { active: false });
  },
});
