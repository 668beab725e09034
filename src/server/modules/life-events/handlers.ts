import { lifeEvents } from '#contract/parties/life-events.ts';
import { readFile } from '#server/modules/files/files.queries.ts';
import { implement } from '#server/platform/ctx.ts';
import {
  enterByCreditor,
  enterByDebtor,
  enterLifeEvent,
  PROOF,
  proofLocation,
  proposeEnd,
} from './life-events.commands.ts';
import { demandOpenProof, lifeOfPerson, lifeOfSettlement } from './life-events.queries.ts';

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
    await proposeEnd(ctx, params.x, body.reason);
    return { items: await lifeOfPerson(ctx, params.id) };
  },
  async proof(ctx, { params }) {
    await demandOpenProof(ctx, params.id);
    return readFile(ctx, proofLocation(params.id), PROOF);
  },
});
