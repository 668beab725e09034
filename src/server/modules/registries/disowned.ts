import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';
import { disownedMark } from '#server/platform/secrets/disowned-mark.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';
import type { RegistryKey } from './kinds.ts';

/**
 * The rows of a simple registry about debts that their debtors have called not theirs, where their creditor has withdrawn the entry or
 * its term of retention is over: nobody is asked twice. @returns their numbers in the file
 */
export async function disownedRows(
  tx: Tx,
  secrets: Secrets,
  { id, kind, legalEntityId }: RegistryKey,
): Promise<number[]> {
  if (kind !== 'simple') return [];
  const disowned = await sql<Debt>`
    select debtor_inn as inn, coalesce(contract_number, '—') as contract from simple_registry_entries
    where legal_entity_id = ${legalEntityId} and status = 'rejected_by_individual' and reject_reason = 'not_mine'
      and withdrawn_at is not null`.execute(tx);
  if (disowned.rows.length === 0) return [];
  const known = new Set(disowned.rows.map(keyOf));
  const { rows } = await sql<Debt & { rowNo: number }>`
    select row_no, debtor_inn as inn, coalesce(contract_number, '—') as contract from registry_rows
    where registry_id = ${id} and not broken`.execute(tx);
  return rows
    .filter((row) => known.has(keyOf(row)) || known.has(keyOf({ ...row, inn: disownedMark(secrets, row.inn) })))
    .map(({ rowNo }) => rowNo);
}

interface Debt {
  inn: string;
  contract: string;
}

const keyOf = ({ inn, contract }: Debt): string => `${inn} ${contract}`;
