import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Actor, Ctx, Writing } from '../ctx.ts';
import { type AccountsBehind, accountsOf } from './accounts-behind.ts';

/**
 * Which of these accounts belong to the person who acts. One person may hold several accounts, of one kind or of several; they are
 * taken for his when they share a phone, a browser that both have signed in from, or, where one of them is an operator's, the full name, and
 * of operators an invitation for which nobody else has vouched. Phones and names that an account has had once count like those of today: changing them
 * before the decision changes nothing. Of an account of another kind only what its owner cannot simply type in counts: whoever took the
 * names of all operators, one after another, would be judged by nobody. In the demonstration one browser plays everybody, so browsers are not compared there.
 * @param ids numbers of accounts, those of the actor among them or not
 */
export const ofSamePerson = (
  { actor, ...ctx }: Pick<Ctx, 'app' | 'db'> & { actor: Pick<Actor, 'accountId'> | null },
  ids: readonly number[],
): Promise<Set<number>> => ofSamePersons(ctx, actor === null ? [] : [actor.accountId], ids);

/** The same of several: which of these accounts belong to somebody who has one of `owned`. */
async function ofSamePersons(
  { app, db }: Pick<Ctx, 'app' | 'db'>,
  owned: readonly number[],
  ids: readonly number[],
): Promise<Set<number>> {
  const found = new Set(ids.filter((id) => owned.includes(id)));
  const others = ids.filter((id) => !found.has(id));
  if (owned.length === 0 || others.length === 0) return found;
  const { rows } = await sql<{ id: number }>`
    select distinct other.id
    from accounts other join accounts own on own.id = any(${owned}::bigint[])
    where other.id = any(${others}::bigint[])
      and (${samePhone} or ${sameName} or ${sameInviter} ${app.config.demo ? sql`` : sql`or ${sameBrowser}`})`.execute(
    db,
  );
  for (const { id } of rows) found.add(id);
  return found;
}

/** All that the account has ever had: the audit remembers those of before. What confirms a phone changes with it, so one image tells both. */
const phonesOf = (account: string) => sql`
  select phone, phone_confirmed_at is not null as confirmed from accounts where id = ${sql.ref(account)}
  union select image ->> 'phone', image ->> 'phone_confirmed_at' is not null
    from audit_log a, lateral (values (a.before), (a.after)) of (image)
    where a.object_type = 'accounts' and a.object_id = ${sql.ref(account)} and image ? 'phone'`;

/** Across kinds a phone of somebody who is no operator counts once a code that was sent to it has come back. */
const samePhone = sql`exists (
  select from (${phonesOf('own.id')}) a join (${phonesOf('other.id')}) b on a.phone = b.phone
  where own.kind = other.kind
    or (own.kind = 'operator' or a.confirmed) and (other.kind = 'operator' or b.confirmed))`;

/**
 * Where names are kept (each row knows its account), and which entries of the audit `a` give one that its owner has not chosen at will. Nobody
 * proves the names of employees: a company could invite one of each operator's name.
 */
const NAMED = {
  operators: sql`true`,
  individuals: sql`a.after ->> 'verification_status' = 'verified'`,
};

/** The part of the name that stood once the entry `a` of the audit was made. */
const partAt = (part: string) => sql`(
  select l.after ->> ${sql.lit(part)} from audit_log l
  where l.object_type = a.object_type and l.object_id = a.object_id and l.id <= a.id and l.after ? ${sql.lit(part)}
  order by l.id desc limit 1)`;

/** Whole names of one moment each; without a patronymic there is none. */
const namesOf = (account: string) =>
  sql.join(
    Object.entries(NAMED).map(
      ([table, trusted]) => sql`
  select plain_words(${partAt('last_name')} || ' ' || ${partAt('first_name')} || ' ' || ${partAt('middle_name')}) as name
    from ${sql.table(table)} o join audit_log a on a.object_type = ${sql.lit(table)} and a.object_id = o.id
    where o.account_id = ${sql.ref(account)} and ${trusted}`,
    ),
    sql` union `,
  );

/**
 * A surname and a first name are shared by many; with the patronymic hardly by two where one of them is among the few operators. Of people of companies and
 * of debtors alone, who are many, a name says nothing.
 */
const sameName = sql`('operator' in (own.kind, other.kind)
  and exists (select from (${namesOf('own.id')}) a join (${namesOf('other.id')}) b on a.name = b.name))`;

/** Whoever invites may have invited himself: he, and all who came by him and by those, are one until somebody vouches for each. */
const sameInviter = sql`exists (
  with recursive up (side, id) as (
    values ('own', own.id), ('other', other.id)
    union
    select up.side, o.invited_by from up join operators o on o.account_id = up.id
    where o.invited_by is not null and o.vouched_by is null
  )
  select from up a join up b on b.id = a.id where a.side = 'own' and b.side = 'other')`;

const sameBrowser = sql`exists (
  select from known_devices a join known_devices b on a.token_hash = b.token_hash
  where a.account_id = own.id and b.account_id = other.id)`;

/** Those among these who have none of the accounts, by whichever of their own: they may judge what is of those (docs/decisions/0206). */
export async function othersThan(
  ctx: Pick<Ctx, 'app' | 'db'>,
  accounts: readonly number[],
  among: readonly number[],
): Promise<number[]> {
  const own = await ofSamePersons(ctx, accounts, among);
  return among.filter((id) => !own.has(id));
}

/** Whether one of these accounts belongs to the person who acts. */
export const isActorOneOf = async (ctx: Pick<Ctx, 'app' | 'db'> & { actor: Actor | null }, ids: readonly number[]) =>
  (await ofSamePerson(ctx, ids)).size > 0;

/** Whether the person who acts has one of the accounts behind an object: he decides nothing of it (docs/decisions/0206). */
export const isActorBehind = async (
  ctx: Pick<Ctx, 'app' | 'db'> & { actor: Actor | null },
  behind: AccountsBehind,
  id: number,
): Promise<boolean> => isActorOneOf(ctx, await accountsOf(ctx.db, behind, id));

/** @throws Refusal `approval.own` where the person who acts has one of the accounts behind the object */
export async function demandNotBehind(ctx: Writing, behind: AccountsBehind, id: number): Promise<void> {
  if (await isActorBehind(ctx, behind, id)) throw new Refusal('approval.own', { detail: ABOUT_HIMSELF });
}

/** Said to whoever would decide about himself. */
export const ABOUT_HIMSELF =
  'Решение принимает другой человек: у того, о ком оно, то же имя, телефон или браузер, что у этой учётной записи';
