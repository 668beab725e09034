import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { HeaderMapping } from '#domain/registries/registry-header.ts';
import type { Db } from '#server/platform/database/db.ts';

/** How a company's headings are to be understood; nothing is saved before somebody has told. */
export async function savedMapping(
  db: Db,
  { legalEntityId, kind }: { legalEntityId: number; kind: RegistryKind },
): Promise<HeaderMapping> {
  const row = await db
    .selectFrom('registryMappings')
    .select('mapping')
    .where('legalEntityId', '=', legalEntityId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.mapping ?? {};
}
