import { claims } from '#contract/registries/claims.ts';
import { allRegistries, registries } from '#contract/registries/registries.ts';
import { implement } from '#server/platform/ctx.ts';
import { actionsOf } from './actions.ts';
import { answerOfInn } from './check-inn.ts';
import { rejectClaim } from './entries/decisions.ts';
import { absentList, entryList, sidesOf } from './entries/entries.ts';
import { entryCard, ownCard, ownList } from './entries/entry-cards.ts';
import { exportEntries, exportRegistries } from './entries/exports.ts';
import { explainRise } from './entries/rise.ts';
import { denyBailiffs, recallDenial } from './papers/enforcement.ts';
import { registryList } from './registry-cards.ts';

export const registryHandlers = implement(registries, {
  ...actionsOf('full', { list: entryList, absent: absentList, card: entryCard }),
  async explainRise(ctx, { params, body }) {
    await explainRise(ctx, params.e, body);
    return entryCard(ctx, params.e);
  },
  companyEntries: (ctx, { params, query }) => entryList.page(ctx, query, { legalEntityId: params.id }),
  companyEntryCounts: (ctx, { params, query }) => entryList.counts(ctx, query, { legalEntityId: params.id }),
  companyEntriesExport: (ctx, { params, query }) => exportEntries(ctx, query, { legalEntityId: params.id }),
  checkInn: async (_ctx, { body }) => answerOfInn(body),
});

export const allRegistryHandlers = implement(allRegistries, {
  entries: (ctx, { query }) => entryList.page(ctx, query, sidesOf(query)),
  entryCounts: (ctx, { query }) => entryList.counts(ctx, query, sidesOf(query)),
  list: (ctx, { query }) => registryList.page(ctx, query, { kind: 'full' }),
  registriesExport: (ctx, { query }) => exportRegistries(ctx, query),
  entriesExport: (ctx, { query }) => exportEntries(ctx, query, sidesOf(query)),
});

export const claimHandlers = implement(claims, {
  list: (ctx, { params, query }) => ownList.page(ctx, query, params.id),
  get: (ctx, { params }) => ownCard(ctx, params.id, params.e),
  async reject(ctx, { params, body }) {
    await rejectClaim(ctx, params.id, params.e, body);
    return ownCard(ctx, params.id, params.e);
  },
  async denyBailiffs(ctx, { params }) {
    await denyBailiffs(ctx, params.id, params.e);
    return ownCard(ctx, params.id, params.e);
  },
  async recallDenial(ctx, { params }) {
    await recallDenial(ctx, params.id, params.e);
    return ownCard(ctx, params.id, params.e);
  },
});
