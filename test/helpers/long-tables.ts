import type pg from 'pg';
import type { World } from '../access/helpers/actors.ts';

/** Tables whose copied rows nothing else names, so that they may go again. */
const lone = [
  'individuals',
  'legal_entities',
  'memberships',
  'operators',
  'notifications',
  'registry_entries',
  'simple_registry_entries',
  'registry_problems',
  'requests',
  'simple_requests',
  'settlements',
  'certificate_requests',
  'payments',
  'payouts',
  'approvals',
  'differences',
  'roles',
  'tariffs',
  'invoices',
  'registration_tokens',
  'restore_password_tokens',
  'security_events',
  'complaints',
  'contact_records',
];

/** The greatest id of each of those tables. */
export async function lastIds({ testApp }: World): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const table of lone) {
    const { rows } = await testApp.owner.query<{ id: number }>(`select coalesce(max(id), 0) as id from ${table}`);
    found.set(table, rows[0]!.id);
  }
  return found;
}

/** Takes some of the copied rows away, those at the beginning of most lists and some of the middle. */
export async function thinTables({ testApp }: World, after: ReadonlyMap<string, number>, seed: number): Promise<void> {
  await forgetChats(testApp.owner, after);
  for (const [table, id] of after) {
    await testApp.owner.query(
      `delete from ${table} where id in (select max(id) from ${table} where id > $1) or id in (
        select id from ${table} where id > $1 order by md5(id::text || $2) limit 2)`,
      [id, `${seed}`],
    );
  }
}

/** Of a copied request its chat is all that names it, and of a copied settlement that of its request. */
async function forgetChats(pool: pg.Pool, after: ReadonlyMap<string, number>): Promise<void> {
  const copied = 'select id from chats where request_id > $1';
  await pool.query(`delete from chat_messages where chat_id in (${copied})`, [after.get('requests')]);
  await pool.query(`delete from chats where id in (${copied})`, [after.get('requests')]);
  await pool.query('update chats set settlement_id = null where settlement_id > $1', [after.get('settlements')]);
}

/** Copies a row. `changes` are SQL expressions by column; `n` is the number of the copy. */
async function copy(
  pool: pg.Pool,
  series: string,
  table: string,
  where: string,
  changes: Record<string, string>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => changes[name] ?? `t.${name}`);
  await pool.query(`insert into ${table} (${columns.join()})
    select ${values.join()} from (select * from ${table} where ${where} order by id limit 1) t, ${series} n`);
}

/**
 * Fills every table behind a list that grows in life with the copies of these numbers. Many rows share the instant and the
 * name they are sorted by.
 */
