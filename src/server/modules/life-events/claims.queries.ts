import { sql } from 'kysely';
import { formatDay, toDay } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';

/**
 * The claims on the person of an event whose contracts were there on its day, and that are not paid: what he may be freed of when it ends
 * (docs/decisions/0211). All of them, so that two decide of each; the newest first, with the agreement about each that is in force or bargained about.
 */
export const claimsBefore = (db: Db, eventId: number) =>
  db
    .selectFrom('lifeEvents as l')
    .innerJoin('registryEntries as e', 'e.individualId', 'l.individualId')
    .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
    .select(['e.id', 'le.shortName as creditor', 'e.contractNumber', 'e.contractDate', 'e.total'])
    .select(
      sql<string | null>`(select s.number from settlements s
        where s.registry_entry_id = e.id and s.status in ('negotiation', 'waiting_for_payment') order by s.id desc limit 1)`.as(
        'settlement',
      ),
    )
    .where('l.id', '=', eventId)
    .where('e.withdrawnAt', 'is', null)
    .where('e.settledAt', 'is', null)
    .where(sql<boolean>`e.contract_date <= l.since`)
    .where(sql<boolean>`not exists (select from settlements p where p.registry_entry_id = e.id and p.status = 'paid')`)
    .orderBy('e.id', 'desc')
    .execute();

/** «ООО Ромашка, договор № 12 от 01.03.2025» */
export const nameOfClaim = ({
  creditor,
  contractNumber,
  contractDate,
}: {
  creditor: string;
  contractNumber: string;
  contractDate: string;
}): string => `${creditor}, договор № ${contractNumber} от ${formatDay(toDay(contractDate))}`;
