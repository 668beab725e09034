import { sql } from 'kysely';
import type { RequestStatus } from '#domain/negotiation/request.ts';
import { requestGaps } from '#domain/negotiation/request-form.ts';
import type { LimitationStatus } from '#domain/registries/limitation.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import { personConsents } from '#server/modules/consents/consents.queries.ts';
import { forbiddingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import { claimLimitation } from '#server/modules/registries/registries.queries.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { handOver, lockRequest, moveRequest } from './moves.ts';
import { askAboutLimitation } from './notify.ts';

/**
 * A person has been verified: his requests that lack nothing else look for their creditors, as each of them has told him
 * (docs/domain.md §7.1, §7.2, docs/decisions/0135).
 */
export const startWaiting = (ctx: TransitionContext, { individualId }: { individualId: number }): Promise<void> =>
  seekAll(ctx, individualId, ['waiting', 'search']);

/**
 * Those that look for their creditors already look once more, as when their author agrees again that creditors are told of him; a draft
 * goes when he sends it.
 */
export const seekAgain = (ctx: TransitionContext, { individualId }: { individualId: number }): Promise<void> =>
  seekAll(ctx, individualId, ['search']);

async function seekAll(
  ctx: TransitionContext,
  individualId: number,
  statuses: readonly RequestStatus[],
): Promise<void> {
  const rows = await ctx.db
    .selectFrom('requests')
    .select('id')
    .where('individualId', '=', individualId)
    .where('status', 'in', statuses)
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of rows) await seekCreditor(ctx, id);
}

/**
 * A draft that lacks nothing begins to look for its creditor, and goes to him at once where his registry has the claim. Where its
 * limitation may have run out its author is asked first: a request recognises the debt (docs/decisions/0092). Whose author does not agree
 * that creditors are told of him, or may agree on nothing new, stays where it is.
 */
export async function seekCreditor(ctx: TransitionContext, id: number): Promise<void> {
  const request = await lockRequest(ctx.db, id);
  const { individualId, status, archivedAt } = request;
  if ((status !== 'waiting' && status !== 'search') || archivedAt !== null) return;
  const found = await ctx.db
    .selectFrom('requests as q')
    .innerJoin('individuals as i', 'i.id', 'q.individualId')
    .select(['q.creditorName', 'q.contractNumber', 'q.claimedDebt', 'q.debtReason', 'q.limitationAskedAt'])
    .select('i.verificationStatus')
    .where('q.id', '=', id)
    .executeTakeFirstOrThrow();
  if (!(await personConsents(ctx.db, individualId, 'personal-data-creditor'))) return;
  const today = moscowDay(new Date());
  if ((await forbiddingEventOf(ctx.db, { individualId }, 'request', today)) !== null) return;
  if (requestGaps(found, found.verificationStatus === 'verified').length > 0) return;
  if (status === 'waiting') await moveRequest(ctx, request, 'complete', {});
  const claim = await findClaim(ctx.db, id);
  if (!claim) return;
  if ((await claimLimitation(ctx.db, claim.entry.id, today)) !== 'may_be_over') return handOver(ctx, request, claim);
  if (found.limitationAskedAt !== null) return;
  await ctx.db.updateTable('requests').set({ limitationAskedAt: sql<Date>`now()` }).where('id', '=', id).execute();
  await askAboutLimitation(ctx.db, request);
}

/**
 * A registry has been loaded: requests that were looking for one of its claims are with their creditor now
 * (docs/domain.md §7.2). The requests of each debtor are looked up; statistics know nothing yet of how many entries the
 * registry has.
 */
export async function matchLoaded(ctx: TransitionContext, { registryId }: { registryId: number }): Promise<void> {
  const rows = await ctx.db
    .selectFrom('registryEntries as e')
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('requests')
          .select(['id', 'contractNumber', 'status', 'archivedAt'])
          .whereRef('individualId', '=', 'e.individualId')
          .offset(sql.lit(0))
          .as('q'),
      (join) => join.onRef('q.contractNumber', '=', 'e.contractNumber'),
    )
    .select('q.id')
    .distinct()
    .where('e.registryId', '=', registryId)
    .where('e.individualId', 'is not', null)
    .where('q.status', '=', 'search')
    .where('q.archivedAt', 'is', null)
    .orderBy('q.id')
    .execute();
  // Whoever held one may have moved it meanwhile: then it looks for nobody any more, and the load goes on.
  for (const { id } of rows) await seekCreditor(ctx, id);
}

/** The claim of the very creditor, debtor and contract that a request names, free of any other settlement. */
export async function findClaim(tx: Tx, id: number) {
  for (const { id: entryId } of await claimsFor(tx, id).execute()) {
    const { legalEntityId, registryId, withdrawnAt, frozenAt } = await tx
      .selectFrom('registryEntries')
      .select(['legalEntityId', 'registryId', 'withdrawnAt', 'frozenAt'])
      .where('id', '=', entryId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Whoever held it may have withdrawn it, or bargains about it now.
    if (withdrawnAt === null && frozenAt === null) return { legalEntityId, entry: { id: entryId, registryId } };
  }
  return undefined;
}

/** The limitation of the claim that a request has found while its debtor has not yet handed it over; null where none is found. */
export async function limitationOfFound(db: Db, id: number, today: Day): Promise<LimitationStatus | null> {
  const found = await claimsFor(db, id).executeTakeFirst();
  return found ? claimLimitation(db, found.id, today) : null;
}

/**
 * The claims that a request may be about, the newest first. The debtor's entries are looked up first: a registry of thousands may have
 * come a moment ago. What was in the registries when their creditor said that it is not his is not what it is about.
 */
const claimsFor = (db: Db, id: number) =>
  db
    .selectFrom('requests as q')
    .innerJoin('legalEntities as le', 'le.inn', 'q.creditorInn')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('registryEntries')
          .select(['id', 'legalEntityId', 'contractNumber', 'withdrawnAt', 'frozenAt', 'settledAt', 'createdAt'])
          .whereRef('individualId', '=', 'q.individualId')
          .offset(sql.lit(0))
          .as('e'),
      (join) => join.onRef('e.legalEntityId', '=', 'le.id').onRef('e.contractNumber', '=', 'q.contractNumber'),
    )
    .select('e.id')
    .where('q.id', '=', id)
    .where('le.verificationStatus', '=', 'verified')
    .where('le.deletedAt', 'is', null)
    .where('e.withdrawnAt', 'is', null)
    .where('e.frozenAt', 'is', null)
    .where('e.settledAt', 'is', null)
    .where((of) => of.or([of('q.declinedAt', 'is', null), of('e.createdAt', '>', of.ref('q.declinedAt'))]))
    .orderBy('e.id', 'desc');
