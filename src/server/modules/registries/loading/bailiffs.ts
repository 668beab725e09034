import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { rowOf } from '../compare.ts';
import type { RegistryKey } from '../kinds.ts';

/** Claims of a company of which the bailiffs were denied or proved: few, and most companies have none. */
const isSpokenOf = (legalEntityId: number) =>
  sql`legal_entity_id = ${legalEntityId} and (no_bailiffs_at is not null or writ_file_id is not null)`;

async function hasSpokenOf(tx: Tx, legalEntityId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from registry_entries where ${isSpokenOf(legalEntityId)} limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * A load that names the bailiffs anew, or under another number, is another word of the creditor: what its debtor has said of the one
 * before, and the writ that proved it, are not about it. He is told, so that he may say it again (docs/decisions/0146). To be done
 * before the entries are changed.
 */
export async function forgetBailiffs(tx: Tx, { id, legalEntityId }: RegistryKey): Promise<void> {
  if (!(await hasSpokenOf(tx, legalEntityId))) return;
  const { rows } = await sql<{
    id: number;
    registryId: number;
    accountId: number | null;
    creditor: string;
    contractNumber: string;
  }>`
    with spoken as (
      select * from registry_entries where ${isSpokenOf(legalEntityId)}
    ), before as (
      select e.id, e.registry_id, e.individual_id, e.no_bailiffs_at, e.writ_file_id, e.contract_number
      from spoken e join registry_verdicts v on v.registry_id = ${id} and v.verdict = 'updated' and v.entry_id = e.id
      cross join ${rowOf('v')}
      where r.stage = 'enforcement' and (e.stage <> 'enforcement' or e.case_no is distinct from r.case_no)
    ), forgotten as (
      update registry_entries e set no_bailiffs_at = null, writ_file_id = null from before b where e.id = b.id
    ), removed as (
      update owned_files o set deleted_at = now() from before b where o.id = b.writ_file_id and o.deleted_at is null
    )
    select b.id, b.registry_id, i.account_id, le.short_name as creditor, b.contract_number
    from before b join individuals i on i.id = b.individual_id join legal_entities le on le.id = ${legalEntityId}
    where b.no_bailiffs_at is not null`.execute(tx);
  for (const { id: entryId, registryId, accountId, creditor, contractNumber } of rows) {
    if (accountId === null) continue;
    await notify(tx, [accountId], {
      event: 'claim.changed',
      creditorId: legalEntityId,
      title: `${creditor}, договор № ${contractNumber}: кредитор снова называет приставов`,
      detail:
        'Раньше вы сказали, что приставов нет. Теперь кредитор называет другое производство: если нет и его, скажите об этом снова на странице долга',
      link: pagePath('/registry-entry-{$key}', { key: [legalEntityId, registryId, entryId] }),
    });
  }
}

/**
 * A new claim under a contract of which the bailiffs were denied, as one that is withdrawn and loaded anew, is the same word: its debtor
 * need not deny them twice. Bailiffs under another number he has not denied.
 */
export async function inheritDenials(tx: Tx, { id, legalEntityId }: RegistryKey): Promise<void> {
  if (!(await hasSpokenOf(tx, legalEntityId))) return;
  await sql`update registry_entries e set no_bailiffs_at = p.no_bailiffs_at
    from (
      select distinct on (debtor_inn, contract_number) debtor_inn, contract_number, stage, case_no, no_bailiffs_at
      from registry_entries where ${isSpokenOf(legalEntityId)} and no_bailiffs_at is not null
      order by debtor_inn, contract_number, id desc
    ) p
    where e.registry_id = ${id} and e.created_at = now() and e.debtor_inn = p.debtor_inn
      and e.contract_number = p.contract_number
      and (e.stage <> 'enforcement' or p.stage = 'enforcement' and e.case_no is not distinct from p.case_no)`.execute(
    tx,
  );
}
