import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';

/** What can happen to a registry that its people are told; the words are made when the message is read. */
export type MessageKind =
  | 'ready'
  | 'failed'
  | 'loaded'
  | 'withdrawn'
  | 'accepted'
  | 'rejected'
  | 'absent_changed'
  | 'not_loaded';

/** Writes a system message about a registry. Nothing personal may stand in the details. */
export async function postRegistryMessage(
  tx: Tx,
  registryId: number,
  kind: MessageKind,
  details: Readonly<Record<string, unknown>> = {},
  entryId: number | null = null,
): Promise<void> {
  await tx
    .insertInto('registryMessages')
    .values({ registryId, kind, details: jsonText(details), entryId })
    .execute();
}
