import type { RegistryMessageDetails, RegistryMessageKind } from '#domain/registries/registry-message.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';

/** Writes a system message about a registry. Nothing personal may be in the details. */
export async function postRegistryMessage<Kind extends RegistryMessageKind>(
  tx: Tx,
  registryId: number,
  kind: Kind,
  details: RegistryMessageDetails[Kind],
  entryId: number | null = null,
): Promise<void> {
  await tx
    .insertInto('registryMessages')
    .values({ registryId, kind, details: jsonText(details), entryId })
    .execute();
}
