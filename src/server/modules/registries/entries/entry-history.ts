import { sql } from 'kysely';
import type * as z from 'zod';
import type { EntryMoment, EntryNotice, EntryVersion } from '#contract/registries/entry-parts.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { type EntryContent, registryEntryMachine, withdrawnMark } from '#domain/registries/registry-entry.ts';
import { maskEmail, maskInn, maskPhone } from '#domain/values/masks.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { firstOf } from '#server/platform/list/first-of.ts';
import { entryTables, objectTypes, plainCodes, snakeCase } from '../kinds.ts';
import { contentOf } from './entry-content.ts';

type Version = z.input<typeof EntryVersion>;
type Change = Version['changes'][number];

/** Rows of history of each kind that a card shows; an entry has a version a month. */
const most = 100;

type Some<Row> = ReturnType<typeof firstOf<Row>>;

/** Whether a card shows less than there is of one of these. */
export const isCut = (...some: readonly { more: boolean }[]): boolean => some.some(({ more }) => more);

/** The columns of a debtor that are masked wherever his card is. */
const masks: Readonly<Record<string, (value: string) => string>> = {
  debtorInn: maskInn,
  phone: maskPhone,
  email: maskEmail,
};

/**
 * What differs between two states of an entry, column by column; sealed data are not among the columns.
 * @param open whether the viewer sees the debtor in full; he learns that a phone has changed otherwise, and not the phone
 */
export function changesBetween(kind: RegistryKind, before: EntryContent, after: EntryContent, open: boolean): Change[] {
  return plainCodes[kind].flatMap((code) => {
    const [was, is] = [textOf(before[snakeCase(code)]), textOf(after[snakeCase(code)])];
    const shown = (value: string | null): string | null => (open ? value : value && (masks[code]?.(value) ?? value));
    return was === is ? [] : [{ column: code, before: shown(was), after: shown(is) }];
  });
}

const textOf = (value: EntryContent[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** The state of entries as the columns of the file, by the id of the entry. */
export async function contentsOf(
  db: Db,
  kind: RegistryKind,
  ids: readonly number[],
): Promise<Map<number, EntryContent>> {
  const { rows } = await sql<{ id: number; content: EntryContent }>`
    select e.id, ${contentOf(kind, 'e')} as content from ${sql.table(entryTables[kind])} e
    where e.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/**
 * The versions of an entry, the latest first, each with what it changed. The first one changed nothing.
 * @param open whether the viewer sees the debtor in full
 */
export async function versionsOf(db: Db, entryId: number, open: boolean): Promise<Some<Version>> {
  const { rows } = await sql<{
    version: number;
    at: Date;
    registryId: number;
    registryNumber: number;
    content: EntryContent;
  }>`
    select v.version, v.at, v.registry_id, r.number as registry_number, v.content from (
      select version, created_at as at, registry_id, content from registry_entry_versions where entry_id = ${entryId}
      union all
      select version, updated_at, registry_id, to_jsonb(e) from registry_entries e where id = ${entryId}
    ) v join registries r on r.id = v.registry_id order by v.version desc limit ${most + 1}`.execute(db);
  const versions = rows.map(({ content, ...version }, index) => {
    const before = rows[index + 1]?.content;
    return { ...version, changes: before ? changesBetween('full', before, content, open) : [] };
  });
  return firstOf(versions, most);
}

/** The moves of an entry with their labels. */
export async function entryMovesOf(
  ctx: Ctx,
  kind: RegistryKind,
  id: number,
): Promise<Some<z.input<typeof EntryMoment>>> {
  const rows = await ctx.db
    .selectFrom('statusHistory')
    .select(['at', 'fromStatus', 'toStatus', 'reason'])
    .where('objectType', '=', objectTypes[kind])
    .where('objectId', '=', id)
    .orderBy('id', 'desc')
    .limit(most + 1)
    .execute();
  const label = (status: string): string =>
    status === withdrawnMark
      ? 'Отозвано'
      : registryEntryMachine.isStatus(status)
        ? registryEntryMachine.label(status)
        : status;
  const moments = rows.map(({ at, fromStatus, toStatus, reason }) => ({
    at,
    from: label(fromStatus),
    to: label(toStatus),
    reason,
  }));
  return firstOf(moments, most);
}

/** How the debtor was told. */
export async function noticesOf(ctx: Ctx, kind: RegistryKind, id: number): Promise<Some<z.input<typeof EntryNotice>>> {
  const rows = await ctx.db
    .selectFrom('entryNotices')
    .select(['channel', 'status', 'reason', 'plannedAt', 'createdAt'])
    .where(kind === 'full' ? 'entryId' : 'simpleEntryId', '=', id)
    .orderBy('id', 'desc')
    .limit(most + 1)
    .execute();
  return firstOf(rows as z.input<typeof EntryNotice>[], most);
}
