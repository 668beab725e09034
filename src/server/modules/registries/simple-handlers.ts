import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { settingsOf } from '#server/modules/settings/settings.queries.ts';
import { implement } from '#server/platform/ctx.ts';
import { readPage } from '#server/platform/list/list.ts';
import { actionsOf } from './actions.ts';
import { acceptEntry, rejectEntry } from './entries/decisions.ts';
import {
  absentSimple,
  acceptedPage,
  findSimpleEntries,
  ownSimple,
  ownSimpleCard,
  ownSimpleColumns,
  ownSimpleRow,
  simpleCard,
  simpleOrders,
  simplePage,
} from './entries/simple-entries.ts';
import { withdrawEntry } from './reading/dry-run.ts';
import { findRegistries, registryPage } from './registry-cards.ts';

const ownOrders = { createdAt: simpleOrders.createdAt } as const;

export const simpleRegistryHandlers = implement(simpleRegistries, {
  ...actionsOf('simple'),
  absent: async (ctx, { params, query }) => simplePage(ctx, await absentSimple(ctx, params.r), query),
  acceptedEntries: (ctx, { params, query }) => acceptedPage(ctx, params.id, query),
  entries: (ctx, { params, query }) => simplePage(ctx, findSimpleEntries(ctx, params.r, query), query),
  entry: (ctx, { params }) => simpleCard(ctx, params.e),
  async withdrawEntry(ctx, { params, body }) {
    await withdrawEntry(ctx, 'simple', params.e, body);
    return simpleCard(ctx, params.e);
  },
  listOfAll: (ctx, { query }) => registryPage(ctx, findRegistries(ctx, 'simple', query), query),
  async own(ctx, { params, query }) {
    let found = ownSimple(ctx, params.id);
    if (query.filter?.status) found = found.where('e.status', 'in', query.filter.status);
    const page = await readPage(ctx, found, (some) => some.select(ownSimpleColumns), ownOrders, query);
    const settings = await settingsOf(ctx.db);
    return { ...page, items: page.items.map((row) => ownSimpleRow(ctx, settings, row)) };
  },
  async accept(ctx, { params, body }) {
    await acceptEntry(ctx, params.id, params.entryId, body.version);
    return ownSimpleCard(ctx, params.id, params.entryId);
  },
  async reject(ctx, { params, body }) {
    await rejectEntry(ctx, params.id, params.entryId, body);
    return ownSimpleCard(ctx, params.id, params.entryId);
  },
});
