import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { approvals, type PendingApproval } from '#contract/platform/approvals.ts';
import type { ApprovalKind, ApprovalRule } from '#server/platform/approvals.ts';
import { ofSamePerson } from '#server/platform/auth/same-person.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { DB } from '#server/platform/database/schema.ts';
import { personName } from '#server/platform/person-name.ts';

/** A proposal whose time has run out counts as expired even before the close of day has said so. */
export const approvalStatus = (alias: string): RawBuilder<'pending' | 'approved' | 'rejected' | 'expired'> =>
  sql`case when ${sql.ref(`${alias}.status`)} = 'pending' and ${sql.ref(`${alias}.expiresAt`)} <= now() then 'expired'
    else ${sql.ref(`${alias}.status`)} end`;

/** What its module says of a kind; undefined of one that is not proposed any more. */
export const ruleOf = <Kind extends ApprovalKind>(
  { app }: Pick<Ctx, 'app'>,
  kind: Kind,
): ApprovalRule<Kind> | undefined => app.appDefinition.approvals[kind];

/** The Russian name of a kind that the database names. */
export const titleOf = (ctx: Pick<Ctx, 'app'>, kind: string): string =>
  ruleOf(ctx, kind as ApprovalKind)?.title ?? kind;

/** Whether the actor's rights reach to deciding proposals to operators of this kind. */
export function mayDecideKind(ctx: Ctx, kind: string): boolean {
  const rule = ruleOf(ctx, kind as ApprovalKind);
  return rule !== undefined && ctx.may(approvals.decide) && ctx.may(rule.decides);
}

/**
 * Whether any decision about an object may wait, as a column of the object's own statement: most have none, and then
 * `pendingApprovalsOf` need not be asked.
 */
export const hasPendingApprovals = (table: keyof DB, id: string): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from approvals where object_type = ${sql.lit(table)} and object_id = ${sql.ref(id)} and status = 'pending')`;

interface About {
  table: keyof DB;
  id: number;
}

const waiting = (db: Ctx['db'], { table, id }: About) =>
  db
    .selectFrom('approvals')
    .where('objectType', '=', table)
    .where('objectId', '=', id)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', sql<Date>`now()`);

/** Whether a decision about an object waits for a second person, whoever asks. */
export async function isWaiting(db: Ctx['db'], about: About): Promise<boolean> {
  return (await waiting(db, about).select('id').executeTakeFirst()) !== undefined;
}

/** The decisions about an object that wait for a second person, with whether the viewer may be that person. */
export async function pendingApprovalsOf(ctx: Ctx, { table, id }: About): Promise<z.input<typeof PendingApproval>[]> {
  // Only those who see such decisions in their list see them on the object: what operators decide is no company's.
  if (!ctx.may(approvals.list, { legalEntityId: null })) return [];
  const rows = await waiting(ctx.db, { table, id })
    .select(['id', 'kind', 'reason', 'createdAt', 'makerId', personName('approvals.makerId').as('maker')])
    .orderBy('id')
    .execute();
  const own = await ofSamePerson(
    ctx,
    rows.map(({ makerId }) => makerId),
  );
  return rows.map(({ makerId, maker, ...row }) => ({
    ...row,
    title: titleOf(ctx, row.kind),
    maker: maker ?? '',
    mayDecide: mayDecideKind(ctx, row.kind) && !own.has(makerId),
  }));
}
