import { sql } from 'kysely';
import { declaredClaimMachine } from '#domain/registries/registry-entry.ts';
import { moscowDay } from '#domain/values/days.ts';
import { personConsents } from '#server/modules/consents/consents.queries.ts';
import { forbidding } from '#server/modules/life-events/life-events.queries.ts';
import { stateful, type TransitionContext, transition } from '#server/platform/state/transition.ts';

/** What a debtor has told of a claim, as it is moved. */
export const declaredClaimState = stateful(declaredClaimMachine, { table: 'simpleRequests', column: 'stage' });

/** A person has been verified, or agrees to it: the creditors whom his simple requests name may be told (docs/domain.md §7.5). */
export async function seekCreditors(ctx: TransitionContext, { individualId }: { individualId: number }): Promise<void> {
  const rows = await ctx.db
    .selectFrom('simpleRequests')
    .select('id')
    .where('individualId', '=', individualId)
    .where('stage', '=', 'search')
    .where('archivedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of rows) await seekCreditor(ctx, id);
}

/** A registry has been loaded: simple requests that its creditor was told of have their claim now (docs/domain.md §7.5). */
export async function matchLoadedSimple(ctx: TransitionContext, { registryId }: { registryId: number }): Promise<void> {
  const rows = await ctx.db
    .selectFrom('registryEntries as e')
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('simpleRequests')
          .select(['id', 'legalEntityId', 'stage', 'archivedAt', 'deletedAt'])
          .whereRef('individualId', '=', 'e.individualId')
          .offset(sql.lit(0))
          .as('s'),
      (join) => join.onRef('s.legalEntityId', '=', 'e.legalEntityId'),
    )
    .select(({ fn }) => ['s.id', fn.max('e.id').as('entryId')])
    .where('e.registryId', '=', registryId)
    .where('e.individualId', 'is not', null)
    .where('e.withdrawnAt', 'is', null)
    .where('s.stage', '=', 'creditor-notified')
    .where('s.archivedAt', 'is', null)
    .where('s.deletedAt', 'is', null)
    .groupBy('s.id')
    .orderBy('s.id')
    .execute();
  for (const { id, entryId } of rows) {
    // Whoever held it may have moved it meanwhile: then it waits for no claim any more, and the load goes on.
    const stillWaits = await ctx.db
      .selectFrom('simpleRequests')
      .select('id')
      .where('id', '=', id)
      .where('stage', '=', 'creditor-notified')
      .where('archivedAt', 'is', null)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!stillWaits) continue;
    const set = { registryEntryId: entryId, registryId };
    await transition(ctx, declaredClaimState(id), 'findInRegistry', { set });
  }
}

/** Tells the creditor, if he is on the platform and the debtor is verified and agrees to it; then looks into his registries. */
export async function seekCreditor(ctx: TransitionContext, id: number): Promise<void> {
  const found = await ctx.db
    .selectFrom('simpleRequests as s')
    .innerJoin('individuals as i', 'i.id', 's.individualId')
    .innerJoin('legalEntities as le', 'le.inn', 's.creditorInn')
    .select(['le.id', 's.individualId'])
    .where('s.id', '=', id)
    .where('i.verificationStatus', '=', 'verified')
    .where('le.verificationStatus', '=', 'verified')
    .where('le.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!found || !(await personConsents(ctx.db, found.individualId, 'personal-data-creditor'))) return;
  const { individualId } = found;
  if ((await forbidding(ctx.db, { individualId }, 'request', moscowDay(new Date()))) !== null) return;
  await transition(ctx, declaredClaimState(id), 'notifyCreditor', { set: { legalEntityId: found.id } });
  const entry = await ctx.db
    .selectFrom((db) =>
      db
        .selectFrom('registryEntries')
        .select(['id', 'registryId', 'legalEntityId', 'withdrawnAt'])
        .where('individualId', '=', found.individualId)
        .offset(sql.lit(0))
        .as('e'),
    )
    .select(['e.id', 'e.registryId'])
    .where('e.legalEntityId', '=', found.id)
    .where('e.withdrawnAt', 'is', null)
    .orderBy('e.id', 'desc')
    .executeTakeFirst();
  if (!entry) return;
  const set = { registryEntryId: entry.id, registryId: entry.registryId };
  await transition(ctx, declaredClaimState(id), 'findInRegistry', { set });
}
