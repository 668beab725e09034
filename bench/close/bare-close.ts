import type pg from 'pg';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import { kinds, numbered } from './agreements.ts';

/** So many agreements are taken by one statement. */
const portion = 1_000;
/** About what a day of delay costs; kopecks. */
const penalty = 2_500;

/** The agreements of a kind in a portion, as `s` with their numbers as `n`. */
const those = (which: string): string =>
  `settlements s, lateral (select ${numbered('s.id')} as n) as by_number where s.id >= $1 and s.id < $2 and s.id >= 10000000 and (${which})`;

/** What the close of a day writes of agreements, in portions by statements: rows that fall due and late, reminders, penalties with their entries. */
const statements: readonly string[] = [
  `update schedule_items set status = 'due' where settlement_id >= $1 and settlement_id < $2 and status = 'planned' and due_date = ${MOSCOW_TODAY}`,
  `update schedule_items set status = 'overdue' where settlement_id >= $1 and settlement_id < $2 and status in ('planned', 'due')
     and due_date < ${MOSCOW_TODAY}`,
  `insert into notifications (account_id, title, link, event, about_type, about_id)
     select s.individual_id, s.number || '. Срок платежа', '/settlement-' || s.id, 'settlement.due', 'settlements', s.id
     from ${those(`${kinds.due} or ${kinds.late}`)}`,
  `insert into entry_notices (entry_id, individual_id, legal_entity_id, settlement_id, about, due_date, channel, status, planned_at)
     select s.registry_entry_id, s.individual_id, s.legal_entity_id, s.id, 'due', ${MOSCOW_TODAY}, 'email', 'planned', now() + interval '8 hours'
     from ${those(`${kinds.due} or ${kinds.late}`)}`,
  `with entry as (
      insert into ledger_entries (kind, event, settlement_id, value_date)
      select 'penalty_accrued', jsonb_build_object('kind', 'penalty_accrued', 'settlementId', s.id, 'amount', ${penalty}), s.id, ${MOSCOW_TODAY}
      from ${those(`${kinds.late} or ${kinds.accruing}`)} returning id, settlement_id)
    insert into ledger_lines (entry_id, account, holder_id, side, amount)
    select entry.id, l.account, entry.settlement_id, l.side, ${penalty} from entry, (values ('M30', 'debit'), ('M99', 'credit')) as l (account, side)`,
  `update settlements set penalty_accrued = penalty_accrued + ${penalty} where id in (select s.id from ${those(`${kinds.late} or ${kinds.accruing}`)})`,
];

/** Writes it all and takes it back: the close itself is measured on the very same rows. */
export async function bareClose(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select min(id) as first, max(id) as last from settlements where id >= 10000000');
  const { first, last } = rows[0] as { first: string; last: string };
  await client.query('begin');
  await client.query(`select set_config('ugovor.actor', '{"operation": "bench"}', true)`);
  for (let from = Number(first); from <= Number(last); from += portion) {
    for (const text of statements)
      await client.query({ name: text.slice(0, 60), text, values: [from, from + portion] });
  }
  await client.query('set constraints all immediate');
  await client.query('rollback');
}
