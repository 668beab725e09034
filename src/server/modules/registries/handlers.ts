import { allRegistries, claims, registries } from '#contract/registries/registries.ts';
import { implement } from '#server/platform/ctx.ts';
import { readPage } from '#server/platform/list/list.ts';
import { actionsOf } from './actions.ts';
import { answerOfInn } from './check-inn.ts';
import { absentEntries, entriesOf, entryCounts, entryPage } from './entries/entries.ts';
import { entryCard, ownCard, ownColumns, ownEntries, ownRow } from './entries/entry-cards.ts';
import { exportEntries, exportRegistries } from './entries/exports.ts';
import { withdrawEntry } from './reading/dry-run.ts';
import { findRegistries, registryPage } from './registry-cards.ts';

export const registryHandlers = implement(registries, {
  ...actionsOf('full'),
  absent: async (ctx, { params, query }) => entryPage(ctx, await absentEntries(ctx, params.r), query),
  entries: (ctx, { params, query }) => entriesOf(ctx, { registryId: params.r }, query),
  entry: (ctx, { params }) => entryCard(ctx, params.e),
  async withdrawEntry(ctx, { params, body }) {
    await withdrawEntry(ctx, 'full', params.e, body);
    return entryCard(ctx, params.e);
  },
  companyEntries: (ctx, { params, query }) => entriesOf(ctx, { legalEntityId: params.id }, query),
  companyEntryCounts: (ctx, { params, query }) => entryCounts(ctx, { legalEntityId: params.id }, query),
  companyEntriesExport: (ctx, { params, query }) => exportEntries(ctx, query, params.id),
  checkInn: async (_ctx, { body }) => answerOfInn(body),
});

export const allRegistryHandlers = implement(allRegistries, {
  entries: (ctx, { query }) => entriesOf(ctx, { legalEntityId: query.filter?.legalEntityId }, query),
  entryCounts: (ctx, { query }) => entryCounts(ctx, { legalEntityId: query.filter?.legalEntityId }, query),
  list: (ctx, { query }) => registryPage(ctx, findRegistries(ctx, 'full', query), query),
  registriesExport: (ctx, { query }) => exportRegistries(ctx, query),
  entriesExport: (ctx, { query }) => exportEntries(ctx, query),
});

const ownOrders = {
  createdAt: { columns: ['e.id'], first: -1 },
  total: { columns: ['e.total', 'e.id'], first: -1 },
} as const;

export const claimHandlers = implement(claims, {
  async list(ctx, { params, query }) {
    const frozen = query.filter?.frozen;
    const found = ownEntries(ctx, params.id).$if(frozen !== undefined, (some) =>
      some.where('e.frozenAt', frozen ? 'is not' : 'is', null),
    );
    const page = await readPage(ctx, found, ownColumns, ownOrders, query);
    return { ...page, items: page.items.map((row) => ownRow(ctx, row)) };
  },
  get: (ctx, { params }) => ownCard(ctx, params.id, params.e),
});
