import { createHash } from 'node:crypto';
import type pg from 'pg';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';

export interface Settlement {
  id: number;
  accountId: number;
  company: number;
  individual: number;
}

const hash = 'a'.repeat(64);
/** As long as the sealed facts of a real agreement. */
const facts = `1.${'x'.repeat(5_000)}`;
const rows =
  '[{"no": 1, "plannedDate": "2026-12-01", "dueDate": "2026-12-01", "principal": 3000000, "interest": 0, "amount": 3000000}]';
const plan = '{"kind": "at_once", "amount": 3000000, "firstDate": "2026-12-01"}';

/** Runs statements in one transaction, as nobody's request. */
export async function inOne(
  client: pg.Client,
  statements: readonly (readonly [text: string, values: readonly unknown[]])[],
) {
  await client.query('begin');
  await client.query(`select set_config('ugovor.actor', '{"operation": "bench"}', true)`);
  for (const [text, values] of statements) {
    await client.query({ name: createHash('md5').update(text).digest('hex'), text, values: [...values] });
  }
  await client.query('commit');
}

const useCode = (accountId: number) =>
  [
    `update one_time_codes set used_at = now() where id = (select max(id) from one_time_codes where account_id = $1) and used_at is null`,
    [accountId],
  ] as const;
/** What a settlement, its request and its payment are found by: the column and the table of each, by the settlement's id. */
const FOUND = {
  settlement: ['id', 'settlements', 'id'],
  request: ['request_id', 'settlements', 'id'],
  payment: ['id', 'payments', 'settlement_id'],
} as const;
/** A line of history; a move that the chat of its sides tells of is a message there too. @param id of the settlement */
export function history(id: number, machine: keyof typeof FOUND, move: string) {
  const [column, table, key] = FOUND[machine];
  return [
    `insert into status_history (machine, object_type, object_id, move, from_status, to_status)
     select '${machine}', '${machine}s', ${column}, $2, 'before', 'after' from ${table} where ${key} = $1`,
    [id, move],
  ] as const;
}
const tell = (individual: number) =>
  [
    `insert into notifications (account_id, title, link) select account_id, 'Сделка', '/settlement-1' from individuals where id = $1`,
    [individual],
  ] as const;
const toldToSides = `insert into notifications (account_id, title, link)
  select account_id, 'Сделка', '/settlement-1' from individuals where id = $1
  union all select e.account_id, 'Сделка', '/settlement-1' from memberships m join employees e on e.id = m.employee_id
  where m.legal_entity_id = $2`;
/** Both sides are told: the debtor, and each manager of the creditor. */
export const notifySides = ({ individual, company }: Pick<Settlement, 'individual' | 'company'>) =>
  [toldToSides, [individual, company]] as const;
/** The same, and managers are told beside the cabinet too. */
const notifySidesOutside = ({ individual, company }: Pick<Settlement, 'individual' | 'company'>) =>
  [
    `with told as (${toldToSides} returning id, account_id)
     insert into deliveries (account_id, notification_id, event, channel, due_at)
     select account_id, id, 'settlement.concluded', 'letter', now() from told
     where account_id <> (select account_id from individuals where id = $1)`,
    [individual, company],
  ] as const;
/** The letter to the debtor that is planned, with its contact. */
const notice = (id: number, about: string) =>
  [
    `insert into entry_notices (entry_id, individual_id, legal_entity_id, channel, status, planned_at, about, settlement_id)
     select registry_entry_id, individual_id, legal_entity_id, 'email', 'planned', now() + interval '1 day', $2, id
     from settlements where id = $1`,
    [id, about],
  ] as const;
export const insertKey = (accountId: number, key: string) =>
  [
    `insert into idempotency_records (account_id, operation, key, request_hash, status, answer_sealed)
     values ($1, 'bench', $2, '\\x00', 200, $3)`,
    [accountId, key, facts],
  ] as const;

