import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type {
  ApprovalKind,
  ApprovalRule,
  DetailsOf,
  Outcome,
  Proposed,
  SubjectTable,
} from '#server/platform/approvals.ts';
import { ABOUT_HIMSELF } from '#server/platform/auth/same-person.ts';
import type { Actor, Ctx, Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { ruleOf } from './approvals.queries.ts';
import { decidersBeside } from './deciders.queries.ts';
import { mayStillPropose } from './orphans.commands.ts';
import { ownProposals } from './own.queries.ts';

/** Who proposes; nobody does what comes back with the clock. */
type Proposing = Pick<Ctx<Actor | null, Tx>, 'app' | 'db' | 'actor'>;

/** Said where a second proposal of the same kind would be made. */
export const alreadyProposed = 'Это решение уже ждёт второго человека';

/** What is proposed, and about which object. */
interface Proposal<Kind extends ApprovalKind> {
  kind: Kind;
  table: SubjectTable<Kind>;
  id: number;
  reason: string;
  details?: DetailsOf<Kind>;
  /** For how many days it waits: as many as the settings say unless told. */
  days?: number | undefined;
  /** Who has proposed it: who acts, unless it has waited for its turn. */
  makerId?: number | undefined;
}

/**
 * One person proposes to the operators who decide.
 * @throws Refusal `move.illegal` when the same waits already
 */
export async function proposeApproval<Kind extends ApprovalKind>(
  ctx: Proposing,
  kind: Kind,
  subject: Pick<Proposal<Kind>, 'table' | 'id' | 'days' | 'makerId'>,
  reason: string,
  ...[details]: DetailsOf<Kind> extends null ? [] : [details: DetailsOf<Kind>]
): Promise<void> {
  const rule = ruleOf(ctx, kind);
  if (!rule) throw new Error(`No module carries out «${kind}»`);
  const makerId = await insertProposal(ctx, { kind, ...subject, reason, ...(details && { details }) });
  const proposed = { objectType: subject.table, objectId: subject.id, makerId };
  await notify(ctx.db, await decidersBeside(ctx, rule as unknown as ApprovalRule, proposed), {
    event: 'approval',
    title: `Ждёт вашего решения: ${rule.title.toLowerCase()}`,
    detail: reason,
    link: pagePath('/approvals'),
    about: { table: subject.table, id: subject.id },
    topic: kind,
  });
}

/**
 * Writes the proposal down; whoever calls tells those who decide. A second one of the same kind for the same object is refused.
 * @returns the account of its maker
 * @throws Refusal `move.illegal`; `access.denied` of an operator who has lost the right while he was proposing
 */
export async function insertProposal<Kind extends ApprovalKind>(
  ctx: Proposing,
  { kind, table, id, reason, details, days, makerId }: Proposal<Kind>,
): Promise<number> {
  const maker = makerId ?? ctx.actor?.accountId;
  if (maker === undefined) throw new Error('A proposal has a maker');
  if (!(await mayStillPropose(ctx, kind, maker))) throw new Refusal('access.denied');
  // One that nobody decided in time must not stand in the way of a new one.
  await waitingAbout(ctx.db, table, id).where('expiresAt', '<=', sql<Date>`now()`).execute();
  await settleNotifications(ctx.db, { table, id }, kind);
  // Weekends are not counted apart.
  const { approvalDays } = await settingsOf(ctx.db);
  const made = await ctx.db
    .insertInto('approvals')
    .values({
      kind,
      objectType: table,
      objectId: id,
      reason,
      details: details ? jsonText(details) : null,
      makerId: maker,
      expiresAt: sql<Date>`now() + make_interval(days => ${days ?? approvalDays})`,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'objectType', 'objectId']).where('status', '=', sql.lit('pending')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Refusal('move.illegal', { detail: alreadyProposed });
  return maker;
}

/** What waits about an object is over: the object has moved on. */
export async function endProposals(tx: Tx, { table, id }: { table: SubjectTable; id: number }): Promise<void> {
  await waitingAbout(tx, table, id).execute();
}

const waitingAbout = (tx: Tx, table: SubjectTable, id: number) =>
  tx
    .updateTable('approvals')
    .set({ status: 'expired' })
    .where('objectType', '=', table)
    .where('objectId', '=', id)
    .where('status', '=', 'pending');

const samePerson =
  'Решение принимает другой человек: у этой учётной записи то же имя, телефон или браузер, что у предложившего, или одна из них приглашена другой и за неё никто не поручился';

/**
 * Closes the proposal for this one person, who is neither its maker nor whom it is about: of two who decide at once, one is too late.
 * @throws Refusal `approval.own`, `approval.closed`
 */
export async function closeProposal(ctx: Writing, id: number, decision: Outcome, reason: string | undefined) {
  const found = await ctx.db
    .selectFrom('approvals')
    .select(['id', 'makerId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (found.makerId === ctx.actor.accountId) throw new Refusal('approval.own');
  const own = (await ownProposals(ctx, [found])).get(id);
  if (own) throw new Refusal('approval.own', { detail: own === 'maker' ? samePerson : ABOUT_HIMSELF });
  const closed = await ctx.db
    .updateTable('approvals')
    .set({
      status: decision === 'approve' ? 'approved' : 'rejected',
      decidedBy: ctx.actor.accountId,
      decisionReason: reason ?? null,
      decidedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
  if (!closed) throw new Refusal('approval.closed');
  const { kind, makerId, ...proposed } = closed as Closed;
  await settleNotifications(ctx.db, { table: proposed.objectType, id: proposed.objectId }, kind);
  return { kind, makerId, proposed };
}

/** As `insertProposal` has stored it, which takes no other tables and details for a kind. */
interface Closed extends Proposed {
  kind: ApprovalKind;
  makerId: number;
}
