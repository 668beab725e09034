import { sql } from 'kysely';
import { agreementTemplates } from '#contract/documents/agreement-templates.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { type DocumentTemplate, placeholdersIn, type Vocabulary } from '#domain/documents/document-template.ts';
import type { IssuedDocumentStatus } from '#domain/documents/issued-document.ts';
import { TEMPLATES, type TemplateKind } from '#domain/documents/templates.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { columnsHold } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';

type Whole = Answer<typeof agreementTemplates.get>;

/**
 * Brings the forms of the code into the database at start, where each version stays.
 * @throws Error when the text of a published version was changed in place
 */
export async function publishTemplates(tx: Tx): Promise<void> {
  for (const { template } of Object.values(TEMPLATES)) {
    const { kind, version, title, clauses } = template;
    const sha256 = hashOf({ title, clauses });
    const published = await tx
      .selectFrom('documentTemplates')
      .select('sha256')
      .where('kind', '=', kind)
      .where('version', '=', version)
      .executeTakeFirst();
    if (published && published.sha256 !== sha256) {
      throw new Error(`Текст формы ${kind} версии ${version} изменён: нужна новая версия`);
    }
    if (published) continue;
    await tx
      .insertInto('documentTemplates')
      .values({ kind, version, title, clauses: jsonText(clauses), sha256 })
      .execute();
  }
}

const rows = (ctx: Ctx) => ctx.db.selectFrom('documentTemplates as t');

/** Only operators see the documents of all. */
const seesAll = ({ actor }: Ctx): boolean => actor?.kind === 'operator';

const columnsFor = (ctx: Ctx) =>
  [
    't.id',
    't.kind',
    't.version',
    't.title',
    't.createdAt',
    (seesAll(ctx)
      ? sql<
          number | null
        >`(select count(*) from issued_documents d where d.kind = t.kind and d.template_version = t.version)`
      : sql<number | null>`null`
    ).as('issued'),
  ] as const;

const orders = {
  title: { columns: ['t.title', 't.id'], direction: 1 },
  createdAt: { columns: ['t.createdAt', 't.id'], direction: -1 },
} as const;

const shown = <Row extends { kind: string; version: number }>(row: Row) => ({
  ...row,
  kind: row.kind as TemplateKind,
  isCurrent: TEMPLATES[row.kind as TemplateKind].template.version === row.version,
});

const list = defineList({
  rows: (ctx: Ctx, { q }: Pick<Input<typeof agreementTemplates.list>['query'], 'q'>) =>
    q ? rows(ctx).where(columnsHold(q, 't.title')) : rows(ctx),
  columns: (rows, ctx) => rows.select(columnsFor(ctx)),
  orders,
  shown: (row) => shown(row),
});

/** What a text names, as today's vocabulary explains it; what it no longer knows is called by its name. */
function placeholdersOf(template: DocumentTemplate, { placeholders, conditions }: Vocabulary<never>) {
  return placeholdersIn(template).map((name): Whole['placeholders'][number] => {
    const known = placeholders[name];
    const needs = known?.needs;
    return {
      name,
      label: known?.label ?? name,
      type: known && 'blocks' in known ? 'blocks' : 'text',
      needs: needs === undefined ? null : (conditions[needs]?.label ?? needs),
    };
  });
}

/** So many of the last documents are shown. */
const lately = 20;

const documentsBy = async (
  ctx: Ctx,
  { kind, version }: { kind: string; version: number },
): Promise<Whole['documents']> => {
  if (!seesAll(ctx)) return [];
  const found = await ctx.db
    .selectFrom('issuedDocuments')
    .select(['id', 'number', 'settlementId', 'status', 'issuedAt'])
    .where('kind', '=', kind)
    .where('templateVersion', '=', version)
    .orderBy('id', 'desc')
    .limit(lately)
    .execute();
  return found.map((row) => ({ ...row, status: row.status as IssuedDocumentStatus }));
};

export const agreementTemplateHandlers = implement(agreementTemplates, {
  list: (ctx, { query }) => list.page(ctx, query),
  async get(ctx, { params }) {
    const row = await rows(ctx)
      .select(columnsFor(ctx))
      .select('t.clauses')
      .where('t.id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw new Refusal('object.absent');
    const vocabulary: Vocabulary<never> = TEMPLATES[row.kind as TemplateKind].vocabulary;
    return {
      ...shown(row),
      clauses: row.clauses.map(({ when, paragraphs, ...clause }) => ({
        ...clause,
        when: when === undefined ? null : (vocabulary.conditions[when]?.label ?? when),
        paragraphs: [...paragraphs],
      })),
      placeholders: placeholdersOf(row, vocabulary),
      documents: await documentsBy(ctx, row),
    };
  },
});
