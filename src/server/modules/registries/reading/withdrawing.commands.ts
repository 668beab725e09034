import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import { endings } from '#contract/settlements/endings.ts';
import { forbiddenBy } from '#domain/parties/life-moves.ts';
import { leavesNoOtherEnd } from '#domain/parties/life-outcome.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { registryEntryMachine, withdrawnMark } from '#domain/registries/registry-entry.ts';
import { lifeSpans } from '#server/modules/life-events/life-spans.queries.ts';
import type { App } from '#server/platform/app.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { publish } from '#server/platform/events.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { demandFree } from '../entries/claims.commands.ts';
import { objectTypes } from '../kinds.ts';
import { refreshContested } from '../loading/load-full.ts';
import { claimsChanged, claimWithdrawing } from '../registries.events.ts';

/** Whoever withdraws: a person, or what has ended the debt. */
type Withdrawing = TransitionContext & { app: App };

/**
 * Withdraws one entry. Where nothing can be agreed on or paid any more, as when its debtor is dead, the agreement about it ends with it: its
 * creditor has no other way out of it. Who may end it for a breach does so (docs/decisions/0211).
 * @throws Refusal `entry.frozen` while there is a settlement about it, `entry.settled` after one that was kept, `authority.needed`
 */
export async function withdrawEntry(
  ctx: Writing,
  kind: RegistryKind,
  id: number,
  { version, reason }: Input<typeof registries.withdrawEntry>['body'],
): Promise<void> {
  const entry = await lockEntry(ctx, kind, id);
  if (entry.withdrawnAt !== null) throw new Refusal('move.illegal', { detail: 'Запись уже отозвана' });
  if (entry.version !== version) throw new Refusal('version.stale');
  if (kind === 'full') {
    if (await mayEndAgreement(ctx, entry)) await publish(ctx, claimWithdrawing, { registryEntryId: id });
    else demandFree(entry);
  }
  await markWithdrawn(ctx, kind, id, { ...entry, reason });
}

/** What the law has ended is claimed no more, whoever bargained about it. Of what is withdrawn or settled already nothing happens. */
export async function withdrawEnded(ctx: Withdrawing, id: number, reason: string): Promise<void> {
  const entry = await lockEntry(ctx, 'full', id);
  if (entry.withdrawnAt === null && entry.settledAt === null)
    await markWithdrawn(ctx, 'full', id, { ...entry, reason });
}

async function lockEntry(ctx: Withdrawing, kind: RegistryKind, id: number) {
  const entry = await ctx.db
    .selectFrom(objectTypes[kind])
    .select(['version', 'status', 'withdrawnAt', 'legalEntityId', 'individualId'])
    .$if(kind === 'full', (rows) => rows.select(['frozenAt', 'settledAt']))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!entry) throw new Refusal('object.absent');
  return { ...entry, frozenAt: entry.frozenAt ?? null, settledAt: entry.settledAt ?? null };
}
type LockedEntry = Awaited<ReturnType<typeof lockEntry>>;

/** Whether something confirmed in its debtor's life has left no other end to what is agreed about a claim, and the actor is one who ends agreements. */
async function mayEndAgreement(
  ctx: Writing,
  { frozenAt, settledAt, individualId, legalEntityId }: LockedEntry,
): Promise<boolean> {
  if (frozenAt === null || settledAt !== null || individualId === null) return false;
  if (!ctx.may(endings.breach, { legalEntityId })) return false;
  const last = (await lifeSpans(ctx.db, { individualId })).filter(({ kind }) => leavesNoOtherEnd(kind));
  return forbiddenBy(last, 'agree', ctx.day) !== null;
}

async function markWithdrawn(
  ctx: Withdrawing,
  kind: RegistryKind,
  id: number,
  {
    version,
    status,
    legalEntityId,
    reason,
  }: Pick<LockedEntry, 'version' | 'status' | 'legalEntityId'> & {
    reason: string;
  },
): Promise<void> {
  const table = objectTypes[kind];
  await ctx.db
    .updateTable(table)
    .set({ withdrawnAt: sql<Date>`now()`, version: version + 1, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await ctx.db
    .insertInto('statusHistory')
    .values({
      machine: registryEntryMachine.name,
      objectType: table,
      objectId: id,
      move: 'withdraw',
      fromStatus: status,
      toStatus: withdrawnMark,
      accountId: ctx.actor?.accountId ?? null,
      reason,
    })
    .execute();
  if (kind !== 'full') return;
  await refreshContested(
    ctx.db,
    sql`select debtor_inn, contract_number, contract_date from registry_entries where id = ${id}`,
  );
  await publish(ctx, claimsChanged, { legalEntityId });
}
