import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type { ApprovalKind, ProposalSubject, Proposed } from '#server/platform/approvals.ts';
import { stillWorks } from '#server/platform/auth/permission-holders.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { ruleOf } from './approvals.queries.ts';
import { decidersBeside } from './deciders.queries.ts';

type Ending = Pick<Ctx, 'app'> & { db: Tx };

/** Why a proposal has ended that nobody has decided. It names nobody: its maker stands beside it for those who may read who he is. */
export const ORPHANED = 'Тот, кто это предложил, больше не вправе такое предлагать';

/** Who has proposed what about which object. */
interface Orphan extends Pick<Proposed, 'objectType' | 'objectId'> {
  kind: ApprovalKind;
  makerId: number;
}

/**
 * Ends what operators have proposed who might not propose it today, since they were dismissed or have lost the right: nobody decides
 * what they have left behind. Those who could decide are told once, and so is the maker where he still works.
 * @returns the proposals that ended
 */
export async function endOrphanedProposals(ctx: Ending): Promise<number[]> {
  const needs = Object.entries(ctx.app.appDefinition.approvals).flatMap(([kind, rule]) =>
    rule.by === 'operators' ? rule.proposes.map(({ code }) => ({ kind, code })) : [],
  );
  const kinds = needs.map(({ kind }) => kind);
  const codes = needs.map(({ code }) => code);
  const ended = await ctx.db
    .updateTable('approvals as ap')
    .from('operators as o')
    .set({ status: 'expired', decisionReason: ORPHANED, decidedAt: sql<Date>`now()` })
    .whereRef('o.accountId', '=', 'ap.makerId')
    .where('ap.status', '=', 'pending')
    .where('ap.expiresAt', '>', sql<Date>`now()`)
    .where('ap.kind', 'in', kinds)
    .where(
      sql<boolean>`not (o.active and exists (
        select from role_permissions rp join permissions p on p.id = rp.permission_id
        join unnest(${kinds}::text[], ${codes}::text[]) as need (kind, code) on need.kind = ap.kind and need.code = p.code
        where rp.role_id = o.role_id))`,
    )
    .returning(['ap.id', 'ap.kind', 'ap.objectType', 'ap.objectId', 'ap.makerId'])
    .execute();
  for (const { id: _id, ...orphan } of ended) await tellOfOrphan(ctx, orphan as Orphan);
  return ended.map(({ id }) => id);
}

/** What waited of somebody who may not propose it any more has ended: nobody is asked for it, and who would have decided hears why. */
export async function tellOfOrphan(ctx: Ending, { kind, objectType, objectId, makerId }: Orphan): Promise<void> {
  const about = { table: objectType, id: objectId };
  await settleNotifications(ctx.db, about, kind);
  const rule = ruleOf(ctx, kind);
  if (!rule) return;
  const what = rule.title.toLowerCase();
  const subject = (rule.about as Readonly<Record<string, ProposalSubject>>)[objectType];
  const deciders = await decidersBeside(ctx, rule, { objectType, objectId, makerId });
  await notify(ctx.db, deciders, {
    event: 'approval',
    title: `Предложение снято: ${what}`,
    detail: `${ORPHANED}. То же самое может предложить другой`,
    link: subject?.card(objectId) ?? pagePath('/approvals'),
    about,
  });
  // He may see the object no more: what it was about he knows.
  if (!(await stillWorks(ctx.db, makerId, null))) return;
  await notify(ctx.db, [makerId], {
    event: 'approval',
    title: `Ваше предложение снято: ${what}`,
    detail: 'Вы больше не вправе такое предлагать',
    link: pagePath('/approvals'),
  });
}

/**
 * Whether a proposal may stand in the name of this account: an operator works and has the right to make it. Held until the commit, so that whoever
 * dismisses him at the same time finds the proposal, or is waited for. Of people and of companies' employees nothing is asked here.
 */
export async function mayStillPropose(ctx: Ending, kind: ApprovalKind, accountId: number): Promise<boolean> {
  const rule = ruleOf(ctx, kind);
  if (rule?.by !== 'operators') return true;
  const operator = await ctx.db
    .selectFrom('operators as o')
    .innerJoin('roles as r', 'r.id', 'o.roleId')
    .select('o.id')
    .where('o.accountId', '=', accountId)
    .forShare()
    .executeTakeFirst();
  if (!operator) return true;
  // By a statement of its own, which sees what was waited for.
  const able = await ctx.db
    .selectFrom('operators as o')
    .innerJoin('rolePermissions as rp', 'rp.roleId', 'o.roleId')
    .innerJoin('permissions as p', 'p.id', 'rp.permissionId')
    .select('o.id')
    .where('o.id', '=', operator.id)
    .where('o.active', '=', true)
    .where(
      'p.code',
      'in',
      rule.proposes.map(({ code }) => code),
    )
    .executeTakeFirst();
  return able !== undefined;
}

/**
 * Holds the row of the operator who has made a proposal, before whoever decides holds the proposal: a dismissal takes both in this order, and
 * what follows from a decision may be proposed in the same name.
 */
export async function holdMaker({ db }: Ending, approvalId: number): Promise<void> {
  await db
    .selectFrom('operators as o')
    .innerJoin('approvals as ap', 'ap.makerId', 'o.accountId')
    .select('o.id')
    .where('ap.id', '=', approvalId)
    .forShare('o')
    .execute();
}
