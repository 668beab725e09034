import { sql } from 'kysely';
import { loadedStatuses, type RegistryMove } from '#domain/registries/registry-import.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { expectMany } from '#server/platform/database/lookup.ts';
import { publish } from '#server/platform/events.ts';
import { isPassing } from '#server/platform/http/refusals.ts';
import { describeError } from '#server/platform/log/log.ts';
import { transition } from '#server/platform/state/transition.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { compareRows, countAbsent, countVerdicts, withoutNestedLoops } from '../compare.ts';
import { foldTallies } from '../entries/tallies.ts';
import { matchMissed } from '../invitations/matching.commands.ts';
import { sendNoticesOfNewEntries } from '../invitations/notices.ts';
import type { RegistryKey } from '../kinds.ts';
import { postRegistryMessage } from '../messages.ts';
import { claimsChanged, registryLoaded } from '../registries.events.ts';
import { registryState } from '../stateful.ts';
import { loadFull, upgradeSimple } from './load-full.ts';
import { loadSimple } from './load-simple.ts';

/** Loading fifty thousand rows takes seconds; this is the end of patience. */
const longestMs = 600_000;

export const enqueueLoading = (app: App, db: Db, registryId: number): Promise<void> =>
  app.jobs.add(db, 'load-registry', { registryId }, { key: `load-registry:${registryId}` });

/** A registry whose loading was asked for. */
interface Loading extends RegistryKey {
  replacesId: number | null;
  withdrawAbsent: boolean;
  /** How many entries the person has agreed to withdraw as absent. */
  absent: number | null;
}

/**
 * Makes entries of the dry run: all of them in one transaction, together with the status of the registry. So a load is
 * there whole or not at all, nobody sees half of it, and a repeated job finds nothing left to do.
 */
export async function loadRegistry(app: App, { registryId }: { registryId: number }): Promise<void> {
  try {
    await loadDryRun(app, registryId);
  } catch (error) {
    // Trouble with the database passes, and the job is tried again; anything else would fail the same way for ever.
    if (isPassing(error)) throw error;
    app.log.error({ registryId, error: describeError(error) }, 'registry not loaded');
    await giveUp(app, registryId);
    return;
  }
  await lookAgain(app, registryId);
  await enqueueClaimNotices(app, registryId);
  await foldTallies(app.database.db);
}

/**
 * Whoever was verified or asked for a settlement while the load was under way did not see its entries, nor the load what he had not
 * committed: now both are there (`enqueueMatching` does the same when it is the load that ends first).
 */
