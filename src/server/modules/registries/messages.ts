import { sql } from 'kysely';
import {
  type RegistryMessageDetails,
  type RegistryMessageKind,
  registryEvent,
} from '#domain/registries/registry-message.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';

/** Writes a message of the system into the chat of a registry. Nothing personal may be in the details. */
export async function postRegistryMessage<Kind extends RegistryMessageKind>(
  tx: Tx,
  registryId: number,
  kind: Kind,
  details: RegistryMessageDetails[Kind],
  entryId: number | null = null,
): Promise<void> {
  await sql`select post_to_chat(c.id, null, ${registryEvent(kind)}, ${jsonText(details)}, ${entryId})
    from chats c where c.registry_id = ${registryId}`.execute(tx);
}