export async function fillTables(world: World, from: number, to: number): Promise<void> {
  const { owner: pool } = world.testApp;
  const series = `generate_series(${from}, ${to})`;
  const { home } = world;
  const debtor = world.actors.find(
    ({ person, individualId }) => person.kind === 'individual' && !person.out && individualId,
  )!;
  const name = `(array['Ёлкин', 'Иванов', 'Яшин'])[1 + n % 3]`;
  const at = `now() - (n / 40) * interval '0.000001 s'`;
  const created = { created_at: at };
  const one = (id: number | null): string => `id = ${id}`;

  await pool.query(`insert into accounts (kind, email, password_hash, last_login_at, created_at)
    select kind, kind || n || '@many.example', '-', case when n % 3 = 0 then ${at} end, ${at}
    from ${series} n, unnest(array['employee', 'operator']) kind`);
  const added = `(select max(id) - ${2 * (to - from + 1)} from accounts)`;
  await pool.query(`insert into individuals (last_name, first_name, verification_status, pending_since, created_at)
    select ${name}, 'Лев', (array['unverified', 'pending'])[1 + n % 2], case when n % 2 = 1 then ${at} end, ${at}
    from ${series} n`);
  await copy(pool, series, 'legal_entities', one(home.id), {
    ...created,
    verification_status: `'unverified'`,
    inn: `lpad(n::text, 10, '0')`,
    short_name: name,
  });
  await pool.query(`insert into employees (account_id, last_name, first_name, created_at)
    select id, (array['Ёлкин', 'Яшин'])[1 + id % 2], 'Лев', created_at from accounts where email like 'employee%@many.example' and id > ${added}`);
  await pool.query(`insert into memberships (employee_id, legal_entity_id, role_id, created_at)
    select e.id, ${home.id}, ${home.role}, e.created_at from employees e join accounts a on a.id = e.account_id
    where a.email like '%@many.example' and a.id > ${added}`);
  await pool.query(`insert into operators (account_id, role_id, last_name, first_name, created_at)
    select id, ${world.operatorRole}, (array['Ёлкин', 'Яшин'])[1 + id % 2], 'Лев', created_at from accounts
    where email like 'operator%@many.example' and id > ${added}`);
  await pool.query(`with told as (insert into notifications (account_id, title, event, created_at)
      select ${debtor.accountId}, 'Проверка', 'settlement.turn', ${at} from ${series} n returning id, account_id, event, created_at)
    insert into deliveries (account_id, notification_id, event, channel, status, due_at, created_at)
    select account_id, id, event, 'push', (array['sent', 'failed'])[1 + id % 2], created_at, created_at from told`);

  await pool.query(`insert into security_events (minute, last_at, kind, times)
    select now() - n * interval '1 minute', ${at}, (array['access_denied', 'link_wrong'])[1 + n % 2], 1 + n % 3 from ${series} n`);

  await copy(pool, series, 'registry_entries', one(debtor.entry), {
    contract_number: `'К-' || n`,
    content_hash: `'\\x00'::bytea`,
    last_name: name,
    total: '1000 + n % 5',
    principal: '1000 + n % 5',
    overdue_from: `date '2024-06-01' + n % 7`,
  });
  await copy(pool, series, 'contact_records', one(home.claims.contact), {
    ...created,
    individual_id: `${debtor.individualId}`,
    status: `'held'`,
    at: `now() - n % 7 * interval '1 day'`,
  });
  await pool.query(
    `insert into complaints (account_id, contact_id, contact_status, kind, status, answer, decided_by, decided_at, created_at)
      select $1::bigint, id, 'held', 'insult', case when waits then 'open' else 'upheld' end, case when not waits then 'Да' end,
        case when not waits then $1::bigint end, case when not waits then created_at end, created_at
      from (select id, created_at, id % 2 = 0 as waits from contact_records order by id desc limit ${to - from + 1}) r`,
    [debtor.accountId],
  );
  await copy(pool, series, 'simple_registry_entries', one(debtor.simpleEntry), {
    contract_number: `'К-' || n`,
    last_name: name,
    decision_at: at,
  });
  // Not everybody has decided.
  await copy(pool, series, 'simple_registry_entries', one(debtor.simpleEntry), {
    contract_number: `'Н-' || n`,
    last_name: name,
    individual_id: 'null',
    status: `'search'`,
    accepted_at: 'null',
    decision_at: 'null',
  });
  for (const registry of [home.claims.registry, home.claims.simpleRegistry]) {
    await pool.query(`insert into registry_rows (registry_id, row_no, broken, warned)
      select ${registry}, n, false, false from ${series} n`);
    await pool.query(`insert into registry_verdicts (registry_id, row_no, verdict)
      select ${registry}, n, 'new' from ${series} n`);
    await pool.query(`insert into registry_problems (registry_id, row_no, found_in, severity, code, message)
      select ${registry}, 1 + n / 3, 'file', 'warning', 'FORMAT', 'Проверка' from ${series} n`);
    await pool.query(
      `insert into registry_messages (registry_id, kind) select ${registry}, 'withdrawn' from ${series}`,
    );
    // It has left out all that it had.
    await pool.query(`update registries set replaces_id = id where id = ${registry}`);
    await copy(pool, series, 'registries', one(registry), {
      ...created,
      number: '10000 + n',
      replaces_id: 'null',
      as_of_date: `date '2026-01-01' + n % 5`,
    });
  }
  await pool.query(
    `insert into registry_messages (registry_id, kind) select id, 'withdrawn' from registries where number between 10000 + ${from} and 10000 + ${to}`,
  );

  await copy(pool, series, 'requests', one(home.settlement.request), {
    individual_id: `${debtor.individualId}`,
    contract_number: `'К-' || n`,
    answer_by: `case when n % 2 = 0 then date '2027-01-01' + n % 7 end`,
  });
  await copy(pool, series, 'simple_requests', one(home.settlement.simpleRequest), {
    individual_id: `${debtor.individualId}`,
    creditor_inn: `lpad(n::text, 10, '0')`,
  });
  await pool.query(
    `update settlements set feedback_status = 'published', feedback_at = now(), rating = 5 where id = ${home.settlement.settlement}`,
  );
  const settlement = { individual_id: `${debtor.individualId}`, number: 'gen_random_uuid()::text' };
  await copy(pool, series, 'settlements', one(home.settlement.settlement), {
    ...settlement,
    status: `'closed'`,
    close_reason: `'fulfilled'`,
    closed_at: 'now()',
    agreed_amount: 't.debt_total - 1',
    discount_amount: '1',
    paid_on: `date '2026-01-01' + n % 7`,
    feedback_at: at,
  });
  await copy(pool, series, 'certificate_requests', 'true', {
    kind: `'statement'`,
    status: `'waiting'`,
    debt_on: `date '2000-01-01' + n`,
    since: `date '2027-01-01' + n % 7`,
    remind_on: `date '2027-01-05' + n % 7`,
    due_on: `date '2027-01-07' + n % 7`,
    document_id: 'null',
    issued_at: 'null',
    rule_id: 'null',
    signature_id: 'null',
  });
  await copy(pool, series, 'payments', one(home.settlement.payment), {
    ...settlement,
    partner_key: 'gen_random_uuid()',
  });
  // Of a company one at most is under way.
  await copy(pool, series, 'payouts', one(home.payout), {
    number: 'gen_random_uuid()::text',
    status: `'cancelled'`,
    partner_key: 'gen_random_uuid()',
  });
  await copy(pool, series, 'approvals', one(world.approval), {
    ...created,
    object_id: '1000000 + n',
    expires_at: `now() + n % 7 * interval '1 day'`,
  });
  // Companies decide for themselves.
  await copy(pool, series, 'approvals', one(world.approval), {
    ...created,
    object_type: `'settlements'`,
    kind: `'settlement.annul'`,
    object_id: `(select min(id) + n from settlements)`,
  });
  await copy(pool, series, 'differences', one(world.difference), {
    reference: `'line:m-' || n`,
    day: `date '2026-01-10' + n % 9`,
  });
  await pool.query(`insert into reconciliations (day, movements, matched, differences, closing, own_closing)
    select date '2026-01-01' + n % 9, 0, 0, 0, 0, 0 from ${series} n`);
  await copy(pool, series, 'roles', one(home.role), { name, code: `'role-' || gen_random_uuid()` });
  await copy(pool, series, 'roles', one(world.operatorRole), { name, code: `'role-' || gen_random_uuid()` });
  await copy(pool, series, 'tariffs', one(home.tariff), {
    name,
    valid_from: `date '2030-01-01' + n`,
    valid_to: `date '2030-01-01' + n`,
  });
  // Papers that were issued are never taken away, but here.
  await pool.query('alter table invoices disable trigger append_only');
  // Of a month one lives.
  await copy(pool, series, 'invoices', one(home.invoice), {
    number: 'gen_random_uuid()::text',
    status: `'cancelled'`,
    cancel_reason: `'Проверка'`,
    issued_on: `date '2026-01-01' + n % 9`,
    due_date: `date '2026-02-01' + n % 9`,
  });
  await copy(pool, series, 'registration_tokens', one(home.invitation), {
    ...created,
    token_hash: `decode(md5(n::text), 'hex')`,
    expires_at: `now() + n % 5 * interval '1 day'`,
  });
  await pool.query(`insert into restore_password_tokens (account_id, token_hash, expires_at, created_at)
    select ${home.account}, decode(md5(n::text), 'hex'), now(), ${at} from ${series} n`);
  // Each entry has its own lines, as in life: whoever shows a line looks at those of its entry.
  const entries = (kind: string): string =>
    `with entries as (insert into ledger_entries (kind, event, value_date)
      select '${kind}', '{}', date '2026-01-10' from ${series} n returning id)`;
  await pool.query(`${entries('received_unmatched')} insert into ledger_lines (entry_id, account, side, amount)
    select e.id, case side when 'debit' then '1010' else '2030' end, side, 100
    from entries e, unnest(array['debit', 'credit']) side`);
  // What a company is owed.
  await pool.query(`${entries('payout_returned')} insert into ledger_lines (entry_id, account, holder_id, side, amount)
    select e.id, case side when 'debit' then '1010' else '2010' end, case side when 'debit' then 0 else ${home.id} end, side, 100
    from entries e, unnest(array['debit', 'credit']) side`);
  // What each company is owed.
  await pool.query(`with entries as (insert into ledger_entries (kind, event, value_date)
      select 'payout_returned', '{}', date '2026-01-10' from ${series} n returning id),
    numbered as (select id, row_number() over (order by id) as no from entries),
    companies as (select id, row_number() over (order by id) as no from legal_entities
      where inn in (select lpad(n::text, 10, '0') from ${series} n))
    insert into ledger_lines (entry_id, account, holder_id, side, amount)
    select e.id, case side when 'debit' then '1010' else '2010' end, case side when 'debit' then 0 else c.id end, side, 100 + c.no % 5
    from numbered e join companies c using (no), unnest(array['debit', 'credit']) side`);
}
