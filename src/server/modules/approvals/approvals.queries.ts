import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { approvals, type PendingApproval } from '#contract/platform/approvals.ts';
import type { ApprovalKind, ApprovalRule } from '#server/platform/approvals.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { DB } from '#server/platform/database/schema.ts';
import { personName } from '#server/platform/person-name.ts';
import { ownProposals } from './own.queries.ts';

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
 * Whether anything has been proposed about an object, as a column of the object's own statement: of most nothing has, and then
 * `pendingApprovalsOf` need not be asked.
 */
export const hasApprovals = (table: keyof DB, id: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from approvals where object_type = ${sql.lit(table)} and object_id = ${sql.ref(id)})`;

/** Whether any decision about an object may wait, as a column of the object's own statement. */
export const hasPendingApprovals = (table: keyof DB, id: string): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from approvals where object_type = ${sql.lit(table)} and object_id = ${sql.ref(id)} and status = 'pending')`;

/** Why a proposal has ended that nobody has decided, as its maker may not propose it any more; null of every other one. */
export const endedWhy = (alias: string): RawBuilder<string | null> =>
  sql`case when ${sql.ref(`${alias}.status`)} = 'expired' then ${sql.ref(`${alias}.decisionReason`)} end`;

/** For so long the card of its object says that a proposal has ended with its maker's right, unless the same is proposed anew. */
const ENDED_DAYS = 30;

const endedLately = sql<boolean>`(${endedWhy('ap')} is not null and ap.decided_at > now() - make_interval(days => ${ENDED_DAYS})
  and not exists (select from approvals later where later.object_type = ap.object_type and later.object_id = ap.object_id
    and later.kind = ap.kind and later.id > ap.id))`;

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

/**
 * The decisions about an object that wait for a second person, with whether the viewer may be that person, and those that have ended lately
 * with their makers' right.
 */
export async function pendingApprovalsOf(ctx: Ctx, { table, id }: About): Promise<z.input<typeof PendingApproval>[]> {
  // Only those who see such decisions in their list see them on the object: what operators decide is no company's.
  if (!ctx.may(approvals.list, { legalEntityId: null })) return [];
  const rows = await ctx.db
    .selectFrom('approvals as ap')
    .select(['ap.id', 'ap.kind', 'ap.reason', 'ap.createdAt', 'ap.makerId', personName('ap.makerId').as('maker')])
    .select(endedWhy('ap').as('endedWhy'))
    .where('ap.objectType', '=', table)
    .where('ap.objectId', '=', id)
    .where((eb) => eb.or([eb(approvalStatus('ap'), '=', 'pending'), endedLately]))
    .orderBy('ap.id')
    .execute();
  const own = await ownProposals(ctx, rows);
  return rows.map(({ makerId: _makerId, maker, ...row }) => ({
    ...row,
    title: titleOf(ctx, row.kind),
    maker: maker ?? '',
    mayDecide: row.endedWhy === null && mayDecideKind(ctx, row.kind) && !own.has(row.id),
  }));
}
