import type { Tx } from '#server/platform/database/db.ts';

/** A call that is to come, of which the law has been asked. */
export async function makeContact(
  tx: Tx,
  of: { legalEntityId: number; registryEntryId: number; individualId: number | null },
): Promise<number> {
  const made = await tx
    .insertInto('contactRecords')
    .values({
      ...of,
      kind: 'call',
      source: 'hand',
      status: 'planned',
      at: new Date('2099-01-15T09:00:00Z'),
      askedAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** What somebody complains of, for operators to decide. */
export async function makeComplaint(tx: Tx, of: { accountId: number; messageId: number }): Promise<number> {
  const made = await tx
    .insertInto('complaints')
    .values({ ...of, kind: 'threat' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}
