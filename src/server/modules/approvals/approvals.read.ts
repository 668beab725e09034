import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { approvals } from '#contract/approvals.ts';
import type { PendingApproval } from '#contract/verification.ts';
import type { Subject } from '#server/platform/advance.ts';
import type { Ctx } from '#server/platform/ctx.ts';

/** The name of an account's person, whatever his kind; people of the platform are named in decisions and histories. */
export const personName = (accountId: RawBuilder<number | null> | string): RawBuilder<string | null> => {
  const id = typeof accountId === 'string' ? sql.ref(accountId) : accountId;
  return sql<string | null>`(
    select concat_ws(' ', last_name, first_name, middle_name) from operators where account_id = ${id}
    union all select concat_ws(' ', last_name, first_name, middle_name) from employees where account_id = ${id}
    union all select concat_ws(' ', last_name, first_name, middle_name) from individuals where account_id = ${id}
    limit 1)`;
};

/**
 * Whether any decision about an object may wait, as a column of the object's own statement: most have none, and then
 * `pendingApprovalsOf` need not be asked.
 */
export const hasPendingApprovals = (table: Subject['table'], id: string): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from approvals where object_type = ${sql.lit(table)} and object_id = ${sql.ref(id)} and status = 'pending')`;

/** The decisions about an object that wait for a second person, with whether the viewer may be that person. */
export async function pendingApprovalsOf(
  ctx: Ctx,
  { table, id }: Omit<Subject, 'column'>,
): Promise<z.input<typeof PendingApproval>[]> {
  // Only those who see the list of decisions see them on the object.
  if (!ctx.may(approvals.list)) return [];
  const rows = await ctx.db
    .selectFrom('approvals')
    .select(['id', 'kind', 'reason', 'createdAt', 'makerId', personName('approvals.makerId').as('maker')])
    .where('objectType', '=', table)
    .where('objectId', '=', id)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('id')
    .execute();
  return rows.map(({ makerId, maker, ...row }) => ({
    ...row,
    maker: maker ?? '',
    mayDecide: ctx.may(approvals.decide) && makerId !== ctx.actor?.accountId,
  }));
}
