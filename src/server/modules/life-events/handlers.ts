import { lifeEvents } from '#contract/parties/life-events.ts';
import { readFile } from '#server/modules/files/files.queries.ts';
import { implement } from '#server/platform/ctx.ts';
import { claimsBefore } from './claims.queries.ts';
import { proposeEnd } from './ends.commands.ts';
import { enterByCreditor, enterByDebtor, enterLifeEvent, PROOF, proofLocation } from './life-events.commands.ts';
import { demandOpenProof, lifeOfPerson, lifeOfSettlement } from './life-events.queries.ts';
import { proposeReopening } from './reopened.commands.ts';

export const lifeEventHandlers = implement(lifeEvents, {
  list: async (ctx, { params }) => ({ items: await lifeOfPerson(ctx, params.id) }),
  async enter(ctx, { params, body, file }) {
    await enterLifeEvent(ctx, { ...body, individualId: params.id, legalEntityId: null, side: 'operator' }, file);
    return { items: await lifeOfPerson(ctx, params.id) };
  },
  async enterByDebtor(ctx, { params, body, file }) {
    await enterByDebtor(ctx, params.id, body, file);
    return { items: await lifeOfPerson(ctx, params.id) };
  },
  async enterByCreditor(ctx, { params, body, file }) {
    const individualId = await enterByCreditor(ctx, params, body, file);
    return { items: await lifeOfSettlement(ctx, individualId, params.x) };
  },
  async end(ctx, { params, body }) {
    await proposeEnd(ctx, params.x, body);
    return { items: await lifeOfPerson(ctx, params.id) };
  },
  async reopen(ctx, { params, body }) {
    await proposeReopening(ctx, params.x, body.reason);
    return { items: await lifeOfPerson(ctx, params.id) };
  },
  claims: async (ctx, { params }) => ({ items: await claimsBefore(ctx.db, params.x) }),
  async proof(ctx, { params }) {
    await demandOpenProof(ctx, params.id);
    return readFile(ctx, proofLocation(params.id), PROOF);
  },
});
