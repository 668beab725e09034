import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { journalColumns, shownContact } from './journal.ts';

/** One contact as the journal shows it to whoever reads it, of one that is there. */
export async function contactInJournal(ctx: Ctx<Actor>, id: number) {
  const found = ctx.db.selectFrom('contactRecords as c').select(journalColumns).where('c.id', '=', id);
  return shownContact(await found.executeTakeFirstOrThrow(), ctx);
}
