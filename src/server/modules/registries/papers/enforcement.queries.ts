import { type RawBuilder, sql } from 'kysely';
import { isServed } from '#contract/kernel/file.ts';
import type { Db } from '#server/platform/database/db.ts';
import { type PaperRow, paperColumns, shownPaper } from './claim-papers.queries.ts';

/** Whether the writ of the claim `e` is attached, and can be opened. */
export const hasWrit = sql<boolean>`exists (select from owned_files o join stored_files f on f.id = o.file_id
  where o.id = e.writ_file_id and o.deleted_at is null and f.scan not in ('held', 'infected'))`;

/** Whether a court has decided the claim `e`, and its debtor can open the writ: what it awards no ceiling of a contract lowers. */
export const isAwarded = sql<boolean>`(e.stage = 'enforcement' and ${hasWrit})`;

/**
 * The stage that the claim `e` is judged by. Enforcement that its debtor denies and nobody has proved takes nothing from him: it is
 * judged as a claim that no court has decided (docs/decisions/0146).
 */
export const judgedStage: RawBuilder<string> = sql<string>`judged_stage(e)`;

/** The same of one claim by its id. */
export const judgedStageOf = async (db: Db, entryId: number): Promise<string> =>
  (
    await db
      .selectFrom('registryEntries as e')
      .select(judgedStage.as('stage'))
      .where('e.id', '=', entryId)
      .executeTakeFirstOrThrow()
  ).stage;

/** The writ that its creditor has attached to a claim, or the act of the court. */
export const writOf = (db: Db, entryId: number): Promise<PaperRow | undefined> =>
  db
    .selectFrom('registryEntries as e')
    .innerJoin('ownedFiles as o', (join) => join.onRef('o.id', '=', 'e.writFileId').on('o.deletedAt', 'is', null))
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .select(paperColumns)
    .where('e.id', '=', entryId)
    .executeTakeFirst();

interface Enforcement {
  /** Who is said to have the claim: a court, or the bailiffs. */
  stage: 'court' | 'enforcement';
  deniedAt: Date | null;
  writ: ReturnType<typeof shownPaper>;
}

/** What is known of the court or the bailiffs of a claim beside its creditor's word; null where he names none. */
export async function enforcementOf(db: Db, entryId: number): Promise<Enforcement | null> {
  const { stage, deniedAt } = await db
    .selectFrom('registryEntries')
    .select(['stage', 'noBailiffsAt as deniedAt'])
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow();
  if (stage === 'pretrial') return null;
  return { stage: stage as Enforcement['stage'], deniedAt, writ: shownPaper(await writOf(db, entryId)) };
}

/** Whether the bailiffs of a claim are proved: by a writ that its debtor can open. */
export const isProved = ({ stage, writ }: Enforcement): boolean =>
  stage === 'enforcement' && writ !== null && isServed(writ.scan);
