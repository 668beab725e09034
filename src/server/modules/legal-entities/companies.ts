import { sql } from 'kysely';
import { type FieldErrors, Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { legalEntities, legalEntityRights } from '#contract/parties/legal-entities.ts';
import { hasApprovals, pendingApprovalsOf } from '#server/modules/approvals/approvals.queries.ts';
import {
  blockersFor,
  emptyOf,
  type Verified,
  verificationMovesFor,
} from '#server/modules/verification/verification.commands.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Subject } from '#server/platform/state/transition.ts';

export const subjectOf = (id: number): Subject => ({ table: 'legalEntities', id });

const typeName = sql<string | null>`(select name from legal_entity_types where id = le.type_id)`.as('type');

/** The columns of a row in lists and exports. */
export const rowColumns = [
  'le.id',
  'le.shortName',
  'le.inn',
  'le.ogrn',
  typeName,
  'le.verificationStatus',
  'le.pendingSince',
  'le.createdAt',
  sql<number>`(select count(*) from memberships m where m.legal_entity_id = le.id and m.active)`.as('employees'),
] as const;

/** The companies that the actor may reach by this operation. */
export const companies = (ctx: Ctx) =>
  ctx.db.selectFrom('legalEntities as le').where('le.deletedAt', 'is', null).where(ctx.within('legalEntity', 'le'));

const isOwn = (ctx: Ctx, id: number): boolean =>
  ctx.actor?.kind === 'employee' && ctx.may(legalEntities.applyForVerification, { legalEntityId: id });

/** What verification must know of a company. */
export async function verifiedCompany(ctx: Ctx, id: number): Promise<Verified> {
  const row = await companies(ctx).select('le.id').where('le.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return {
    subject: subjectOf(id),
    isOwn: isOwn(ctx, id),
    rights: legalEntityRights,
    missing: () => missingOf(ctx, id),
  };
}

/** What an application of a company needs, besides its representative. */
export const applicationFields = ['ogrn', 'legalAddress', 'phone'] as const;

/** What of it is not there, a message by the field. */
export async function missingOf({ db }: Ctx, id: number): Promise<FieldErrors> {
  const { lastName, basis, ...row } = await db
    .selectFrom('legalEntities as le')
    .leftJoin('representatives as r', 'r.legalEntityId', 'le.id')
    .select(['le.ogrn', 'le.legalAddress', 'le.phone', 'r.lastName', 'r.basis'])
    .where('le.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...emptyOf(row), ...((!lastName || !basis) && { representative: 'Заполните данные представителя' }) };
}

/** The card of a company, as the viewer may see it. @throws Refusal `object.absent` */
export async function findCard(ctx: Ctx, id: number): Promise<Answer<typeof legalEntities.get>> {
  const row = await companies(ctx)
    .selectAll('le')
    .select(typeName)
    .select(hasApprovals('legalEntities', 'le.id').as('hasApprovals'))
    .where('le.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const pendingApprovals = row.hasApprovals ? await pendingApprovalsOf(ctx, subjectOf(id)) : [];
  return {
    ...row,
    remarks: [...row.remarks],
    moves: verificationMovesFor(ctx, row.verificationStatus, { isOwn: isOwn(ctx, id), rights: legalEntityRights }),
    blockers: await blockersFor(ctx, row.editors, pendingApprovals),
    pendingApprovals,
  };
}
