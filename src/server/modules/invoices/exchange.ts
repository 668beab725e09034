import { Readable } from 'node:stream';
import { type SqlBool, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { invoices } from '#contract/money/invoices.ts';
import { commerceMl } from '#domain/documents/commerce-ml.ts';
import type { CorrectionFacts } from '#domain/money/invoice-lines.ts';
import { type Day, formatDay, formatMoscowTime } from '#domain/values/days.ts';
import { monthEnd, monthOf } from '#domain/values/months.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { rowsToExport } from '#server/platform/export/export-columns.ts';
import { moscowMidnight } from '#server/platform/list/conditions.ts';
import { auditReading } from '#server/platform/state/write.ts';
import { findInvoices, invoiceOrders } from './rows.ts';

type Query = Input<typeof invoices.exchange>['query'];

/** So many papers of a kind go into one file of 1С. */
const most = 5000;

/** The invoices of a month, and those which somebody issued or cancelled within it: whoever takes month by month misses none. */
const ofMonth = (month: Day) => {
  const last = monthEnd(month);
  return sql<SqlBool>`(v.month = ${monthOf(month)} or v.issued_on between ${monthOf(month)} and ${last}
    or (v.status = 'cancelled' and v.updated_at >= ${moscowMidnight(monthOf(month))} and v.updated_at < ${moscowMidnight(last, 1)}))`;
};

/** Whoever takes a month takes all of it: by a state of invoices some of its papers would be left out. */
function asked(ctx: Ctx, { filter: { month, ...filter } = {}, q, ids, sort }: Query) {
  const { status: _status, isOverdue: _isOverdue, ...whose } = filter;
  const within = findInvoices(ctx, { filter: month === undefined ? filter : whose, q });
  const found = (month === undefined ? within : within.where(ofMonth(month))).select(['v.id', 'v.facts', 'v.status']);
  return { month, within, rows: rowsToExport(found, 'v.id', invoiceOrders, { ids, sort }) };
}

/**
 * The invoices that a list finds, with their acts and corrections, as 1С takes them; what was cancelled is marked as deleted. Of a month also
 * what was corrected in it of invoices before. The audit learns who has asked for what.
 * @throws Refusal `input.invalid` when there are too many for one file
 */
export async function exportExchange(ctx: Ctx<Actor>, query: Query): Promise<FileAnswer> {
  const { rows } = asked(ctx, query);
  const found = await rows.limit(most + 1).execute();
  const corrections = await correctionsOf(
    ctx,
    query,
    found.map(({ id }) => id),
  );
  if (Math.max(found.length, corrections.length) > most) {
    const detail = `Больше ${most} счетов или исправлений в один файл не выгружается: ${query.filter?.month === undefined ? 'выберите месяц' : 'выберите ещё и компанию'}`;
    throw new Refusal('input.invalid', { fields: { filter: detail } });
  }
  const { filter, q } = query;
  await auditReading(ctx, ctx.db, {
    objectType: 'exports',
    objectId: null,
    after: { how: '1С', filter, searched: q !== undefined, rows: found.length },
    reason: null,
  });
  const factsOf = (isCancelled: boolean) =>
    found.filter(({ status }) => (status === 'cancelled') === isCancelled).map(({ facts }) => facts);
  const text = commerceMl({
    invoices: factsOf(false),
    cancelled: factsOf(true),
    corrections,
    day: ctx.day,
    time: formatMoscowTime(ctx.now).slice(11, 19),
  });
  return { name: `Счета для 1С ${formatDay(ctx.day)}.xml`, stream: Readable.from([Buffer.from(text)]) };
}

/** The corrections of invoices, and those of a month by their own day; of ticked invoices only theirs. */
async function correctionsOf(ctx: Ctx, query: Query, invoiceIds: readonly number[]): Promise<CorrectionFacts[]> {
  const { month, within } = asked(ctx, query);
  const rows = await ctx.db
    .selectFrom('invoiceCorrections as c')
    .select('c.facts')
    .where((eb) => {
      const theirs = eb('c.invoiceId', '=', (any) => any.fn<number>('any', [any.val([...invoiceIds])]));
      if (month === undefined || query.ids) return theirs;
      const own = [eb('c.issuedOn', '>=', monthOf(month)), eb('c.issuedOn', '<=', monthEnd(month))];
      return eb.or([theirs, eb.and([...own, eb('c.invoiceId', 'in', within.select('v.id'))])]);
    })
    .orderBy('c.id')
    .limit(most + 1)
    .execute();
  return rows.map(({ facts }) => facts);
}
