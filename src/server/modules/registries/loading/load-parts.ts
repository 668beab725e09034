import { type RawBuilder, sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { isAbsentFrom } from '../compare.ts';
import { entryTables, plainCodes, type RegistryKey, snakeCase } from '../kinds.ts';

/** A registry that is being loaded, and the one that it replaces. */
export interface Loading extends RegistryKey {
  replacesId: number | null;
  withdrawAbsent: boolean;
}

/** The plain columns of the entries of a kind: their names, the same of an alias, and as set from the row `r` of the file. */
export function columnsOf(kind: RegistryKind) {
  const names = plainCodes[kind].map(snakeCase);
  return {
    names: sql.raw(names.join(', ')),
    of: (alias: string): RawBuilder<unknown> => sql.raw(names.map((name) => `${alias}.${name}`).join(', ')),
    assigned: sql.raw(names.map((name) => `${name} = r.${name}`).join(', ')),
  };
}

/** What was rejected and comes corrected is answered; a debt that was taken on waits for its full registry all the same. */
export const answerAfter = sql`case when e.status = 'rejected_by_individual' then null else e.answer_by end`;

/** Entries that the file repeats with one of these verdicts belong to it from now on. */
export async function moveRepeated(
  tx: Tx,
  kind: RegistryKind,
  { id }: Loading,
  verdicts: readonly string[],
): Promise<void> {
  await sql`
    update ${sql.table(entryTables[kind])} e set registry_id = ${id} from registry_verdicts v
    where v.registry_id = ${id} and v.verdict in (${sql.join(verdicts)}) and e.id = v.entry_id`.execute(tx);
}

/** Withdraws the entries of the replaced registry that the file no longer names, where its loader has said so. */
export async function withdrawAbsent(tx: Tx, kind: RegistryKind, loading: Loading): Promise<void> {
  if (!loading.withdrawAbsent || loading.replacesId === null) return;
  await sql`update ${sql.table(entryTables[kind])} e set withdrawn_at = now(), version = e.version + 1, updated_at = now()
    where ${isAbsentFrom(loading, loading.replacesId)}`.execute(tx);
}
