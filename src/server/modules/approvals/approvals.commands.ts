import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { type PageAddress, pagePath } from '#contract/kernel/page-path.ts';
import { decidedBy } from '#contract/platform/approvals.ts';
import { type ApprovalKind, HEAD_KINDS, type HeadKind, titleOf } from '#domain/settings/approval.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { settingsOf } from '#server/modules/settings/settings.queries.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import { isOneOf, ofSamePerson } from '#server/platform/auth/same-person.ts';
import type { Actor, Ctx, Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import type { ApprovalTable, DetailsOf } from '#server/platform/state/approved.ts';

/** Who proposes; nobody does what comes back with the clock. */
type Proposing = Pick<Ctx<Actor | null, Tx>, 'app' | 'db' | 'actor'>;

/** Said where a second proposal of the same kind would be made. */
export const alreadyProposed = 'Это решение уже ждёт второго человека';

/**
 * One person proposes to the operators who decide.
 * @param subject about which object, for how many days it waits: as many as the settings say unless told, and who has proposed it: who
 *   acts, unless it has waited for its turn
 * @throws Refusal `move.illegal` when the same waits already
 */
export async function proposeApproval<Kind extends ApprovalKind>(
  ctx: Proposing,
  kind: Kind,
  {
    days,
    makerId,
    ...subject
  }: { table: Exclude<Proposal['objectType'], 'settlements'>; id: number; days?: number; makerId?: number },
  reason: string,
  ...[details]: DetailsOf<Kind> extends null ? [] : [details: DetailsOf<Kind>]
): Promise<void> {
  await insertProposal(ctx, {
    kind,
    objectType: subject.table,
    objectId: subject.id,
    reason,
    days,
    makerId,
    ...(details && { details }),
  });
  const title = `Ждёт вашего решения: ${titleOf(kind).toLowerCase()}`;
  const news = { title, detail: reason, link: pagePath('/approvals'), about: subject, topic: kind };
  await notify(ctx.db, await decidersBeside(ctx, kind), news);
}

/** What is proposed, and about which object. */
interface Proposal {
  kind: ApprovalKind | HeadKind;
  objectType: ApprovalTable;
  objectId: number;
  reason: string;
  details?: object;
  /** How long it waits. */
  days?: number | undefined;
  makerId?: number | undefined;
}

/**
 * Writes the proposal down; whoever calls tells those who decide. A second one of the same kind for the same object is refused.
 * @throws Refusal `move.illegal`
 */
export async function insertProposal(ctx: Proposing, { details, days, makerId, ...proposal }: Proposal): Promise<void> {
  const maker = makerId ?? ctx.actor?.accountId;
  if (maker === undefined) throw new Error('A proposal has a maker');
  // One that nobody decided in time must not stand in the way of a new one.
  await ctx.db
    .updateTable('approvals')
    .set({ status: 'expired' })
    .where('objectType', '=', proposal.objectType)
    .where('objectId', '=', proposal.objectId)
    .where('status', '=', 'pending')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute();
  await settleNotifications(ctx.db, { table: proposal.objectType, id: proposal.objectId }, proposal.kind);
  // Weekends are not counted apart.
  const { approvalDays } = await settingsOf(ctx.db);
  const made = await ctx.db
    .insertInto('approvals')
    .values({
      ...proposal,
      details: details === undefined ? null : jsonText(details),
      makerId: maker,
      expiresAt: sql<Date>`now() + make_interval(days => ${days ?? approvalDays})`,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'objectType', 'objectId']).where('status', '=', sql.lit('pending')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Refusal('move.illegal', { detail: alreadyProposed });
}

/** What is waiting about a settlement is over as soon as anything moves there: it was asked about what lay on the table. */
export async function endProposals(tx: Tx, settlementId: number): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({ status: 'expired' })
    .where('objectType', '=', 'settlements')
    .where('objectId', '=', settlementId)
    .where('status', '=', 'pending')
    .execute();
  const about = { table: 'settlements' as const, id: settlementId };
  await settleNotifications(tx, about, ...HEAD_KINDS, 'settlement.disputed', 'settlement.silence');
}

const samePerson =
  'Решение принимает другой человек: у этой учётной записи то же имя, телефон или браузер, что у предложившего';

/**
 * Closes the proposal for this one person: of two who decide at once, one is too late.
 * @throws Refusal `approval.own`, `approval.closed`
 */
export async function closeProposal(
  ctx: Writing,
  id: number,
  decision: 'approve' | 'reject',
  reason: string | undefined,
) {
  const found = await ctx.db.selectFrom('approvals').select('makerId').where('id', '=', id).executeTakeFirstOrThrow();
  if (found.makerId === ctx.actor.accountId) throw new Refusal('approval.own');
  if (await isOneOf(ctx, [found.makerId])) throw new Refusal('approval.own', { detail: samePerson });
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
  const about = { table: closed.objectType as Proposal['objectType'], id: closed.objectId };
  await settleNotifications(ctx.db, about, closed.kind as Proposal['kind']);
  return closed;
}

/** Who may decide what this person proposes: all but himself, whichever of his accounts he uses. */
async function decidersBeside(ctx: Proposing, kind: ApprovalKind): Promise<number[]> {
  const deciders = await operatorsWith(ctx.db, decidedBy[kind]);
  const own = await ofSamePerson(ctx, deciders);
  return deciders.filter((accountId) => !own.has(accountId));
}

const cards = {
  individuals: (id: number, tab?: string) => pagePath('/individual-{$id}', { id, ...(tab !== undefined && { tab }) }),
  legalEntities: (id: number) => pagePath('/legal-entity-{$id}', { id }),
  settlements: (id: number) => pagePath('/settlement-{$id}', { id }),
  tariffs: (id: number) => pagePath('/references/tariffs', { preview: id }),
  payments: (id: number) => pagePath('/dashboard/payments', { preview: id }),
  datedRates: () => pagePath('/approvals'),
  operatingCompanies: () => pagePath('/approvals'),
};

/** Where the card of an object is. */
export const cardOf = (table: string, id: number, tab?: string): PageAddress =>
  cards[table as keyof typeof cards](id, tab);
