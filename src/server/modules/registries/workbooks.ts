import { sql } from 'kysely';
import { type Cell, cellText } from '#domain/cell.ts';
import { formatDay } from '#domain/days.ts';
import { type RegistryKind, registryColumns } from '#domain/registry-columns.ts';
import type { Ctx, FileAnswer } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/db.ts';
import { writeSheet } from '#server/platform/xlsx/writer.ts';
import { cellsPlace } from './kinds.ts';

const names: Record<RegistryKind, string> = { full: 'Реестр займов', simple: 'Упрощённый реестр' };
const batchRows = 500;

/** An empty registry to be filled in. */
export function templateFile(kind: RegistryKind): FileAnswer {
  const columns = registryColumns[kind].map(({ header, required, width }) => ({
    title: required ? `${header}*` : header,
    width,
    kind: 'text' as const,
  }));
  async function* none(): AsyncGenerator<unknown[]> {}
  return { name: `${names[kind]}: шаблон.xlsx`, stream: writeSheet({ sheet: 'Реестр', columns, rows: none() }) };
}

/** The rows of a file that something is wrong with, as they were written, with what is wrong in a column of its own. */
export function errorWorkbook(ctx: Ctx, kind: RegistryKind, registryId: number): FileAnswer {
  const columns = [
    ...registryColumns[kind].map(({ header, width }) => ({ title: header, width, kind: 'text' as const })),
    { title: 'Ошибки', width: 60, kind: 'text' as const },
  ];
  const rows = brokenRows(ctx, registryId);
  return {
    name: `Ошибки реестра ${formatDay(ctx.day)}.xlsx`,
    stream: writeSheet({ sheet: 'Реестр', columns, rows }),
  };
}

async function* brokenRows(ctx: Ctx, registryId: number): AsyncGenerator<unknown[]> {
  for (let after = 0; ; ) {
    const rows = await nextBroken(ctx.app.database.db, registryId, after);
    for (const { cellsSealed, problems } of rows) {
      const cells = ctx.app.secrets.open<Cell[]>(cellsPlace, cellsSealed);
      yield [...cells.map((cell) => cellText(cell ?? null)), problems];
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.rowNo;
  }
}

async function nextBroken(db: Db, registryId: number, after: number) {
  const { rows } = await sql<{ rowNo: number; cellsSealed: string; problems: string }>`
    select r.row_no, r.cells_sealed, (
      select string_agg(p.message, '; ' order by p.id) from registry_problems p
      where p.registry_id = r.registry_id and p.row_no = r.row_no) as problems
    from registry_rows r where r.registry_id = ${registryId} and r.row_no > ${after} and r.cells_sealed is not null
    order by r.row_no limit ${batchRows}`.execute(db);
  return rows;
}
