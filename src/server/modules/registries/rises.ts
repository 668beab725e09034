import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';
import type { RegistryKey } from './kinds.ts';

/** The last claim of a company under each contract of which a terminated agreement has left something, withdrawn ones too: there are few. */
const restored = (legalEntityId: number) => sql`(
  select distinct on (debtor_inn, contract_number) debtor_inn, contract_number, restored_total, restored_on,
    explained_total, explained_why, explained_at
  from registry_entries where legal_entity_id = ${legalEntityId} and restored_total is not null
  order by debtor_inn, contract_number, restored_on desc, id desc)`;

/** The rule of `mostStated` in the domain for a verdict `v` and what was restored, `p`; `greatest` passes over what there is not. */
const mostStated = sql`greatest(p.restored_total, p.explained_total, (select e.total from registry_entries e where e.id = v.entry_id))`;

/** Whether the company has any such claim at all: most have none, and then no row is looked at. */
async function hasRestored(tx: Tx, legalEntityId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from registry_entries
    where legal_entity_id = ${legalEntityId} and restored_total is not null limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * A row that states more than the terminated agreement has left of its claim, or than its creditor has explained since, is held
 * back, unless its entry states as much already, and whatever that is by now: withdrawing the claim and loading it anew changes nothing (docs/decisions/0147).
 */
export async function holdRises(tx: Tx, { id, legalEntityId }: RegistryKey): Promise<void> {
  if (!(await hasRestored(tx, legalEntityId))) return;
  await sql`update registry_verdicts v set verdict = 'conflict'
    from registry_rows s, ${restored(legalEntityId)} p
    where v.registry_id = ${id} and s.registry_id = ${id} and s.row_no = v.row_no and v.verdict in ('new', 'updated')
      and s.debtor_inn = p.debtor_inn and s.contract_number = p.contract_number
      and s.total > ${mostStated}`.execute(tx);
}

/** Says so of such rows: of all that conflict those whose entry is free. */
export async function noteRises(tx: Tx, { id, legalEntityId }: RegistryKey): Promise<void> {
  if (!(await hasRestored(tx, legalEntityId))) return;
  await sql`update registry_problems p set column_code = 'total', code = 'ABOVE_RESTORED', message = ${message}
    from registry_verdicts v left join registry_entries e on e.id = v.entry_id
    where p.registry_id = ${id} and p.found_in = 'database' and p.code = 'IN_DEAL'
      and v.registry_id = p.registry_id and v.row_no = p.row_no and e.frozen_at is null and e.settled_at is null`.execute(
    tx,
  );
}
const message =
  'Больше, чем осталось по расторгнутому соглашению: запись останется прежней. Объясните разницу на её странице и загрузите строку снова';

/** A claim that is loaded anew, within what was left or explained, goes on with what is known of it. */
export async function inheritRestored(tx: Tx, { id, legalEntityId }: RegistryKey): Promise<void> {
  if (!(await hasRestored(tx, legalEntityId))) return;
  await sql`update registry_entries e set restored_total = p.restored_total, restored_on = p.restored_on,
      explained_total = p.explained_total, explained_why = p.explained_why, explained_at = p.explained_at
    from ${restored(legalEntityId)} p
    where e.registry_id = ${id} and e.created_at = now() and e.restored_total is null
      and e.debtor_inn = p.debtor_inn and e.contract_number = p.contract_number`.execute(tx);
}
