import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { ContactDebtor } from './debtor.queries.ts';

/** A creditor's word that is to come takes its place among the contacts. @returns the contact */
export async function planChatContact(ctx: Writing, debtor: ContactDebtor, at: Date): Promise<number> {
  const { id } = await chatContact(ctx, debtor, { status: 'planned', at }).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** A creditor's word in a chat that counts, once it is stored. */
export async function keepChatContact(ctx: Writing, debtor: ContactDebtor, messageId: number): Promise<void> {
  await chatContact(ctx, debtor, { status: 'held', at: ctx.now, messageId }).execute();
}

const chatContact = (
  { db, actor }: Writing,
  { legalEntityId, registryEntryId, individualId }: ContactDebtor,
  told: { status: 'planned' | 'held'; at: Date; messageId?: number },
) =>
  db.insertInto('contactRecords').values({
    legalEntityId,
    registryEntryId,
    individualId,
    kind: 'message',
    source: 'chat',
    accountId: actor.accountId,
    ...told,
  });

/** What has become of it: held once it is sent, put off, or given up. */
export async function settleChatContact(
  tx: Tx,
  id: number,
  set: { status: 'held' | 'failed' | 'planned'; at?: Date; messageId?: number; reason?: string | null },
): Promise<void> {
  await tx.updateTable('contactRecords').set(set).where('id', '=', id).execute();
}
