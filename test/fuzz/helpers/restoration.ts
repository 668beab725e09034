import pg from 'pg';
import { sqlState } from '#server/platform/database/db.ts';
import type { Booted } from '../../helpers/boot.ts';
import { dictionaries, dictionaryRestoration } from './dictionaries.ts';

/** Ended sessions go on, and those with a new token have the one that the browsers of the world hold. */
export const sessionRestoration = `
  update sessions s set ended_at = null, token_hash = held.token_hash from test.sessions held
    where held.id = s.id and (s.ended_at is not null or s.token_hash <> held.token_hash)`;

/** What is put back, and what stands for it in its statements. */
export interface Restored {
  own: string;
  rnko: string;
  tariff: number;
  company: number;
  employeeRoleId: number;
  operatorRoleId: number;
  permissionOf: Record<'employee' | 'operator', number>;
  individual: number;
  /** The account that has a second factor to be ended. */
  victim: number;
  papers: string;
  approval: number;
  registries: string;
  settlements: string;
  /** Goes first, by a connection whose writes no trigger sees. */
  pastTriggers: string;
  files: { last: number };
}

const versioned = [
  'individuals',
  'legal_entities',
  'representatives',
  'roles',
  'memberships',
  'powers_of_attorney',
  'operators',
  'employees',
  'permissions',
  'payment_details',
  'tariffs',
  'rnko_identities',
  'rnko_forms',
  'settings',
  ...dictionaries,
];
/** Copies of a permission of each kind, under numbers that nothing else has. */
export const copies = { employee: 1_000_001, operator: 1_000_002 };
/** @param status that of the person and of the company: some operations want them verified, others new */
const restoration = (
  {
    company,
    employeeRoleId,
    operatorRoleId,
    permissionOf,
    individual,
    victim,
    papers,
    approval,
    registries,
    settlements,
    files,
    tariff,
    rnko,
    own,
  }: Restored,
  status: 'unverified' | 'verified',
): string => `
  delete from rate_limits; update settings set kept = '{}';${settlements}${registries}${rnko}${own}
  update individuals set verification_status = '${status}', birth_date = '1985-04-12', inn = '500100732259',
    ${papers}, category_id = null where id = ${individual};
  update individuals set verification_status = 'unverified' where verification_status = 'blocked';
  update accounts set status = 'active' where status = 'blocked';
  update legal_entities set verification_status = '${status}', ogrn = '1027700132195', legal_address = 'Москва',
    phone = '+79161234567', type_id = null where id = ${company};
  insert into representatives (legal_entity_id, last_name, basis) values (${company}, 'Кравцов', 'charter')
    on conflict (legal_entity_id) do nothing;
  update approvals set status = case when id = ${approval} then 'pending' else 'expired' end, decided_by = null
    where (id = ${approval}) <> (status = 'pending');
  ${sessionRestoration};
  update restore_password_tokens set used_at = null, revoked_at = null, expires_at = now() + interval '1 hour'
    where used_at is not null or revoked_at is not null or expires_at < now() + interval '10 minutes';
  update registration_tokens set used_at = null, revoked_at = null where kind = 'employee' and legal_entity_id is not null;
  update memberships set active = true where not active;
  update powers_of_attorney set status = 'given' where status = 'revoked';
  update payment_details set deleted_at = null where deleted_at is not null;
  delete from tariffs where id <> ${tariff};
  ${dictionaryRestoration}
  delete from owned_files where id > ${files.last} and payment_id is null and life_event_id is null;
  update owned_files set deleted_at = null where deleted_at is not null;
  insert into roles (id, kind, legal_entity_id, code, name) overriding system value
    values (${employeeRoleId}, 'employee', ${company}, 'spare', 'Запасная роль'), (${operatorRoleId}, 'operator', null, 'spare', 'Запасная роль')
    on conflict do nothing;
  insert into permissions (id, code, group_name, name, method, path, employee, operator, system)
    overriding system value
    select copy.id, code, group_name, name, method, path, employee, operator, false
    from permissions, (values (${copies.employee}, ${permissionOf.employee}), (${copies.operator}, ${permissionOf.operator})) as copy (id, original)
    where permissions.id = copy.original on conflict do nothing;
  delete from role_permissions where permission_id in (${copies.employee}, ${copies.operator});
  update accounts set totp_sealed = 'away' where id = ${victim};
  ${versioned.map((table) => `update ${table} set version = 1 where version > 1;`).join('\n  ')}`;

/** A procedure keeps the plans of its statements: they are run thousands of times. */
const undoing = (status: 'unverified' | 'verified', restored: Restored): string =>
  `create procedure test.${status}() language plpgsql set test.restoring = 'on' as $undo$
   begin ${restoration(restored, status)} end $undo$;`;

/** What is as it was is not written again, so that it costs no audit. The server's own writes go on as ever. */
const onlyWhatChanged = `
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create trigger "0 only what changed" before update on %I for each row
        when (current_setting(''test.restoring'', true) = ''on'')
        execute function suppress_redundant_updates_trigger()', name);
    end loop;
  end $$;`;

/** Writes into the database what puts the world back. @returns what runs it, with the person and the company verified every other time */
export async function prepareRestoration(testApp: Booted, restored: Restored): Promise<() => Promise<void>> {
  await testApp.owner.query(`create schema test; create table test.sessions as select id, token_hash from sessions;
    ${onlyWhatChanged} ${undoing('unverified', restored)} ${undoing('verified', restored)}
    create procedure test.past_triggers() language plpgsql as $undo$ begin ${restored.pastTriggers} end $undo$;`);
  const pastTriggers = openPastTriggers(testApp);
  let turn = 0;
  // What the world leaves to chance is drawn anew each time, and the same in every run.
  return async () => {
    const told = await undone(
      pastTriggers,
      `select setseed(${(++turn * goldenPart) % 1}); call test.past_triggers(); select random() as seed`,
    );
    await undone(
      testApp.owner,
      `select setseed(${told.at(-1)!.rows[0].seed}); call test.${turn % 2 === 0 ? 'unverified' : 'verified'}()`,
    );
  };
}

/** Multiples of it fall evenly between 0 and 1. */
const goldenPart = 0.618_034;

/**
 * A connection whose writes no trigger sees. It is so from its start: with each change of that PostgreSQL forgets every plan
 * it has made, and to plan all anew takes longer than to do what they say.
 */
function openPastTriggers({ databaseUrl }: Booted): pg.Pool {
  const options = '-c session_replication_role=replica';
  const pool = new pg.Pool({ connectionString: databaseUrl, options, max: 1 });
  // It is closed with its database.
  pool.on('error', () => undefined);
  return pool;
}

/**
 * What the clock does meanwhile may hold a row that is put back: of two who wait for one another one tries again.
 * @returns what each statement has told
 */
async function undone(pool: pg.Pool, sqlText: string, attempts = 5): Promise<pg.QueryResult[]> {
  try {
    return [await pool.query(sqlText)].flat();
  } catch (error) {
    if (attempts === 1 || sqlState(error) !== '40P01') throw error;
    return undone(pool, sqlText, attempts - 1);
  }
}
