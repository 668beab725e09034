import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import type { RegistryKey } from './kinds.ts';

/** What is said of a row that takes back what its company has stated before of the same contract; the former word counts on. */
const FORMER = {
  overdueFrom: 'Раньше просрочка начиналась раньше: срок исковой давности считаем с прежнего дня',
  contractEnd: 'Раньше срок договора кончался раньше: пределы закона считаем по прежнему сроку',
  rate: 'Раньше ставка договора была ниже: предложить можно не больше прежней',
  issuedAmount: 'Раньше сумма выдачи была меньше: предел переплаты считаем от прежней',
  contractDate: 'Раньше договор был с более поздней датой: пределы закона считаем по прежней',
} as const;

/**
 * A load may state a later day of the overdue or of the end, a higher rate or sum; the debtor is judged by what is better for him all the
 * same, be it of the claim or of one that was withdrawn before it (docs/decisions/0146, 0214).
 */
export async function noteFormerWords(tx: Tx, { id: registryId, legalEntityId }: RegistryKey): Promise<void> {
  await sql`
    insert into registry_problems (registry_id, row_no, found_in, column_code, severity, code, message)
    select ${registryId}::bigint, v.row_no, 'database', f.column_code, 'warning', f.code, f.message
    from registry_verdicts v join registry_rows r using (registry_id, row_no)
    cross join lateral (
      select min(o.overdue_from) as overdue_from, min(o.contract_end) as contract_end, min(o.rate) as rate,
        min(o.issued_amount) as issued_amount, max(o.contract_date) as contract_date
      from ${lookup('registry_entries', sql`debtor_inn = r.debtor_inn and contract_number = r.contract_number`)} o
      where o.legal_entity_id = ${legalEntityId} and (o.id = v.entry_id or o.withdrawn_at is not null)
    ) w
    cross join lateral (values
      ('overdueFrom', 'LIMITATION', ${FORMER.overdueFrom}::text, r.overdue_from > w.overdue_from),
      ('contractEnd', 'LIMIT_CAP', ${FORMER.contractEnd}::text, r.contract_end > w.contract_end),
      ('rate', 'LIMIT_CAP', ${FORMER.rate}::text, r.rate > w.rate),
      ('issuedAmount', 'LIMIT_CAP', ${FORMER.issuedAmount}::text, r.issued_amount > w.issued_amount),
      ('contractDate', 'LIMIT_CAP', ${FORMER.contractDate}::text, r.contract_date < w.contract_date)
    ) as f (column_code, code, message, takes_back)
    where v.registry_id = ${registryId} and v.verdict in ('new', 'updated') and f.takes_back`.execute(tx);
}
