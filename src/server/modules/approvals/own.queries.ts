import { sql } from 'kysely';
import type { ApprovalRules, ProposalSubject } from '#server/platform/approvals.ts';
import { ofSamePerson } from '#server/platform/auth/same-person.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';

type Reader = Pick<Ctx, 'app' | 'db'> & { actor: Actor | null };

/**
 * Which of these proposals are the actor's own, so that he is not their second person whatever his rights: one of his accounts has made it, or
 * stands behind what it is about.
 */
export async function ownProposals(
  ctx: Reader,
  proposals: readonly { id: number; makerId: number }[],
): Promise<ReadonlyMap<number, 'maker' | 'about'>> {
  const behind = await accountsBehind(
    ctx,
    proposals.map(({ id }) => id),
  );
  const accounts = new Set([...proposals.map(({ makerId }) => makerId), ...behind.map(({ accountId }) => accountId)]);
  const own = await ofSamePerson(ctx, [...accounts]);
  const about = behind.filter(({ accountId }) => own.has(accountId)).map(({ id }) => [id, 'about'] as const);
  const made = proposals.filter(({ makerId }) => own.has(makerId)).map(({ id }) => [id, 'maker'] as const);
  return new Map([...about, ...made]);
}

/** Whose accounts stand behind what these proposals are about, as the rule of each kind says. */
async function accountsBehind({ app, db }: Reader, ids: readonly number[]) {
  const found = subjectsOf(app.appDefinition.approvals).map(
    ([kind, table, behind]) => sql`
      select ap.id, behind.account_id from approvals ap, lateral (${behind(sql.ref('ap.objectId'))}) behind
      where ap.id = any(${ids}::bigint[]) and ap.kind = ${kind} and ap.object_type = ${table} and behind.account_id is not null`,
  );
  if (ids.length === 0 || found.length === 0) return [];
  const { rows } = await sql<{ id: number; accountId: number }>`${sql.join(found, sql` union `)}`.execute(db);
  return rows;
}

const subjectsOf = (rules: ApprovalRules) =>
  Object.entries(rules).flatMap(([kind, { about }]) =>
    Object.entries(about as Readonly<Record<string, ProposalSubject>>).flatMap(([table, { behind }]) =>
      behind ? [[kind, table, behind] as const] : [],
    ),
  );
