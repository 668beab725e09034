import { employees } from '#contract/employees.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { sendInvitation } from '#server/modules/auth/invitation.acts.ts';
import { assignableRole, lockRoleHolders } from '#server/modules/roles/roles.read.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { implement } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';
import { readPage } from '#server/platform/list.ts';
import { changeRow } from '#server/platform/write.ts';

const columns = [
  'm.id',
  'm.employeeId',
  'e.lastName',
  'e.firstName',
  'e.middleName',
  'a.email',
  'm.position',
  'm.roleId',
  'r.name as role',
  'm.active',
  'a.lastLoginAt',
  'm.version',
] as const;

const members = (ctx: Ctx, legalEntityId: number) =>
  ctx.db
    .selectFrom('memberships as m')
    .innerJoin('employees as e', 'e.id', 'm.employeeId')
    .innerJoin('accounts as a', 'a.id', 'e.accountId')
    .innerJoin('roles as r', 'r.id', 'm.roleId')
    .where('m.legalEntityId', '=', legalEntityId);

async function findCard(ctx: Ctx, legalEntityId: number, id: number): Promise<Answer<typeof employees.get>> {
  const row = await members(ctx, legalEntityId).select(columns).where('m.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return row;
}

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

async function changePlace(
  ctx: Ctx<Actor, Tx>,
  legalEntityId: number,
  id: number,
  version: number,
  patch: { roleId?: number | undefined; position?: string | null | undefined; active?: boolean | undefined },
): Promise<void> {
  // Two heads who dismiss each other at once must not both succeed: changes of one company go one after another.
  await lockRoleHolders(ctx.db, 'legalEntity', legalEntityId);
  const before = await ctx.db
    .selectFrom('memberships')
    .select(['roleId', 'active'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // To take a dismissed person back is to give him his role again.
  const returns = patch.active === true && !before.active;
  const roleId = patch.roleId ?? before.roleId;
  if (returns || roleId !== before.roleId) await assignableRole(ctx, 'employee', roleId, legalEntityId);
  await changeRow(ctx.db, 'memberships', id, version, patch);
  await demandHead(ctx.db, legalEntityId);
}

export const employeeHandlers = implement(employees, {
  list: (ctx, { params, query }) => {
    let rows = members(ctx, params.id);
    if (query.filter?.active !== undefined) rows = rows.where('m.active', '=', query.filter.active);
    return readPage(
      ctx.db,
      rows,
      (some) => some.select(columns),
      {
        name: { columns: ['e.lastName', 'e.firstName', 'm.id'], first: 1 },
        createdAt: { columns: ['m.createdAt', 'm.id'], first: -1 },
      },
      query,
    );
  },
  async invite(ctx, { params, body: { email, roleId, position } }) {
    await assignableRole(ctx, 'employee', roleId, params.id);
    const here = await members(ctx, params.id)
      .select('m.id')
      .where('a.email', '=', email)
      .where('m.active', '=', true)
      .executeTakeFirst();
    if (here) throw new Refusal('employee.exists');
    const { shortName } = await ctx.db
      .selectFrom('legalEntities')
      .select('shortName')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow();
    return sendInvitation(ctx, {
      email,
      legalEntityId: params.id,
      company: shortName,
      roleId,
      position: position ?? null,
    });
  },
  get: (ctx, { params }) => findCard(ctx, params.id, params.employeeId),
  async update(ctx, { params, body: { version, ...patch } }) {
    await changePlace(ctx, params.id, params.employeeId, version, patch);
    return findCard(ctx, params.id, params.employeeId);
  },
  async remove(ctx, { params }) {
    const { version } = await findCard(ctx, params.id, params.employeeId);
    await changePlace(ctx, params.id, params.employeeId, version, { active: false });
  },
});
