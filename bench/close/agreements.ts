import type pg from 'pg';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';

/** The ids that are made here begin behind all that anything else could have taken. */
const base = 10_000_000;
/** What is agreed to in each agreement: six equal payments; kopecks. */
const agreed = 3_000_000;
const payments = 6;
const part = agreed / payments;

/** What a hundred agreements are on the morning to which a day is closed: by the last two digits of their numbers. */
export const kinds = {
  /** A payment is due on that morning. */
  due: 'n % 100 < 3',
  /** One was due the day before, and a penalty begins. */
  late: 'n % 100 = 3',
  /** One has been late for ten days, its debtor has been told, and each day adds to the penalty. */
  accruing: 'n % 100 between 4 and 13',
} as const;

/** The number of an agreement by the id of its settlement. */
export const numbered = (id: string): string => `(${id} - ${base})`;

/** Whose agreements they are. */
export interface Parties {
  companies: readonly number[];
  registry: number;
}

/**
 * Adds agreements in force up to a number, each with its debtor, claim, request, schedule and entry of the ledger, as acceptances would
 * have left them. None of them has anything to do yet: all payments are far away.
 */
export async function growTo(
  client: pg.Client,
  { companies, registry }: Parties,
  from: number,
  to: number,
): Promise<void> {
  const company = `(array[${companies.join(',')}]::bigint[])[1 + n % ${companies.length}]`;
  const all = `generate_series(${from + 1}, ${to}) n`;
  const parts = `'[{"code": "principal", "amount": 4000000}]'::jsonb`;
  await asLoaded(client, [
    `insert into accounts (id, kind, email, email_confirmed_at, password_hash) overriding system value
       select ${base} + n, 'individual', 'debtor-' || n || '@bench.test', now(), '-' from ${all}`,
    `insert into individuals (id, account_id, last_name, first_name, birth_date, inn, verification_status, identification_level)
       overriding system value
       select ${base} + n, ${base} + n, 'Иванов', 'Иван', '1985-04-12', (770000000000 + n)::text, 'verified', 'full' from ${all}`,
    `insert into consents (account_id, document_id)
       select ${base} + n, d.id from ${all}, (select max(id) as id from consent_documents where kind = 'interaction-channels') d`,
    `insert into registry_entries (id, legal_entity_id, registry_id, individual_id, status, debtor_inn, last_name, first_name, birth_date, phone,
         contract_number, contract_date, contract_kind, overdue_from, principal, interest, interest_overdue, penalty, fee, court_cost, total,
         as_of, stage, basis, content_hash) overriding system value
       select ${base} + n, ${company}, ${registry}, ${base} + n, 'accepted_by_individual', (770000000000 + n)::text, 'Иванов', 'Иван', '1985-04-12',
         '+79161234567', 'КД-' || n, '2024-05-01', 'microloan', '2026-01-01', 4000000, 0, 0, 0, 0, 0, 4000000, '2026-05-01', 'pretrial',
         'original', '\\x01' from ${all}`,
    `insert into requests (id, started_by, status, individual_id, legal_entity_id, registry_id, registry_entry_id, creditor_inn)
       overriding system value
       select ${base} + n, 'individual', 'waiting_for_payment', ${base} + n, ${company}, ${registry}, ${base} + n, '7707083893' from ${all}`,
    `insert into settlements (id, request_id, registry_entry_id, individual_id, legal_entity_id, status, debt, debt_total, debt_as_of,
         agreed_amount, discount_amount, discount_bps, plan_kind, payments, signed_at, first_due_date, last_due_date, next_due_date, penalty,
         penalty_terms, search) overriding system value
       select ${base} + n, ${base} + n, ${base} + n, ${base} + n, ${company}, 'waiting_for_payment', ${parts}, 4000000, ${MOSCOW_TODAY} - 60,
         ${agreed}, 1000000, 2500, 'equal', ${payments}, now() - interval '60 days', ${MOSCOW_TODAY} + 60, ${MOSCOW_TODAY} + 210,
         ${MOSCOW_TODAY} + 60, '{"per": "day", "rateBps": 5}',
         jsonb_build_array(jsonb_build_object('since', ${MOSCOW_TODAY} - 60, 'rule', '{"per": "day", "rateBps": 5}'::jsonb)), 'КД-' || n
       from ${all}`,
    `insert into schedule_items (settlement_id, no, planned_date, due_date, principal, interest, amount)
       select ${base} + n, no, day, day, ${part}, 0, ${part}
       from ${all}, generate_series(1, ${payments}) no, lateral (select ${MOSCOW_TODAY} + 30 + no * 30 as day) d`,
    `insert into terms_offers (id, settlement_id, round, side, account_id, amount, plan, rows, status, terms_hash, template_version, expires_at)
       overriding system value
       select ${base} + n, ${base} + n, 1, 'individual', ${base} + n, ${agreed}, '{"kind": "equal"}', '[]', 'accepted', repeat('a', 64), 1, now()
       from ${all}`,
    `insert into agreements (settlement_id, offer_id, snapshot, snapshot_sha256) select ${base} + n, ${base} + n, '{}', '00' from ${all}`,
    `insert into ledger_entries (kind, event, settlement_id, value_date)
       select 'concluded', jsonb_build_object('kind', 'concluded', 'settlementId', ${base} + n, 'claim', ${agreed}, 'forgiven', 1000000),
         ${base} + n, ${MOSCOW_TODAY} - 60 from ${all}`,
    `insert into ledger_lines (entry_id, account, holder_id, side, amount)
         select e.id, l.account, e.settlement_id, l.side, l.debit + l.credit from ledger_entries e, ${concluded}
         where e.settlement_id > ${base} + ${from} and e.settlement_id <= ${base} + ${to}`,
    `insert into ledger_balances (account, holder_id, shard, debit, credit)
         select l.account, ${base} + n, 0, l.debit, l.credit from ${all}, ${concluded}`,
    'delete from entry_tallies',
    `insert into entry_tallies (kind, legal_entity_id, registry_id, status, entries, matched, amount)
       select 'full', legal_entity_id, registry_id, status, count(*), count(individual_id), sum(total) from registry_entries group by 2, 3, 4`,
  ]);
}

