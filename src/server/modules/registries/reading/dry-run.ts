import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import { contractCaps } from '#domain/money/overpayment-caps.ts';
import { type Cell, cellText } from '#domain/registries/cell.ts';
import { type RegistryKind, registryColumns } from '#domain/registries/registry-columns.ts';
import { headingKey } from '#domain/registries/registry-header.ts';
import { type RegistryMove, type RegistryStatus, registryImportMachine } from '#domain/registries/registry-import.ts';
import type { Column } from '#domain/registries/registry-rules.ts';
import { interestRightOf } from '#server/modules/legal-entities/legal-entities.queries.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { expectMany } from '#server/platform/database/lookup.ts';
import { publish } from '#server/platform/events.ts';
import { illegalIn, transition } from '#server/platform/state/transition.ts';
import { compareRows, countAbsent, countVerdicts } from '../compare.ts';
import { entryTables, type RegistryKey } from '../kinds.ts';
import { refreshContested } from '../loading/load-full.ts';
import { enqueueLoading, isLoaded, markBulk } from '../loading/load-job.ts';
import { postRegistryMessage } from '../messages.ts';
import { claimsChanged } from '../registries.events.ts';
import { registryState } from '../stateful.ts';
import { enqueueReading } from './read-job.ts';
import { readRow } from './read-row.ts';
import { storedCellColumns, storedCells } from './row-cells.ts';
import { restageRow } from './staging.ts';

/** Comparing a whole file again, or withdrawing its entries, is one statement over tens of thousands of rows. */
const longestMs = 60_000;

interface LockedRegistry extends RegistryKey {
  status: RegistryStatus;
  version: number;
  replacesId: number | null;
}

/**
 * Locks a registry for a change by hand.
 * @throws Refusal `version.stale`, `registry.busy` while it is being loaded, `move.illegal` in another status
 */
