import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { implement } from '#server/platform/ctx.ts';
import { actionsOf } from './actions.ts';
import { acceptEntry, rejectEntry } from './entries/decisions.ts';
import {
  absentSimpleList,
  acceptedList,
  ownMoves,
  ownSimpleCard,
  ownSimpleList,
  ownSimpleRow,
  simpleCard,
  simpleList,
} from './entries/simple-entries.ts';
import { registryList } from './registry-cards.ts';

export const simpleRegistryHandlers = implement(simpleRegistries, {
  ...actionsOf('simple', { list: simpleList, absent: absentSimpleList, card: simpleCard }),
  acceptedEntries: (ctx, { params, query }) => acceptedList.page(ctx, query, params.id),
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
