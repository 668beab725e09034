import { type Compilable, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { formatDay, formatMoscowTime } from '#domain/values/days.ts';
import type { App } from '../app.ts';
import type { Actor, Ctx, FileAnswer } from '../ctx.ts';
import type { Image } from '../database/json-columns.ts';
import { readAll } from '../list/cursor.ts';
import { describeError } from '../log/log.ts';
import { personName } from '../person-name.ts';
import { auditReading } from '../state/write.ts';
import { type ColumnMakers, column, type ExportColumn } from './export-columns.ts';

const perPerson = 2;
/** An export holds a connection for as long as the download takes; most of the pool stays with the requests. */
const poolShare = 1 / 3;
/** A transaction that stays open keeps the database from cleaning up; no download may take longer. */
const longestMs = 15 * 60_000;

interface Export<Row, Key extends string> {
  /** Names the sheet and, with the day, the file. */
  title: string;
  rows: Compilable<Row>;
  columns: (column: ColumnMakers<Row>) => Readonly<Record<Key, ExportColumn<Row>>>;
  /** What was asked for. */
  query: {
    columns?: Key[] | undefined;
    filter?: Image | undefined;
    sort?: Image | undefined;
    q?: string | undefined;
  };
}

/**
 * Answers all rows of a query as a spreadsheet, read and written as fast as the client takes it. The audit learns who
 * asks for what before the first byte, and how many rows went out at the end.
 * @throws Refusal `rate.limited` when two exports of this person are running, `server.busy` when too many others are
 */
export async function exportSheet<Row, Key extends string>(
  ctx: Ctx<Actor>,
  { title, rows, columns: columnsOf, query }: Export<Row, Key>,
): Promise<FileAnswer> {
  const columns = columnsOf(column);
  const keys = [...new Set(query.columns ?? (Object.keys(columns) as Key[]))];
  const shown = keys.map((key) => columns[key]);
  const compiled = rows.compile();
  // A server at rest holds no writer of spreadsheets: it comes with the first of them.
  const { writeSheet } = await import('../xlsx/writer.ts');
  const about = await aboutExport(ctx, title);
  const leave = enter(ctx.app, ctx.actor.accountId);
  try {
    // A search is by a name or a phone: that there was one is told, its text is not.
    await auditExport(ctx, { columns: keys, filter: query.filter, sort: query.sort, searched: query.q !== undefined });
  } catch (error) {
    leave();
    throw error;
  }
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(longestMs)]);
  const count = { rows: 0 };
  const cellsOf = (row: Row): unknown[] => {
    count.rows++;
    return shown.map(({ value }) => value(row));
  };
  const batches = readAll(ctx.app.database, compiled, cellsOf, signal);
  const stream = writeSheet({ sheet: title, columns: shown, rows: { batches }, about });
  stream.once('close', () => {
    stop.abort();
    void finish(ctx, batches, { ...count, whole: stream.readableEnded }, leave);
  });
  return { name: `${title} ${formatDay(ctx.day)}.xlsx`, stream };
}

/**
 * Whoever finds the workbook later reads in it whose it was (docs/domain.md §12.4: exports carry a mark). The number of
 * the request leads to the row of the audit.
 */
async function aboutExport({ db, actor, now, origin }: Ctx<Actor>, title: string) {
  const { accountId } = actor;
  const { rows } = await sql<{ name: string | null }>`select ${personName(sql`${accountId}::bigint`)} as name`.execute(
    db,
  );
  const who = [rows[0]?.name, `учётная запись № ${accountId}`].filter(Boolean).join(', ');
  const at = formatMoscowTime(now);
  return {
    sheet: 'О выгрузке',
    facts: [
      ['Список', title],
      ['Выгрузил', who],
      ['Когда', at],
      ['Номер запроса', origin.requestId],
      ['Кому', 'Тому, кто выгрузил: в файле могут быть персональные данные (152-ФЗ)'],
    ] as const,
    foot: `Уговор. ${title}. Выгрузил: ${who}, ${at}`,
  };
}

/**
 * Counts the export out as soon as its connection is free, then tells the audit how much was read: whoever has his file
 * may ask for the next one, however long the audit takes.
 */
async function finish(
  ctx: Ctx,
  batches: AsyncGenerator,
  read: { rows: number; whole: boolean },
  leave: () => void,
): Promise<void> {
  try {
    await batches.return(undefined).finally(leave);
    await auditExport(ctx, read);
  } catch (error) {
    ctx.app.log.error({ requestId: ctx.origin.requestId, error: describeError(error) }, 'export not told to the audit');
  }
}

const auditExport = (ctx: Ctx, after: Image): Promise<void> =>
  auditReading(ctx, ctx.db, { objectType: 'exports', objectId: null, after, reason: null });

/** Running exports of this process, by person. */
const running = new WeakMap<App, Map<number, number>>();

/** Counts an export in; the function it gives counts it out. */
function enter(app: App, accountId: number): () => void {
  const counts = running.get(app) ?? new Map<number, number>();
  running.set(app, counts);
  const own = counts.get(accountId) ?? 0;
  if (own >= perPerson) {
    throw new Refusal('rate.limited', { detail: 'Две ваши выгрузки уже идут. Дождитесь окончания одной из них' });
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all >= Math.max(perPerson, Math.floor(app.config.databasePool * poolShare))) {
    throw new Refusal('server.busy', { detail: 'Сейчас идёт слишком много выгрузок. Попробуйте через минуту' });
  }
  counts.set(accountId, own + 1);
  return () => {
    const left = counts.get(accountId)! - 1;
    if (left === 0) counts.delete(accountId);
    else counts.set(accountId, left);
  };
}