async function lockRegistry(ctx: Writing, id: number, version: number, move: RegistryMove): Promise<LockedRegistry> {
  const row = await ctx.db
    .selectFrom('registries')
    .select(['id', 'kind', 'legalEntityId', 'status', 'version', 'replacesId', 'loadRequestedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  if (row.loadRequestedAt !== null || row.status === 'validating') throw new Refusal('registry.busy');
  if (row.version !== version) throw new Refusal('version.stale');
  const status = row.status as RegistryStatus;
  if (!registryImportMachine.canMove(status, move)) throw illegalIn(registryImportMachine, status);
  await expectMany(ctx.db, longestMs);
  return { ...row, kind: row.kind as RegistryKind, status };
}

/** Puts one cell right: the row is judged again as a whole and the file compared again, since rows depend on one another. */
export async function correctCell(
  ctx: Writing,
  id: number,
  { rowNo, column, value, version }: Input<typeof registries.correct>['body'],
): Promise<void> {
  const registry = await lockRegistry(ctx, id, version, 'load');
  const columns: readonly Column[] = registryColumns[registry.kind];
  const position = columns.findIndex(({ code }) => code === column);
  if (position < 0) throw new Refusal('input.invalid', { fields: { column: 'В этом реестре нет такого столбца' } });
  const cells = [...(await cellsOf(ctx, registry, rowNo))];
  cells[position] = value === '' ? null : value;
  const circumstances = {
    today: ctx.day,
    caps: contractCaps(await ratesOf(ctx.db)),
    right: await interestRightOf(ctx.db, registry.legalEntityId),
  };
  await restageRow(ctx.db, ctx.app.secrets, registry, readRow(columns, rowNo, cells, circumstances));
  await compareRows(ctx.db, ctx.app.secrets, registry);
  await noteCounts(ctx.db, registry);
}

/** The cells of a row as the file has them. @throws Refusal for a row that nothing is wrong with, or that is not there */
async function cellsOf(ctx: Writing, { id, kind }: LockedRegistry, rowNo: number): Promise<readonly Cell[]> {
  const row = await ctx.db
    .selectFrom('registryRows as r')
    .select(storedCellColumns(kind))
    .where('r.registryId', '=', id)
    .where('r.rowNo', '=', rowNo)
    .executeTakeFirst();
  if (!row) throw new Refusal('input.invalid', { fields: { rowNo: 'Такой строки в файле нет' } });
  const cells = storedCells(ctx.app.secrets, kind, row);
  if (cells === null) {
    throw new Refusal('input.invalid', { fields: { rowNo: 'В этой строке нечего исправлять: поправьте файл' } });
  }
  return cells;
}

async function noteCounts(tx: Tx, registry: LockedRegistry): Promise<void> {
  await tx
    .updateTable('registries')
    .set({
      counts: jsonText(await countVerdicts(tx, registry.id)),
      absent: await countAbsent(tx, registry, registry.replacesId),
      version: registry.version + 1,
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', registry.id)
    .execute();
}

/** Remembers for the company how headings are to be understood, and reads the file anew. */
export async function mapHeadings(
  ctx: Writing,
  id: number,
  { mapping, version }: Input<typeof registries.map>['body'],
): Promise<void> {
  const registry = await lockRegistry(ctx, id, version, 'revalidate');
  const known = new Set(registryColumns[registry.kind].map(({ code }) => code as string));
  const stray = mapping.findIndex(({ column }) => column !== null && !known.has(column));
  if (stray >= 0) {
    throw new Refusal('input.invalid', {
      fields: { [`mapping.${stray}.column`]: 'В этом реестре нет такого столбца' },
    });
  }
  const saved = jsonText(Object.fromEntries(mapping.map(({ header, column }) => [headingKey(header), column])));
  await ctx.db
    .insertInto('registryMappings')
    .values({
      legalEntityId: registry.legalEntityId,
      kind: registry.kind,
      mapping: saved,
      updatedBy: ctx.actor.accountId,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['legalEntityId', 'kind'])
        .doUpdateSet({ mapping: saved, updatedBy: ctx.actor.accountId, updatedAt: sql<Date>`now()` }),
    )
    .execute();
  await transition(ctx, registryState(id), 'revalidate', { version, set: { failure: null } });
  await enqueueReading(ctx.app, ctx.db, id);
}

/** Asks for the loading of what the dry run has shown; a job does it. */
export async function requestLoad(
  ctx: Writing,
  id: number,
  { version, withdrawAbsent }: Input<typeof registries.load>['body'],
): Promise<void> {
  const registry = await lockRegistry(ctx, id, version, 'load');
  await demandVerified(ctx, registry.legalEntityId);
  const absent = await countAbsent(ctx.db, registry, registry.replacesId);
  if (withdrawAbsent !== null && withdrawAbsent !== absent) throw new Refusal('registry.absent_changed');
  await ctx.db
    .updateTable('registries')
    .set({
      loadRequestedAt: sql<Date>`now()`,
      withdrawAbsent: withdrawAbsent !== null,
      absent,
      phase: 'loading',
      version: version + 1,
    })
    .where('id', '=', id)
    .execute();
  await enqueueLoading(ctx.app, ctx.db, id);
}

/** A load shows who of the debtors is registered here; only a company that somebody has checked may learn that. */
async function demandVerified(ctx: Writing, legalEntityId: number): Promise<void> {
  const { verificationStatus } = await ctx.db
    .selectFrom('legalEntities')
    .select('verificationStatus')
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  if (verificationStatus !== 'verified') throw new Refusal('company.unverified');
}

/** Withdraws a registry with its entries, except those about which there is a settlement. */
export async function withdrawRegistry(
  ctx: Writing,
  id: number,
  { version, reason }: Input<typeof registries.withdraw>['body'],
): Promise<void> {
  const registry = await lockRegistry(ctx, id, version, 'withdraw');
  if (isLoaded(registry.status)) {
    await withdrawEntries(ctx.db, registry);
    if (registry.kind === 'full') await publish(ctx, claimsChanged, registry);
  }
  for (const table of ['registryVerdicts', 'registryRows'] as const) {
    await ctx.db.deleteFrom(table).where('registryId', '=', id).execute();
  }
  await transition(ctx, registryState(id), 'withdraw', { version, reason });
  await postRegistryMessage(ctx.db, id, 'withdrawn', {});
}

async function withdrawEntries(tx: Tx, { id, kind }: LockedRegistry): Promise<void> {
  await markBulk(tx);
  const free = kind === 'full' ? sql`and frozen_at is null` : sql``;
  await sql`update ${sql.table(entryTables[kind])} set withdrawn_at = now(), version = version + 1, updated_at = now()
    where registry_id = ${id} and withdrawn_at is null ${free}`.execute(tx);
  if (kind === 'full') {
    await refreshContested(
      tx,
      sql`select debtor_inn, contract_number, contract_date from registry_entries
        where registry_id = ${id} and contested and withdrawn_at = now()`,
    );
  }
}

/** The text of cells by column, for the grid of corrections. */
export const cellsByColumn = (kind: RegistryKind, cells: readonly Cell[]): Record<string, string | null> =>
  Object.fromEntries(registryColumns[kind].map(({ code }, index) => [code, textOrNull(cells[index] ?? null)]));
const textOrNull = (cell: Cell): string | null => (cell === null ? null : cellText(cell));
