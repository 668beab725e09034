import { sql } from 'kysely';
import type { Actor, Ctx } from '../ctx.ts';

/**
 * Which of these accounts belong to the person who acts. One person may hold several accounts of a kind; they are taken
 * for his when they share a phone, a browser that both have signed in from, or, of operators, the full name. In the
 * demonstration one browser plays everybody, so browsers are not compared there.
 * @param ids numbers of accounts, those of the actor among them or not
 */
export async function ofSamePerson({ app, db, actor }: Pick<Ctx, 'app' | 'db' | 'actor'>, ids: readonly number[]) {
  const others = ids.filter((id) => id !== actor?.accountId);
  const found = new Set(ids.filter((id) => id === actor?.accountId));
  if (!actor || others.length === 0) return found;
  const { rows } = await sql<{ id: number }>`
    select other.id
    from accounts other join accounts own on own.id = ${actor.accountId} and own.kind = other.kind
    where other.id = any(${others}::bigint[])
      and (other.phone = own.phone or ${sameName} ${app.config.demo ? sql`` : sql`or ${sameBrowser}`})`.execute(db);
  for (const { id } of rows) found.add(id);
  return found;
}

/** A surname and a first name are shared by many; with the patronymic, among the few operators, hardly by two. */
const sameName = sql`exists (
  select from operators a join operators b on a.account_id = own.id and b.account_id = other.id
  where plain_words(a.last_name || ' ' || a.first_name || ' ' || a.middle_name)
    = plain_words(b.last_name || ' ' || b.first_name || ' ' || b.middle_name))`;

const sameBrowser = sql`exists (
  select from known_devices a join known_devices b on a.token_hash = b.token_hash
  where a.account_id = own.id and b.account_id = other.id)`;

/** Whether one of these accounts belongs to the person who acts. */
export const isOneOf = async (ctx: Pick<Ctx, 'app' | 'db'> & { actor: Actor | null }, ids: readonly number[]) =>
  (await ofSamePerson(ctx, ids)).size > 0;
