import type * as z from 'zod';
import type { Me } from '#contract/access/auth.ts';
import { operations } from '#contract/index.ts';
import { type Kind, kinds } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import { closedTo, permissionFor } from '#contract/kernel/op.ts';
import { fullName } from '#domain/values/person-name.ts';
import { avatarUrlOf } from '#server/modules/files/avatars.queries.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';

type Me = z.input<typeof Me>;

interface Person {
  lastName: string;
  firstName: string;
  middleName: string | null;
  avatarUrl: string | null;
  verificationStatus?: string;
  role?: string;
}

const avatarOf = (...whose: Parameters<typeof avatarUrlOf>) => avatarUrlOf(...whose).as('avatarUrl');

const finders: Record<Kind, (ctx: Ctx, accountId: number) => Promise<Person | undefined>> = {
  individual: (ctx: Ctx, accountId: number) =>
    ctx.db
      .selectFrom('individuals')
      .select(['lastName', 'firstName', 'middleName', 'verificationStatus', avatarOf('individualId', 'individuals.id')])
      .where('accountId', '=', accountId)
      .executeTakeFirst(),
  employee: (ctx: Ctx, accountId: number) =>
    ctx.db
      .selectFrom('employees')
      .select(['lastName', 'firstName', 'middleName', avatarOf('employeeId', 'employees.id')])
      .where('accountId', '=', accountId)
      .executeTakeFirst(),
  operator: (ctx: Ctx, accountId: number) =>
    ctx.db
      .selectFrom('operators')
      .innerJoin('roles', 'roles.id', 'operators.roleId')
      .select(['lastName', 'firstName', 'middleName', 'roles.name as role', avatarOf('operatorId', 'operators.id')])
      .where('accountId', '=', accountId)
      .executeTakeFirst(),
};

/** What each kind of person may ask for without a permission; what is open to everybody needs no mention. */
const openOperations = Object.fromEntries(
  kinds.map((kind) => [
    kind,
    operations
      .filter(({ def }) => def.access !== 'anyone')
      .filter((operation) => !closedTo(operation, kind) && permissionFor(operation, kind) === null)
      .map(({ code }) => code),
  ]),
) as Record<Kind, string[]>;

/** What an operator may do only once somebody has vouched for him, where his role lets him at all. */
const vouchedPermissions = operations
  .filter(({ def }) => def.vouched === true)
  .flatMap((operation) => permissionFor(operation, 'operator') ?? []);

/** The signed-in person as the browser knows him. */
export async function describeActor(ctx: Ctx, actor: Actor): Promise<Me> {
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['email', 'totpSealed'])
    .where('id', '=', actor.accountId)
    .executeTakeFirstOrThrow();
  const person = await finders[actor.kind](ctx, actor.accountId);
  if (!person) throw new Refusal('session.none');
  const legalEntities = await companiesOf(ctx, actor);
  const permissions = new Set([...actor.permissions, ...legalEntities.flatMap((company) => company.permissions)]);
  return {
    id: actor.accountId,
    kind: actor.kind,
    fullName: fullName({ ...person, middleName: person.middleName ?? undefined }),
    email: account.email,
    avatarUrl: person.avatarUrl,
    roles: person.role ? [person.role] : legalEntities.map((company) => company.role),
    permissions: [...permissions].sort(),
    openOperations: openOperations[actor.kind],
    legalEntities,
    individualId: actor.individualId,
    employeeId: actor.employeeId,
    operatorId: actor.operatorId,
    verificationStatus: person.verificationStatus ?? null,
    secondFactor: account.totpSealed !== null,
    secondFactorNeeded: actor.lacksSecondFactor,
    voucherNeeded: actor.needsVoucher && vouchedPermissions.some((one) => permissions.has(one)),
    exp: Math.floor(actor.expiresAt.getTime() / 1000),
  };
}

async function companiesOf(ctx: Ctx, actor: Actor): Promise<Me['legalEntities']> {
  if (actor.employeeId === null) return [];
  const rows = await ctx.db
    .selectFrom('memberships')
    .innerJoin('legalEntities', 'legalEntities.id', 'memberships.legalEntityId')
    .innerJoin('roles', 'roles.id', 'memberships.roleId')
    .select([
      'legalEntities.id',
      'legalEntities.shortName as name',
      'legalEntities.verificationStatus',
      'roles.name as role',
    ])
    .where('memberships.employeeId', '=', actor.employeeId)
    .where('memberships.active', '=', true)
    .orderBy('legalEntities.shortName')
    .execute();
  const permissionsOf = new Map(actor.memberships.map((one) => [one.legalEntityId, [...one.permissions].sort()]));
  return rows.map(({ verificationStatus, ...row }) => ({
    ...row,
    blocked: verificationStatus === 'blocked',
    permissions: permissionsOf.get(row.id) ?? [],
  }));
}
