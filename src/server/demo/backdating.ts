import { sql } from 'kysely';
import type { Tx } from '../platform/database/db.ts';

/** In which column the rows of a table keep the moment when they were made. */
const momentOf = {
  consents: 'given_at',
  requests: 'created_at',
  settlements: 'created_at',
  terms_offers: 'created_at',
  one_time_codes: 'created_at',
  letters: 'created_at',
  signatures: 'signed_at',
  agreements: 'created_at',
  issued_documents: 'issued_at',
  certificate_requests: 'asked_at',
  status_history: 'at',
  settlement_policies: 'created_at',
  payments: 'created_at',
  ledger_entries: 'created_at',
  invoice_issuers: 'created_at',
  invoices: 'created_at',
  invoice_payments: 'created_at',
  invoice_allocations: 'created_at',
  notifications: 'created_at',
  chats: 'created_at',
  chat_messages: 'created_at',
  contact_records: 'created_at',
  complaints: 'created_at',
};

/**
 * Runs work whose rows bear the moments of a story that is told, not the one when it is told: what has been signed can not
 * be dated back afterwards. Nothing of this stays in the database.
 * @param work gets a function that sets the moment from which the rows are dated
 */
export async function inThePast(tx: Tx, work: (setMoment: (at: Date) => Promise<void>) => Promise<void>) {
  // Only the owner of the tables may put triggers on them; the role comes back with the end of the transaction.
  await sql`set local role none`.execute(tx);
  await sql`create function demo_moment() returns trigger language plpgsql as $$
    begin
      return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], current_setting('ugovor.moment')));
    end $$`.execute(tx);
  const tables = Object.entries(momentOf);
  for (const [table, column] of tables) {
    await sql`create trigger demo_moment before insert on ${sql.table(table)}
      for each row execute function demo_moment(${sql.lit(column)})`.execute(tx);
  }
  await work(async (at) => {
    await sql`select set_config('ugovor.moment', ${at.toISOString()}, true)`.execute(tx);
  });
  for (const [table] of tables) await sql`drop trigger demo_moment on ${sql.table(table)}`.execute(tx);
  await sql`drop function demo_moment()`.execute(tx);
}
