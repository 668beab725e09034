import { Refusal } from '#contract/kernel/errors.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { Problem } from '#domain/registries/registry-problems.ts';
import { formatDay } from '#domain/values/days.ts';
import type { Ctx, FileAnswer } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { FileRefused } from '#server/platform/xlsx/read/refusal.ts';
import type { RowProblems } from './reading/error-workbook.ts';
import { savedMapping } from './reading/saved-mapping.ts';

const problemsAtOnce = 1_000;

// What writes workbooks is loaded with the first of them: a server at rest holds none of it.

/** An empty registry to be filled in. */
export async function templateFile(kind: RegistryKind): Promise<FileAnswer> {
  const { templateNames, writeTemplate } = await import('./template.ts');
  return { name: templateNames[kind], stream: writeTemplate(kind) };
}

/**
 * The file as it was loaded with what is wrong in a column of its own and at the cells.
 * @throws Refusal `move.illegal` for a file that cannot be read at all
 */
export async function errorWorkbook(ctx: Ctx, kind: RegistryKind, registryId: number): Promise<FileAnswer> {
  const { db, files } = { db: ctx.app.database.db, files: ctx.app.files };
  const { key, legalEntityId } = await db
    .selectFrom('registries as r')
    .innerJoin('storedFiles as f', 'f.id', 'r.fileId')
    .select(['f.key', 'r.legalEntityId'])
    .where('r.id', '=', registryId)
    .executeTakeFirstOrThrow();
  const { writeErrorWorkbook } = await import('./reading/error-workbook.ts');
  // Once the file is open, its copy on this machine may go.
  await using file = await files.localFile(key);
  const mapping = await savedMapping(db, { legalEntityId, kind });
  try {
    const problems = problemsByRow(db, registryId);
    const stream = await writeErrorWorkbook({ kind, file: file.sealed, mapping, problems });
    return { name: `Ошибки реестра ${formatDay(ctx.day)}.xlsx`, stream };
  } catch (error) {
    throw error instanceof FileRefused ? new Refusal('move.illegal') : error;
  }
}

/** Everything that is wrong, row by row in the order of the file. */
async function* problemsByRow(db: Db, registryId: number): AsyncGenerator<RowProblems, void, undefined> {
  let current: { rowNo: number; problems: Problem[] } | undefined;
  for await (const { rowNo, ...found } of problemsOf(db, registryId)) {
    const problem = found as Problem;
    if (current?.rowNo === rowNo) current.problems.push(problem);
    else {
      if (current) yield current;
      current = { rowNo, problems: [problem] };
    }
  }
  if (current) yield current;
}

async function* problemsOf(db: Db, registryId: number) {
  let after = { rowNo: 0, id: 0 };
  for (;;) {
    const rows = await db
      .selectFrom('registryProblems')
      .select(['id', 'rowNo', 'columnCode as column', 'severity', 'code', 'message', 'value as masked'])
      .where('registryId', '=', registryId)
      .where((of) => of(of.refTuple('rowNo', 'id'), '>', of.tuple(after.rowNo, after.id)))
      .orderBy('rowNo')
      .orderBy('id')
      .limit(problemsAtOnce)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last;
  }
}
