import pg from 'pg';
import type { BenchServer } from '../server.ts';

/** How much of each there is beside the claims, as shares of their number: of a million claims a hundred thousand are settled. */
const shares = { settlements: 1 / 10, requests: 3 / 20, payments: 1 / 5, simpleEntries: 1 / 5, simpleRequests: 1 / 20 };
/** Companies that have come besides those whose claims these are, and people who work in them. */
const companies = 5_000;
const employees = 10_000;

/**
 * Adds what comes of claims and people that are there already: requests, settlements, payments, simple entries and requests, and
 * with them companies with their employees. Below the triggers of the audit, as the claims themselves.
 * @param ids the companies whose claims these are
 * @param claims how many there are
 */
export async function growCases({ postgres }: BenchServer, ids: readonly number[], claims: number): Promise<void> {
  const client = new pg.Client({ ...postgres.connection, statement_timeout: 0 });
  await client.connect();
  const number = (share: number): number => Math.round(claims * share);
  try {
    await client.query(`
      begin;
      set local session_replication_role = replica;
      set local work_mem = '256MB';
      create temp table person on commit drop as
        select id, last_name, first_name, middle_name, inn, row_number() over (order by id) - 1 as n from individuals;
      create temp table claim on commit drop as
        select id, legal_entity_id, registry_id, contract_number, total, row_number() over (order by id) - 1 as n
        from registry_entries where id % 6 = 0 order by id limit ${number(shares.requests)};
      analyze person;
      analyze claim;

      insert into requests (started_by, status, individual_id, creditor_inn, creditor_name, legal_entity_id,
        registry_entry_id, registry_id, contract_number)
      select 'individual', 'pending', p.id, le.inn, le.short_name, le.id, c.id, c.registry_id, c.contract_number
      from claim c join person p on p.n = c.n % (select count(*) from person) join legal_entities le on le.id = c.legal_entity_id
      order by c.n;

      insert into settlements (number, request_id, registry_entry_id, individual_id, legal_entity_id, status, debt, debt_total,
        debt_as_of, agreed_amount, discount_amount, close_reason, closed_at, search)
      select number, request_id, entry_id, individual_id, legal_entity_id, status, '{}', total, '2026-01-01', agreed, total - agreed,
        case status when 'closed' then 'fulfilled' end, case status when 'closed' then now() end,
        plain_words(number || ' ' || contract_number || ' ' || creditor || ' ' || debtor)
      from (
        select 'У-2026-' || lpad(c.n::text, 6, '0') as number, q.id as request_id, c.id as entry_id, q.individual_id, q.legal_entity_id,
          (array['waiting_for_payment', 'waiting_for_payment', 'paid', 'closed'])[1 + c.n % 4] as status, c.total, c.total * 4 / 5 as agreed,
          c.contract_number, q.creditor_name as creditor, concat_ws(' ', p.last_name, p.first_name, p.middle_name) as debtor, c.n
        from claim c join requests q on q.registry_entry_id = c.id join person p on p.id = q.individual_id
        where c.n < ${number(shares.settlements)}) as made
      order by n;

      insert into payments (number, settlement_id, individual_id, legal_entity_id, channel, amount, status, value_date, succeeded_at)
      select 'П-2026-' || lpad((s.id * 10 + n)::text, 7, '0'), s.id, s.individual_id, s.legal_entity_id, 'card', 10000, 'succeeded',
        '2026-02-01', now()
      from settlements s, generate_series(1, ${Math.round(shares.payments / shares.settlements)}) n
      order by n, s.id;

      insert into registries (kind, legal_entity_id, number, file_id, as_of_date, basis, status)
        select 'simple', id, 1, (select min(id) from stored_files), '2026-01-01', 'original', 'loaded'
        from unnest(array[${ids.join(',')}]::bigint[]) id;
      insert into simple_registry_entries (legal_entity_id, registry_id, individual_id, debtor_inn, last_name, first_name, middle_name,
        phone, contract_number, content_hash)
      select r.legal_entity_id, r.id, p.id, p.inn, p.last_name, p.first_name, p.middle_name, '+7' || (9500000000 + at), 'УР-' || at, '\\x00'
      from generate_series(1, ${number(shares.simpleEntries)}) at
      join registries r on r.kind = 'simple' and r.legal_entity_id = (array[${ids.join(',')}]::bigint[])[1 + at % ${ids.length}]
      join person p on p.n = at % (select count(*) from person)
      order by at;
      insert into simple_requests (individual_id, creditor_inn)
        select id, lpad((n * 7919)::text, 10, '0') from person where n < ${number(shares.simpleRequests)} order by n;

      insert into legal_entities (full_name, short_name, inn)
        select 'Общество с ограниченной ответственностью «Кредитор ' || n || '»', 'ООО «Кредитор ' || n || '»', (5000000000 + n)::text
        from generate_series(1, ${companies}) n;
      insert into accounts (kind, email, phone, password_hash)
        select 'employee', 'employee-' || n || '@bench.test', '+7' || (9800000000 + n), 'none' from generate_series(1, ${employees}) n;
      insert into employees (account_id, last_name, first_name)
        select a.id, p.last_name, p.first_name from accounts a join person p on p.n = split_part(split_part(a.email, '-', 2), '@', 1)::int
        where a.email like 'employee-%@bench.test';
      insert into memberships (employee_id, legal_entity_id, role_id)
        select e.id, le.id, (select id from roles where code = 'manager' and kind = 'employee' limit 1)
        from employees e join (select id, row_number() over (order by id desc) - 1 as n from legal_entities) le on le.n = e.id % ${companies};
      commit`);
    for (const table of tables) await client.query(`vacuum analyze ${table}`);
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

const tables = [
  'requests',
  'settlements',
  'payments',
  'simple_registry_entries',
  'simple_requests',
  'legal_entities',
  'accounts',
  'employees',
  'memberships',
];
