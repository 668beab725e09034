import pg from 'pg';
import { sqlState } from './db.ts';

/** Any number that nothing else in the database uses for an advisory lock. */
const lockOfRights = 2_694_118_073;

/** Each owner has a role of his own, so that those who share a cluster have nothing to do with one another. */
const wantedRoleSql = `
  select name, exists (select from pg_roles where rolname = name) as made
  from (select left(current_user, 56) || '_server' as name) as wanted`;

/** Since PostgreSQL 16 to be a member is not yet to be allowed to act as the role. */
const mayActSql = `
  select pg_has_role($1::name, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may`;

/**
 * The statements that give the role the rights it lacks and take those it must not have. The role gets no right to what a trigger
 * refuses to everybody, so that append-only tables need no second list (bits of pg_trigger.tgtype: 4 insert, 8 delete, 16 update).
 */
const missingRightsSql = `
  with ours as (
    select c.oid, c.relkind, c.relrowsecurity, format('%I.%I', n.nspname, c.relname) as name,
      c.relname = 'migrations' or c.relkind = 'v' as only_read,
      coalesce((select bit_or(t.tgtype::int) from pg_trigger t join pg_proc f on f.oid = t.tgfoid
        where t.tgrelid = c.oid and f.proname in ('refuse_change', 'refuse_own_balance')), 0) as refused
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (current_schema(), 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'S')
  ), wanted as (
    select o.name, o.oid, array_remove(array['SELECT', case when not only_read and refused & 4 = 0 then 'INSERT' end,
      case when not only_read and refused & 16 = 0 then 'UPDATE' end,
      case when not only_read and refused & 8 = 0 then 'DELETE' end], null) as rights
    from ours o where relkind <> 'S'
  )
  select format('grant usage on schema graphile_worker to %I', $1::name) as statement
    where not has_schema_privilege($1::name, 'graphile_worker', 'USAGE')
  union all
  select format('revoke all on %1$s from %2$I; grant %3$s on %1$s to %2$I', name, $1::name, array_to_string(rights, ', '))
    from wanted
    where exists (select from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) as one
      where has_table_privilege($1::name, oid, one) <> (one = any(rights)))
  union all
  select format('grant usage, select on %s to %I', name, $1::name) from ours
    -- The order of conditions is PostgreSQL's to choose, and of a table has_sequence_privilege fails: hence the case.
    where case relkind when 'S' then not has_sequence_privilege($1::name, oid, 'USAGE') else false end
  union all
  select format('create policy %1$I on %2$s to %1$I using (true) with check (true)', $1::name, name) from ours
    where relrowsecurity and not exists (select from pg_policy where polrelid = ours.oid and polname = $1::name)`;

/**
 * The connection as a server works: not as the owner of the tables, but in a role that may read and write rows, may only
 * add to what only grows, and can define nothing. Rights are compared with what the tables say at every start, so a new
 * table, a restored copy or another cluster need nothing more.
 * @returns the same connection, after a warning, when its user may not make roles: then the triggers guard alone
 */
export async function withServerRole(
  connection: pg.PoolConfig,
  warn: (line: string) => void = console.warn,
): Promise<pg.PoolConfig> {
  const client = new pg.Client(connection);
  // A lost connection fails the query under way; without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const role = await findRole(client);
    if (role === undefined) {
      warn('Пользователь базы не может заводить роли: сервер работает с правами владельца таблиц.');
      return connection;
    }
    await grantMissing(client, role);
    // Spaces divide options, and a backslash keeps one.
    return { ...connection, options: `-c role=${role.replace(/[\\\s]/g, '\\$&')}` };
  } finally {
    await client.end();
  }
}

/** The role in which this user may act, made when there is none; undefined when he may not. */
async function findRole(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string; made: boolean }>(wantedRoleSql);
  const { name, made } = rows[0]!;
  const quoted = pg.escapeIdentifier(name);
  if (!made && !(await tried(client, `create role ${quoted} nologin`))) return undefined;
  if (await isAllowed(client, name)) return name;
  await tried(client, `grant ${quoted} to current_user`);
  return (await isAllowed(client, name)) ? name : undefined;
}

const isAllowed = async (client: pg.Client, role: string): Promise<boolean> =>
  (await client.query<{ may: boolean }>(mayActSql, [role])).rows[0]!.may;

const NO_RIGHT = '42501';
/** The role is there already, or its row in the catalogue was being changed: roles belong to the whole cluster, and another database of it may do the same now. */
const DONE_BY_ANOTHER = ['42710', '23505'];
const isChangedByAnother = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === 'XX000' && error.message.includes('concurrently updated');

/** Runs a statement about roles. @returns false where this user has no right to it */
async function tried(client: pg.Client, statement: string): Promise<boolean> {
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    const state = sqlState(error);
    if (state === NO_RIGHT) return false;
    if ((state !== undefined && DONE_BY_ANOTHER.includes(state)) || isChangedByAnother(error)) return true;
    throw error;
  }
}

async function grantMissing(client: pg.Client, role: string): Promise<void> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [lockOfRights]);
  const { rows } = await client.query<{ statement: string }>(missingRightsSql, [role]);
  if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join(';'));
  await client.query('commit');
}
