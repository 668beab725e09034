import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { implement } from '#server/platform/ctx.ts';

import { actionsOf } from './actions.ts';
import { acceptEntry, rejectEntry } from './entries/decisions.ts';
import {
  absentSimple,
  absentSimpleList,
  acceptedList,
  ownMoves,
  ownSimpleCard,
  ownSimpleList,
  ownSimpleRow,
  simpleCard,
  simpleList,
} from './entries/simple-entries.ts';
import { withdrawEntry } from './reading/dry-run.ts';
import { registryList } from './registry-cards.ts';

export const simpleRegistryHandlers = implement(simpleRegistries, {
  ...actionsOf('simple'),
  absent: async (ctx, { params, query }) => absentSimpleList.page(ctx, query, await absentSimple(ctx, params.r)),
  acceptedEntries: (ctx, { params, query }) => acceptedList.page(ctx, query, params.id),
  entries: (ctx, { params, query }) => simpleList.page(ctx, query, params.r),
  entry: (ctx, { params }) => simpleCard(ctx, params.e),
  async withdrawEntry(ctx, { params, body }) {
    await withdrawEntry(ctx, 'simple', params.e, body);
    return simpleCard(ctx, params.e);
  },
  listOfAll: (ctx, { query }) => registryList.page(ctx, query, { kind: 'simple' }),
  async own(ctx, { params, query }) {
    const page = await ownSimpleList.page(ctx, query, params.id);
    const moves = await ownMoves(ctx, params.id);
    return { ...page, items: page.items.map((row) => ownSimpleRow(ctx, moves, row)) };
  },
  async accept(ctx, { params, body }) {
    await acceptEntry(ctx, params.id, params.entryId, body);
    return ownSimpleCard(ctx, params.id, params.entryId);
  },
  async reject(ctx, { params, body }) {
    await rejectEntry(ctx, params.id, params.entryId, body);
    return ownSimpleCard(ctx, params.id, params.entryId);
  },
});
