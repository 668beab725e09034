import { sql } from 'kysely';
import type * as z from 'zod';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import type { ImportError } from '#contract/registries/registry-parts.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { Verdict } from '#domain/registries/registry-import.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { columnsHold } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { seesDebtors } from '../entries/debtor-visibility.ts';
import { changesBetween, contentsOf } from '../entries/entry-history.ts';
import { cellsByColumn } from './dry-run.ts';
import { storedCellColumns, storedCells } from './row-cells.ts';

type Rows = Answer<typeof registries.rows>;
type Problem = z.input<typeof ImportError>;

/** The file whose rows are looked at before they are loaded. */
interface Dry {
  kind: RegistryKind;
  registryId: number;
  legalEntityId: number;
}

const openColumns = ['r.lastName', 'r.firstName', 'r.middleName', 'r.contractNumber', 'r.externalId'];
/** Nobody finds by them whom he sees with a mask. */
const maskedColumns = ['r.debtorInn', 'r.phone'];

const problemColumns = [
  'p.id',
  'p.rowNo',
  'p.columnCode as column',
  'p.severity',
  'p.code',
  'p.message',
  'p.value',
] as const;

const dryRows = defineList({
  rows(
    ctx: Ctx,
    { filter, q }: Pick<Input<typeof registries.rows>['query'], 'filter' | 'q'>,
    { registryId, legalEntityId }: Dry,
  ) {
    let rows = ctx.db
      .selectFrom('registryVerdicts as v')
      .innerJoinLateral(
        // Always looked up by its key: what statistics say of a file that has just come is wrong.
        (db) =>
          db
            .selectFrom('registryRows as row')
            .selectAll()
            .whereRef('row.registryId', '=', 'v.registryId')
            .whereRef('row.rowNo', '=', 'v.rowNo')
            .limit(sql.lit(1))
            .as('r'),
        (join) => join.onTrue(),
      )
      .where('v.registryId', '=', registryId);
    if (filter?.verdict) rows = rows.where('v.verdict', 'in', filter.verdict);
    if (filter?.warned !== undefined) rows = rows.where('r.warned', '=', filter.warned);
    // Names and numbers of the dry run have no index: it is one file, and is looked through whole.
    return q
      ? rows.where(columnsHold(q, ...openColumns, ...(seesDebtors(ctx, legalEntityId) ? maskedColumns : [])))
      : rows;
  },
  columns: (rows, _ctx, { kind }) => rows.select(['v.rowNo', 'v.verdict', 'v.entryId', ...storedCellColumns(kind)]),
  orders: { rowNo: { columns: ['v.rowNo'], direction: 1 } },
});

/**
 * One page of the dry run: what each row would do, what is wrong with it, what it would change. The cells, which are those
 * of the file, are given to those alone who see its debtors in full.
 */
export async function dryRowsPage(ctx: Ctx, dry: Dry, query: Input<typeof registries.rows>['query']): Promise<Rows> {
  const { kind, registryId } = dry;
  const open = seesDebtors(ctx, dry.legalEntityId);
  const page = await dryRows.page(ctx, query, dry);
  const numbers = page.items.map(({ rowNo }) => rowNo);
  const [problems, before] = await Promise.all([
    problemsOf(ctx, registryId, numbers),
    contentsOf(ctx.db, kind, updatedOf(page.items)),
  ]);
  return {
    ...page,
    items: page.items.map((row) => {
      const { content } = row;
      const cells = open ? storedCells(ctx.app.secrets, kind, row) : null;
      const former = row.verdict === 'updated' && row.entryId !== null ? before.get(row.entryId) : undefined;
      return {
        rowNo: row.rowNo,
        verdict: row.verdict as Verdict,
        debtor: ['last_name', 'first_name', 'middle_name']
          .map((name) => content[name] ?? '')
          .join(' ')
          .trim(),
        contract: textOf(content['contract_number']),
        totalAmount: numberOf(content['total'] ?? content['approx_amount']),
        cells: cells && cellsByColumn(kind, cells),
        problems: problems.filter(({ rowNo }) => rowNo === row.rowNo),
        changes: former ? changesBetween(kind, former, content, open) : [],
      };
    }),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const updatedOf = (rows: readonly { verdict: string; entryId: number | null }[]): number[] =>
  rows.flatMap(({ verdict, entryId }) => (verdict === 'updated' && entryId !== null ? [entryId] : []));

async function problemsOf(ctx: Ctx, registryId: number, rowNos: readonly number[]): Promise<Problem[]> {
  if (rowNos.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('registryProblems as p')
    .select(problemColumns)
    .where('p.registryId', '=', registryId)
    .where('p.rowNo', 'in', rowNos)
    .orderBy('p.id')
    .execute();
  return rows as Problem[];
}

const problemsIn = (ctx: Ctx, registryId: number) =>
  ctx.db.selectFrom('registryProblems as p').where('p.registryId', '=', registryId);

const problemList = defineList({
  rows(ctx: Ctx, { filter }: Pick<Input<typeof registries.importErrors>['query'], 'filter'>, registryId: number) {
    let rows = problemsIn(ctx, registryId);
    if (filter?.severity) rows = rows.where('p.severity', 'in', filter.severity);
    if (filter?.code) rows = rows.where('p.code', 'in', filter.code);
    if (filter?.column) rows = rows.where('p.columnCode', 'in', filter.column);
    return rows;
  },
  columns: (rows) => rows.select(problemColumns),
  orders: { rowNo: { columns: ['p.rowNo', 'p.id'], direction: 1 } },
  // The columns of choices are held to them by the database.
  shown: (row) => row as Problem,
});

/** One page of everything that was found wrong in a file, and how much there is of each kind. */
export async function problemsPage(
  ctx: Ctx,
  registryId: number,
  query: Input<typeof registries.importErrors>['query'],
): Promise<Answer<typeof registries.importErrors>> {
  const page = await problemList.page(ctx, query, registryId);
  const counted = await problemsIn(ctx, registryId)
    .select(['p.code', sql<number>`count(*)`.as('count')])
    .groupBy('p.code')
    .execute();
  return { ...page, byCode: Object.fromEntries(counted.map(({ code, count }) => [code, count])) };
}
