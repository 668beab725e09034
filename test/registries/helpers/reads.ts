import { sql } from 'kysely';
import { sendNotice } from '#server/modules/registries/invitations/invitations.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import type { Booted } from '../../helpers/boot.ts';

/** How many rows of each table have been read. */
export type Reads = ReadonlyMap<string, number>;

/** What does not grow with registries: who may do what, and the audit, which whoever seals it reads on the same connections. */
const apart = ['permissions', 'role_permissions', 'audit_log', 'audit_seals', 'reads'];
const readNow = `select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables
  where schemaname = 'public' and relname not in (${apart.map((table) => `'${table}'`).join(', ')})
    and seq_tup_read + coalesce(idx_tup_fetch, 0) > 0`;

/**
 * Every transaction that moves a registry, orders letters or tells of assignments leaves behind how many rows of each table it has read. A
 * connection counts on until its counts are flushed, which happens once a second unless it is wanted at the end of each
 * transaction. Nobody takes statistics by himself.
 */
export async function countReads({ owner }: Booted): Promise<void> {
  await owner.query(`
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('alter table %I set (autovacuum_enabled = false)', name);
      end loop;
    end $$;
    create table reads (legal_entity_id bigint, relname text, rows bigint);
    create function note_reads() returns trigger language plpgsql security definer as $$
    declare moment text := pg_current_xact_id() || ' of ' || new.legal_entity_id;
    begin
      -- They all run at the end of the transaction, one for each row: one of them tells of it.
      if current_setting('reads.noted', true) is not distinct from moment then return null; end if;
      perform set_config('reads.noted', moment, true);
      insert into reads select new.legal_entity_id, now.* from (${readNow}) now;
      perform pg_stat_force_next_flush();
      return null;
    end $$;
    create constraint trigger note_reads after update on registries deferrable initially deferred
      for each row execute function note_reads();
    create constraint trigger note_reads after insert on entry_notices deferrable initially deferred
      for each row when (new.channel = 'email') execute function note_reads();
    create constraint trigger note_reads after insert or update on issued_documents deferrable initially deferred
      for each row when (new.registry_entry_id is not null) execute function note_reads();`);
}

/** The most that one transaction of a company's registries has read of each table since this was last asked. */
export async function readsOf({ owner }: Booted, legalEntityId: number): Promise<Reads> {
  const { rows } = await owner.query<{ relname: string; rows: string }>(
    `with taken as (delete from reads where legal_entity_id = $1 returning *)
    select relname, max(rows) as rows from taken group by 1`,
    [legalEntityId],
  );
  return new Map(rows.map((row) => [row.relname, Number(row.rows)]));
}

/** A working Wednesday at noon in Moscow; the law allows letters then. */
const noon = new Date('2027-02-03T09:00:00Z');
/** More than it takes until a connection keeps the plan of a statement. */
const letters = 12;

/** Sends some of the letters that a company has ordered, and tells what the last of them has read. */
export async function sendLetters({ app, owner }: Booted, legalEntityId: number): Promise<Reads> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from entry_notices where legal_entity_id = $1 and status = 'planned' and channel = 'email' order by id limit ${letters}`,
    [legalEntityId],
  );
  const reads = new Map<string, number>();
  await inSystemTransaction(app.database.db, 'registries.invitation', async (tx) => {
    for (const { id } of rows) {
      const before = await readHere(tx);
      await sendNotice(app, tx, Number(id), noon);
      for (const [table, count] of await readHere(tx)) reads.set(table, count - (before.get(table) ?? 0));
    }
    await sql`select pg_stat_force_next_flush()`.execute(tx);
  });
  return reads;
}

async function readHere(tx: Tx): Promise<Reads> {
  const { rows } = await sql<{ relname: string; rows: number }>`${sql.raw(readNow)}`.execute(tx);
  return new Map(rows.map((row) => [row.relname, row.rows]));
}
