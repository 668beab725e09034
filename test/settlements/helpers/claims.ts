import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';

/** A loaded registry of a company with nothing in it yet. @returns its id */
export async function makeRegistry(tx: Tx, legalEntityId: number): Promise<number> {
  const { id: fileId } = await tx
    .insertInto('storedFiles')
    .values({ key: sql<string>`gen_random_uuid()::text`, name: 'реестр.xlsx', size: 1, kind: 'zip', sha256: '00' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await tx
    .insertInto('registries')
    .values({
      kind: 'full',
      legalEntityId,
      number: sql<number>`coalesce((select max(number) from registries where legal_entity_id = ${legalEntityId} and kind = 'full'), 0) + 1`,
      fileId,
      asOfDate: sql<string>`${sql.raw(MOSCOW_TODAY)}`,
      basis: 'original',
      status: 'loaded',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Attaches a writ, or an act of a court, to a claim, that its debtor can open. */
export async function attachWrit(tx: Tx, entryId: number): Promise<void> {
  await sql`with stored as (
      insert into stored_files (key, name, size, kind, sha256) values (gen_random_uuid()::text, 'лист.pdf', 10, 'pdf', 'ab') returning id
    ), owned as (
      insert into owned_files (legal_entity_id, place, kind, file_id)
      select e.legal_entity_id, 'folder', 'writs', stored.id from stored, registry_entries e where e.id = ${entryId} returning id
    ) update registry_entries set writ_file_id = owned.id from owned where registry_entries.id = ${entryId}`.execute(
    tx,
  );
}

export interface ClaimOptions {
  legalEntityId: number;
  registryId: number;
  individualId: number | null;
  debtorInn: string;
  contractNumber: string;
  principal?: number;
  interest?: number;
  penalty?: number;
  courtCost?: number;
  contractKind?: string;
  contractDate?: string;
  contractEnd?: string | null;
  issuedAmount?: number | null;
  rate?: number | null;
  basis?: string;
  stage?: string;
  caseNo?: string;
  court?: string;
}

/** A claim as a load leaves it: 35 000,00 of principal and 5 000,00 of penalty of a loan for two years unless told otherwise, 200 days overdue. */
export async function makeClaim(tx: Tx, options: ClaimOptions): Promise<number> {
  const { principal = 3_500_000, interest = 0, penalty = 500_000, courtCost = 0, ...plain } = options;
  const { contractKind = 'microloan' } = options;
  const { id } = await tx
    .insertInto('registryEntries')
    .values({
      status: options.individualId === null ? 'search' : 'notification_sent',
      lastName: 'Иванов',
      firstName: 'Иван',
      birthDate: '1985-04-12',
      phone: '+79161234567',
      contractDate: '2024-05-01',
      contractEnd: '2026-05-01',
      contractKind,
      overdueFrom: sql<string>`${sql.raw(MOSCOW_TODAY)} - 200`,
      principal,
      interest,
      interestOverdue: 0,
      penalty,
      fee: 0,
      courtCost,
      total: principal + interest + penalty + courtCost,
      asOf: sql<string>`${sql.raw(MOSCOW_TODAY)}`,
      stage: 'pretrial',
      basis: 'original',
      // As dear as a loan may be: no average of the Bank of Russia is entered, and interest is no more than by the contract.
      rate: 29_200,
      contentHash: Buffer.from('01', 'hex'),
      ...plain,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