/** The writes of an offer that takes the place of the other side's one. */
export const bareOffer = (client: pg.Client, { id, accountId, individual }: Settlement): Promise<void> =>
  inOne(client, [
    [`select * from settlements where id = $1 for update`, [id]],
    useCode(accountId),
    [`update terms_offers set status = 'superseded' where settlement_id = $1 and status = 'active'`, [id]],
    [
      `with offer as (
        insert into terms_offers (settlement_id, round, side, account_id, amount, plan, rows, terms_hash, expires_at)
        values ($1, 2, 'creditor', $2, 3900000, $3, $4, $5, now() + interval '7 days') returning id)
       insert into signatures (settlement_id, offer_id, side, account_id, method, terms_hash, ip, user_agent)
       select $1, id, 'creditor', $2, 'pep_otp', $5, '127.0.0.1', 'bench' from offer`,
      [id, accountId, plan, rows, hash],
    ],
    [
      `update settlements set round = 2, turn = 'individual', last_creditor_amount = 3900000, version = version + 1 where id = $1`,
      [id],
    ],
    history(id, 'settlement', 'offer'),
    tell(individual),
    notice(id, 'offer'),
    insertKey(accountId, `offer-${id}`),
  ]);

/** The writes of an acceptance: the agreement with its schedule, documents, and everything that follows. */
export const bareAccept = (client: pg.Client, { id, accountId, individual, company }: Settlement): Promise<void> =>
  inOne(client, [
    [`select * from settlements where id = $1 for update`, [id]],
    useCode(accountId),
    [`update terms_offers set status = 'accepted' where settlement_id = $1 and status = 'active'`, [id]],
    [
      `insert into signatures (settlement_id, offer_id, side, account_id, method, terms_hash, ip, user_agent)
       select $1, id, 'creditor', $2, 'pep_otp', $3, '127.0.0.1', 'bench' from terms_offers where settlement_id = $1`,
      [id, accountId, hash],
    ],
    [
      `update settlements set status = 'waiting_for_payment', turn = null, agreed_amount = 3000000, discount_amount = 1000000,
        discount_bps = 2500, plan_kind = 'at_once', payments = 1, signed_at = now(), version = version + 1 where id = $1`,
      [id],
    ],
    history(id, 'settlement', 'accept'),
    [
      `insert into schedule_items (settlement_id, no, planned_date, due_date, principal, interest, amount)
       values ($1, 1, '2026-12-01', '2026-12-01', 3000000, 0, 3000000)`,
      [id],
    ],
    [
      `with entry as (
        insert into ledger_entries (kind, event, settlement_id, value_date) values ('concluded', '{}', $1, ${MOSCOW_TODAY}) returning id)
       insert into ledger_lines (entry_id, account, holder_id, side, amount)
       select entry.id, l.account, $1, l.side, l.amount from entry,
        (values ('M10', 'debit', 3000000), ('M20', 'debit', 1000000), ('M99', 'credit', 4000000)) as l (account, side, amount)`,
      [id],
    ],
    [
      `with agreement as (
        insert into agreements (settlement_id, offer_id, snapshot, snapshot_sha256)
        select $1, id, $2, $3 from terms_offers where settlement_id = $1 returning id)
       insert into issued_documents (kind, number, settlement_id, agreement_id, individual_id, legal_entity_id,
        template_version, facts_sealed, facts_sha256, verify_code)
       select kind, s.number, s.id, a.id, s.individual_id, s.legal_entity_id, 1, $4, $3, lpad((s.id * 2 + n)::text, 16, '0')
       from agreement a, settlements s, (values ('agreement', 0), ('signing_protocol', 1)) as d (kind, n) where s.id = $1`,
      [id, plan, hash, facts],
    ],
    [
      `select graphile_worker.add_job('nothing', '{}'::json, run_at => now() + interval '1 day', job_key => $1)`,
      [`bench:${id}`],
    ],
    [
      `update requests set status = 'waiting_for_payment', version = version + 1 where id = (select request_id from settlements where id = $1)`,
      [id],
    ],
    history(id, 'request', 'followAccept'),
    notifySidesOutside({ individual, company }),
    notice(id, 'concluded'),
    insertKey(accountId, `accept-${id}`),
  ]);