const lookAgain = (app: App, id: number): Promise<void> =>
  inSystemTransaction(app.database.db, 'registries.match', async (tx) => {
    await expectMany(tx, longestMs);
    const { kind, status, legalEntityId } = await tx
      .selectFrom('registries')
      .select(['kind', 'status', 'legalEntityId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (!isLoaded(status)) return;
    const ctx = { app, db: tx, actor: null };
    await matchMissed(ctx, { id, kind: kind as RegistryKey['kind'], legalEntityId });
    if (kind === 'full') await publish(ctx, registryLoaded, { registryId: id });
  });

/** Apart from the loading, which is long enough: a job that died before it comes here once more. */
const enqueueClaimNotices = (app: App, id: number): Promise<void> =>
  inSystemTransaction(app.database.db, 'registries.load', async (tx) => {
    const { kind, legalEntityId } = await tx
      .selectFrom('registries')
      .select(['kind', 'legalEntityId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (kind === 'full') await publish({ app, db: tx, actor: null }, claimsChanged, { legalEntityId });
  });

/** What loading needs of a node; the demonstration loads before there is one. */
type LoadingApp = Pick<App, 'appDefinition' | 'secrets'> & { database: { db: Db } };

/** The loading itself, in its one transaction. */
export async function loadDryRun(app: LoadingApp, registryId: number): Promise<void> {
  await inSystemTransaction(app.database.db, 'registries.load', async (tx) => {
    await expectMany(tx, longestMs);
    await markBulk(tx);
    const loading = await begin(tx, registryId);
    if (!loading) return;
    await compareRows(tx, app.secrets, loading);
    const absent = await countAbsent(tx, loading, loading.replacesId);
    if (loading.withdrawAbsent && absent !== loading.absent) return askAgain(tx, loading, absent);
    await (loading.kind === 'full' ? loadFull(tx, loading) : loadSimple(tx, loading));
    const upgraded = loading.kind === 'full' ? await upgradeSimple(tx, loading) : 0;
    await sendNoticesOfNewEntries(tx, loading);
    if (loading.kind === 'full') await publish({ app, db: tx, actor: null }, registryLoaded, { registryId });
    await finish(tx, loading, { upgraded });
  });
}

/** The registry stays as the dry run has left it, and its people are told. */
const giveUp = (app: App, id: number): Promise<void> =>
  inSystemTransaction(app.database.db, 'registries.load', async (tx) => {
    const set = { loadRequestedAt: null, withdrawAbsent: false, phase: null };
    await tx.updateTable('registries').set(set).where('id', '=', id).execute();
    await postRegistryMessage(tx, id, 'not_loaded', {});
  });

/** Rows that a load writes by the thousand are not audited one by one. */
export const markBulk = (tx: Tx): Promise<unknown> => sql`select set_config('ugovor.bulk', 'on', true)`.execute(tx);

/** Two loads of one company wait for one another, because the second must see what the first has made. */
async function begin(tx: Tx, registryId: number): Promise<Loading | null> {
  const row = await tx
    .selectFrom('registries')
    .select(['id', 'kind', 'legalEntityId', 'status', 'replacesId', 'withdrawAbsent', 'absent', 'loadRequestedAt'])
    .where('id', '=', registryId)
    .forUpdate()
    .executeTakeFirst();
  if (row?.status !== 'ready' || row.loadRequestedAt === null) return null;
  await sql`select pg_advisory_xact_lock(hashtextextended('registries', ${row.legalEntityId}))`.execute(tx);
  return { ...row, kind: row.kind as RegistryKey['kind'] };
}

/** The entries have changed since the person agreed: he looks at the report again. */
async function askAgain(tx: Tx, { id }: Loading, absent: number | null): Promise<void> {
  const counts = jsonText(await countVerdicts(tx, id));
  await tx
    .updateTable('registries')
    .set({ counts, absent, loadRequestedAt: null, withdrawAbsent: false, phase: null })
    .where('id', '=', id)
    .execute();
  await postRegistryMessage(tx, id, 'absent_changed', {});
}

async function finish(tx: Tx, { id }: Loading, found: { upgraded: number }): Promise<void> {
  const counts = await countVerdicts(tx, id);
  const left = counts.error + counts.duplicate + counts.conflict;
  const move: RegistryMove = left > 0 ? 'loadWithErrors' : 'load';
  const set = {
    counts: jsonText(counts),
    loadRequestedAt: null,
    phase: null,
    loadedAt: sql<Date>`now()`,
  };
  await transition({ db: tx, actor: null }, registryState(id), move, { set });
  await forgetTaken(tx, id);
  await postRegistryMessage(tx, id, 'loaded', { ...counts, ...found });
}

/** Rows that have become entries are not needed twice; the others stay to be looked at. */
async function forgetTaken(tx: Tx, id: number): Promise<void> {
  const taken = sql`select row_no from registry_verdicts where registry_id = ${id} and verdict in ('new', 'updated', 'unchanged')`;
  const forget = sql`delete from registry_rows where registry_id = ${id} and row_no in (${taken})`;
  await withoutNestedLoops(tx, () => forget.execute(tx));
  await sql`delete from registry_verdicts where registry_id = ${id} and verdict in ('new', 'updated', 'unchanged')`.execute(
    tx,
  );
}

export const isLoaded = (status: string): boolean => (loadedStatuses as readonly string[]).includes(status);