const concluded = `(values ('M10', 'debit', ${agreed}, 0), ('M20', 'debit', 1000000, 0), ('M99', 'credit', 0, ${agreed} + 1000000))
  as l (account, side, debit, credit)`;

/** The morning comes: of those made after a number the first payments move to where `kinds` says. */
export async function bringNear(client: pg.Client, from: number): Promise<void> {
  const days = (kind: string): string =>
    ({ due: MOSCOW_TODAY, late: `${MOSCOW_TODAY} - 1`, accruing: `${MOSCOW_TODAY} - 10` })[kind]!;
  const moved = Object.entries(kinds).map(([kind, which]) => `when ${which} then ${days(kind)}`);
  const near = `n > ${from} and (${Object.values(kinds).join(' or ')})`;
  const of = (id: string) => `lateral (select ${numbered(id)} as n) as by_number`;
  await asLoaded(client, [
    `update schedule_items i set due_date = m.day, planned_date = m.day,
         status = case when m.day < ${MOSCOW_TODAY} - 1 then 'overdue' else 'planned' end
       from (select s.id, (case ${moved.join(' ')} end)::date as day from settlements s, ${of('s.id')} where s.id > ${base} and ${near}) m
       where i.settlement_id = m.id and i.no = 1`,
    `update settlements s set next_due_date = i.due_date, first_due_date = i.due_date from schedule_items i
       where i.settlement_id = s.id and i.no = 1 and s.id > ${base} + ${from} and s.next_due_date <> i.due_date`,
    `insert into entry_notices (entry_id, individual_id, legal_entity_id, settlement_id, about, due_date, channel, status, sent_at, created_at)
       select s.registry_entry_id, s.individual_id, s.legal_entity_id, s.id, 'overdue', ${MOSCOW_TODAY} - 10, 'email', 'sent',
         now() - interval '2 days', now() - interval '2 days'
       from settlements s, ${of('s.id')} where s.id > ${base} and n > ${from} and ${kinds.accruing}`,
  ]);
}

/** Runs statements as a load of another database would: no trigger follows them. */
async function asLoaded(client: pg.Client, statements: readonly string[]): Promise<void> {
  await client.query('begin');
  await client.query(`set local session_replication_role = replica`);
  await client.query(`set local maintenance_work_mem = '512MB'`);
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
}
