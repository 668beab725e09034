import { type Selectable, type SqlBool, sql } from 'kysely';
import { auditActions } from '#contract/kernel/audit-action.ts';
import type { Input } from '#contract/kernel/op.ts';
import { individuals } from '#contract/parties/individuals.ts';
import { audit } from '#contract/platform/audit.ts';
import { hasWords } from '#domain/values/text/plain-words.ts';
import { maskedImage } from '#server/modules/personal-data/masks.queries.ts';
import type { AppDefinition } from '#server/platform/app.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { implement } from '#server/platform/ctx.ts';
import type { Image } from '#server/platform/database/json-columns.ts';
import type { AuditLog } from '#server/platform/database/schema.ts';
import { inTable } from '#server/platform/database/tables.ts';
import { moscowMidnight } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { accountsNamed, personName } from '#server/platform/person-name.ts';
import { columnTitle, objectTitle } from './words.ts';

type ListFilter = Pick<Input<typeof audit.list>['query'], 'q' | 'filter'>;

/** The entries as searched and filtered. */
function filtered({ app, db }: Ctx, { q, filter = {} }: ListFilter) {
  let rows = db.selectFrom('auditLog as l');
  if (filter.id) rows = rows.where('l.id', '=', filter.id);
  if (filter.accountId) rows = rows.where('l.accountId', '=', filter.accountId);
  if (filter.objectType) rows = rows.where('l.objectType', '=', filter.objectType);
  if (filter.objectId) rows = rows.where('l.objectId', '=', filter.objectId);
  if (filter.action) rows = rows.where('l.action', 'in', filter.action);
  if (filter.operation) rows = rows.where('l.operation', '=', filter.operation);
  if (filter.from) rows = rows.where('l.at', '>=', moscowMidnight(filter.from));
  if (filter.to) rows = rows.where('l.at', '<', moscowMidnight(filter.to, 1));
  return q ? rows.where(matching(q, app.appDefinition.titles)) : rows;
}

/** What the typed text may mean: an operation by its name, its author by his, an object by its number. */
function matching(typed: string, titles: ReadonlyMap<string, string>) {
  const codes = [...titles].filter(([, title]) => hasWords(title, typed)).map(([code]) => code);
  const number = /^\d{1,15}$/.test(typed) ? Number(typed) : null;
  return sql<SqlBool>`(l.operation = any(${codes}) or l.object_id = ${number}::bigint
    or l.account_id in (${accountsNamed(typed)}))`;
}

/** Whoever sees cards masked sees the audit masked. */
const imageFor = (ctx: Ctx, table: string, image: Image | null) => {
  const quoted = withoutQuotes(table, image);
  return ctx.may(individuals.reveal) ? quoted : maskedImage(ctx.app.appDefinition.tables, table, quoted);
};

/** The text of a notification quotes what people have said. The audit keeps it no more (0182); rows of before are sealed and hold it still. */
const withoutQuotes = (table: string, image: Image | null): Image | null =>
  table === 'notifications' && image?.['detail'] ? { ...image, detail: '•••' } : image;

/** What the fields of a row of the audit are called, those among them that the row itself names. */
function columnTitles(definition: AppDefinition, row: Pick<Selectable<AuditLog>, 'objectType' | 'before' | 'after'>) {
  const named = row.after?.['fields'];
  const shown = Array.isArray(named) ? named.map(String) : [];
  const fields = new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {}), ...shown]);
  const titles = [...fields].map((field) => [field, columnTitle(definition, row.objectType, inTable(field))] as const);
  return Object.fromEntries(titles.flatMap(([field, title]) => (title === null ? [] : [[field, title]])));
}

const list = defineList({
  rows: filtered,
  columns: (rows) => rows.selectAll('l').select(personName('l.accountId').as('who')),
  // The number of a row follows its time closely and has the primary key behind it.
  orders: { at: { columns: ['l.id'], direction: -1 } },
  shown: (row, ctx) => ({
    ...row,
    about: ctx.app.appDefinition.titles.get(row.operation) ?? row.operation,
    object: objectTitle(ctx.app.appDefinition, row.objectType),
    titles: columnTitles(ctx.app.appDefinition, row),
    before: imageFor(ctx, row.objectType, row.before),
    after: imageFor(ctx, row.objectType, row.after),
  }),
  states: { filter: 'action', of: auditActions, by: 'l.action' },
});

export const auditHandlers = implement(audit, {
  list: (ctx, { query }) => list.page(ctx, query),
  counts: (ctx, { query }) => list.counts(ctx, query),
  async verification({ db }) {
    const last = await db
      .selectFrom('auditVerifications')
      .select(['at', 'auditId as upTo', 'brokenAt'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return { last: last ?? null };
  },
});
