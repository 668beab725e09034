import { sql } from 'kysely';
import { TOLD_MOVES } from '#domain/negotiation/chat/chat-events.ts';
import type { Tx } from '#server/platform/database/db.ts';

/**
 * Tells the database which moves its chats tell of: the statement that writes the history of a move writes their message, whoever
 * makes it. One that is told no more goes out with the next start.
 */
export async function bringEvents(tx: Tx): Promise<void> {
  const told = sql`unnest(${TOLD_MOVES}::text[]) as told (event)`;
  await sql`insert into chat_events select event from ${told} on conflict do nothing`.execute(tx);
  await sql`delete from chat_events where event <> all(${TOLD_MOVES}::text[])`.execute(tx);
}
