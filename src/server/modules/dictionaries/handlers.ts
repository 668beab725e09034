import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { individualCategories, legalEntityTypes } from '#contract/platform/dictionaries.ts';
import type { InterestRight } from '#domain/parties/interest-right.ts';
import { type Ctx, implement, type Writing } from '#server/platform/ctx.ts';
import { brokenConstraint, sqlState } from '#server/platform/database/db.ts';
import { columnsHold } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { changeRow } from '#server/platform/state/write.ts';
import type { Dictionary } from './dictionaries.queries.ts';

type Kept = typeof individualCategories;

const orders = {
  place: { columns: ['d.place', 'd.id'], direction: 1 },
  name: { columns: ['d.name', 'd.id'], direction: 1 },
} as const;

const unknown: RawBuilder<number | null> = sql`null`;
const usesOf: Record<Dictionary, RawBuilder<number | null>> = {
  legalEntityTypes: sql`(select count(*) from legal_entities where type_id = d.id and deleted_at is null)
    + (select count(*) from tariffs where legal_entity_type_id = d.id)`,
  individualCategories: sql`(select count(*) from individuals where category_id = d.id and deleted_at is null)
    + (select count(*) from tariffs where individual_category_id = d.id)`,
};

const foreignKeyBroken = '23503';

/**
 * Both dictionaries are kept in one way; they differ by their tables, by who names them and by what their words say.
 * @param own the columns that only this dictionary has; its forms have fields of the same names
 */
function dictionaryHandlers<Own extends object>(dictionary: Dictionary, own: readonly (keyof Own & string)[]) {
  const columnsFor = (ctx: Ctx) =>
    [
      // Of these the query builder knows nothing: they are in one of the tables alone.
      ...own.map((column) => `d.${column}` as 'd.name'),
      'd.id',
      'd.name',
      'd.help',
      'd.place',
      'd.version',
      (ctx.actor?.kind === 'operator' ? usesOf[dictionary] : unknown).as('uses'),
    ] as const;
  const rows = ({ db }: Ctx) => db.selectFrom(db.dynamic.table(dictionary).as('d'));

  const list = defineList({
    rows: (ctx: Ctx, { q }: Pick<Input<Kept['list']>['query'], 'q'>) =>
      q ? rows(ctx).where(columnsHold(q, 'd.name', 'd.help')) : rows(ctx),
    columns: (rows, ctx) => rows.select(columnsFor(ctx)),
    orders,
  });

  async function findOne(ctx: Ctx, id: number): Promise<Answer<Kept['get']> & Own> {
    const row = await rows(ctx).select(columnsFor(ctx)).where('d.id', '=', id).executeTakeFirst();
    if (!row) throw new Refusal('object.absent');
    return row as typeof row & Own;
  }

  return {
    async list(ctx: Ctx, { query }: { query: Input<Kept['list']>['query'] }) {
      const page = await list.page(ctx, query);
      return { ...page, items: page.items as ((typeof page.items)[number] & Own)[] };
    },
    get: (ctx: Ctx, { params }: { params: { id: number } }) => findOne(ctx, params.id),
    async add(ctx: Writing, { body }: { body: Input<Kept['add']>['body'] & Own }) {
      const { id } = await withOneName(() =>
        ctx.db.insertInto(dictionary).values(body).returning('id').executeTakeFirstOrThrow(),
      );
      return findOne(ctx, id);
    },
    async replace(
      ctx: Writing,
      {
        params: { id },
        body: { version, ...form },
      }: { params: { id: number }; body: Input<Kept['replace']>['body'] & Own },
    ) {
      await withOneName(() => changeRow(ctx.db, dictionary, id, version, form));
      return findOne(ctx, id);
    },
    async remove(ctx: Writing, { params: { id } }: { params: { id: number } }) {
      try {
        await ctx.db.deleteFrom(dictionary).where('id', '=', id).execute();
      } catch (error) {
        throw sqlState(error) === foreignKeyBroken ? new Refusal('dictionary.in_use') : error;
      }
    },
  };
}

/** @throws Refusal `input.invalid` when the name is in the dictionary already */
async function withOneName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!brokenConstraint(error)?.endsWith('_name')) throw error;
    throw new Refusal('input.invalid', { fields: { name: 'Такое название уже есть' } });
  }
}

export const dictionaryHandlersOfBoth = [
  ...implement(
    legalEntityTypes,
    dictionaryHandlers<{ interestRight: InterestRight }>('legalEntityTypes', ['interestRight']),
  ),
  ...implement(individualCategories, dictionaryHandlers<object>('individualCategories', [])),
];
