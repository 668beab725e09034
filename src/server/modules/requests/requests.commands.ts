import { sql } from 'kysely';
import { requestGaps } from '#domain/negotiation/request-form.ts';
import { moscowDay } from '#domain/values/days.ts';
import { personConsents } from '#server/modules/consents/consents.queries.ts';
import { forbidding } from '#server/modules/life-events/life-events.queries.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { handOver, lockRequest, moveRequest } from './moves.ts';

/**
 * A person has been verified, or agrees again to what creditors are told: his requests that lack nothing else look for
 * their creditors (docs/domain.md §7.1, §7.2).
 */
export async function startWaiting(ctx: TransitionContext, { individualId }: { individualId: number }): Promise<void> {
  const rows = await ctx.db
    .selectFrom('requests')
    .select('id')
    .where('individualId', '=', individualId)
    .where('status', 'in', ['waiting', 'search'])
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of rows) await seek(ctx, id);
}

/**
 * A draft that lacks nothing begins to look for its creditor, and goes to him at once where his registry has the claim.
 * Whose author does not agree that creditors are told of him, or may agree on nothing new, stays where it is.
 */
export async function seek(ctx: TransitionContext, id: number): Promise<void> {
  const found = await ctx.db
    .selectFrom('requests as q')
    .innerJoin('individuals as i', 'i.id', 'q.individualId')
    .select(['q.creditorName', 'q.contractNumber', 'q.claimedDebt', 'q.debtReason', 'q.status', 'q.individualId'])
    .select('i.verificationStatus')
    .where('q.id', '=', id)
    .executeTakeFirstOrThrow();
  if (!(await personConsents(ctx.db, found.individualId, 'personal-data-creditor'))) return;
  const { individualId } = found;
  if ((await forbidding(ctx.db, { individualId }, 'request', moscowDay(new Date()))) !== null) return;
  if (requestGaps(found, found.verificationStatus === 'verified').length > 0) return;
  if (found.status === 'waiting') await moveRequest(ctx, await lockRequest(ctx.db, id), 'complete', {});
  const claim = await findClaim(ctx.db, id);
  if (claim) await handOver(ctx, await lockRequest(ctx.db, id), claim);
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
  for (const { id } of rows) {
    // Whoever held it may have moved it meanwhile: then it looks for nobody any more, and the load goes on.
    const { status, archivedAt } = await lockRequest(ctx.db, id);
    if (status === 'search' && archivedAt === null) await seek(ctx, id);
  }
}

/**
 * The claim of the very creditor, debtor and contract that a request names, free of any other settlement. The debtor's
 * entries are looked up first: a registry of thousands may have come a moment ago.
 */
async function findClaim(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('requests as q')
    .innerJoin('legalEntities as le', 'le.inn', 'q.creditorInn')
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('registryEntries')
          .select(['id', 'legalEntityId', 'contractNumber', 'withdrawnAt', 'frozenAt'])
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
    .orderBy('e.id', 'desc')
    .execute();
  for (const { id } of found) {
    const { legalEntityId, registryId, withdrawnAt, frozenAt } = await tx
      .selectFrom('registryEntries')
      .select(['legalEntityId', 'registryId', 'withdrawnAt', 'frozenAt'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Whoever held it may have withdrawn it, or bargains about it now.
    if (withdrawnAt === null && frozenAt === null) return { legalEntityId, entry: { id, registryId } };
  }
  return undefined;
}
