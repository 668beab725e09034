import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import { type PaperRow, paperColumns } from './claim-papers.queries.ts';

/** The scan of the deed by which the creditor of a claim has acquired it: the same for each of his claims that names this deed. */
export const deedOf = (db: Db, entryId: number): Promise<PaperRow | undefined> =>
  db
    .selectFrom('registryEntries as e')
    .innerJoin('assignmentDeeds as a', (join) =>
      join
        .onRef('a.legalEntityId', '=', 'e.legalEntityId')
        .onRef('a.cedentInn', '=', 'e.cedentInn')
        .onRef('a.cessionRef', '=', 'e.cessionRef'),
    )
    .innerJoin('ownedFiles as o', (join) => join.onRef('o.id', '=', 'a.fileId').on('o.deletedAt', 'is', null))
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .select(paperColumns)
    .where('e.id', '=', entryId)
    .where('e.basis', '=', 'cession')
    .executeTakeFirst();

/** Whether the scan of the deed of a claim is there. @param entry the column with its id */
export const hasDeed = (entry: string) => sql<boolean>`exists (select from registry_entries e
  join assignment_deeds a on a.legal_entity_id = e.legal_entity_id and a.cedent_inn = e.cedent_inn and a.cession_ref = e.cession_ref
  join owned_files o on o.id = a.file_id and o.deleted_at is null
  where e.id = ${sql.ref(entry)} and e.basis = 'cession')`;
