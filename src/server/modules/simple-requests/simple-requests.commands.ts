import { sql } from 'kysely';
import { declaredClaimMachine } from '#domain/registries/registry-entry.ts';
import { moscowDay } from '#domain/values/days.ts';
import { personConsents } from '#server/modules/consents/consents.queries.ts';
import { forbiddingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { stateful, type TransitionContext, transition } from '#server/platform/state/transition.ts';

/** What a debtor has told of a claim, as it is moved. */
export const declaredClaimState = stateful(declaredClaimMachine, { table: 'simpleRequests', column: 'stage' });

/** A person has been verified, or agrees to it: the creditors whom his simple requests name may be told (docs/domain.md §7.5). */
export async function seekCreditors(ctx: TransitionContext, { individualId }: { individualId: number }): Promise<void> {
  const rows = await ctx.db
    .selectFrom('simpleRequests')
    .select('id')
    .where('individualId', '=', individualId)
    .where('stage', 'in', ['search', 'creditor-notified'])
    .where('archivedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of rows) await seekCreditor(ctx, id);
}

/**
 * A registry has been loaded: simple requests that wait for a claim of its creditor have it now, be it that he was told of them or has
 * said that the debtor is not his (docs/domain.md §7.5).
 */
export async function matchLoadedSimple(ctx: TransitionContext, { registryId }: { registryId: number }): Promise<void> {
  const rows = await ctx.db
    .selectFrom('registryEntries as e')
    .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('simpleRequests')
          .select(['id', 'creditorInn', 'stage', 'archivedAt', 'deletedAt'])
          .whereRef('individualId', '=', 'e.individualId')
          .offset(sql.lit(0))
          .as('s'),
      (join) => join.onRef('s.creditorInn', '=', 'le.inn'),
    )
    .select('s.id')
    .distinct()
    .where('e.registryId', '=', registryId)
    .where('e.individualId', 'is not', null)
    .where('e.withdrawnAt', 'is', null)
    .where('s.stage', 'in', ['search', 'creditor-notified'])
    .where('s.archivedAt', 'is', null)
    .where('s.deletedAt', 'is', null)
    .orderBy('s.id')
    .execute();
  for (const { id } of rows) await seekCreditor(ctx, id);
}

/**
 * Tells the creditor, if he is on the platform and the debtor is verified and agrees to it; then looks into his registries. Who has said
 * that the debtor is not his is told no more, unless he has loaded a claim since.
 */
export async function seekCreditor(ctx: TransitionContext, id: number): Promise<void> {
  const request = await lockWaiting(ctx.db, id);
  if (!request) return;
  const { individualId, stage, declinedAt } = request;
  const legalEntityId = stage === 'search' ? await creditorToTell(ctx, id, individualId) : request.legalEntityId;
  if (legalEntityId === null) return;
  const entry = await newestClaim(ctx.db, { individualId, legalEntityId, since: declinedAt });
  if (stage === 'search') {
    if (declinedAt !== null && !entry) return;
    await transition(ctx, declaredClaimState(id), 'notifyCreditor', { set: { legalEntityId, declinedAt: null } });
  }
  if (!entry) return;
  const set = { registryEntryId: entry.id, registryId: entry.registryId };
  await transition(ctx, declaredClaimState(id), 'findInRegistry', { set });
}

/** One that waits for its creditor or his claim; whoever held it may have moved it meanwhile, and then it waits for neither. */
const lockWaiting = (tx: Tx, id: number) =>
  tx
    .selectFrom('simpleRequests')
    .select(['individualId', 'legalEntityId', 'stage', 'declinedAt'])
    .where('id', '=', id)
    .where('stage', 'in', ['search', 'creditor-notified'])
    .where('archivedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** The creditor whom a simple request names, where he may be told of its author; null where he may not, or is not here. */
async function creditorToTell({ db }: TransitionContext, id: number, individualId: number): Promise<number | null> {
  const found = await db
    .selectFrom('simpleRequests as s')
    .innerJoin('individuals as i', 'i.id', 's.individualId')
    .innerJoin('legalEntities as le', 'le.inn', 's.creditorInn')
    .select('le.id')
    .where('s.id', '=', id)
    .where('i.verificationStatus', '=', 'verified')
    .where('le.verificationStatus', '=', 'verified')
    .where('le.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!found || !(await personConsents(db, individualId, 'personal-data-creditor'))) return null;
  return (await forbiddingEventOf(db, { individualId }, 'request', moscowDay(new Date()))) === null ? found.id : null;
}

interface Sought {
  individualId: number;
  legalEntityId: number;
  /** Only what has come after this; null has no bound. */
  since: Date | null;
}

/** The debtor's entries are looked up first: a registry of thousands may have come a moment ago. */
const newestClaim = (tx: Tx, { individualId, legalEntityId, since }: Sought) =>
  tx
    .selectFrom((db) =>
      db
        .selectFrom('registryEntries')
        .select(['id', 'registryId', 'legalEntityId', 'withdrawnAt', 'createdAt'])
        .where('individualId', '=', individualId)
        .offset(sql.lit(0))
        .as('e'),
    )
    .select(['e.id', 'e.registryId'])
    .where('e.legalEntityId', '=', legalEntityId)
    .where('e.withdrawnAt', 'is', null)
    .$if(since !== null, (rows) => rows.where('e.createdAt', '>', since))
    .orderBy('e.id', 'desc')
    .executeTakeFirst();
