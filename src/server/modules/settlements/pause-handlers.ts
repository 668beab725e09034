import { pauses } from '#contract/settlements/pauses.ts';
import { implement } from '#server/platform/ctx.ts';
import { findCard } from './card.ts';
import { objectToHolidays, takeHolidays } from './pauses/holidays.commands.ts';
import { agreeToPause, askPause, recallPause, refusePause } from './pauses/pauses.commands.ts';
import { draftPause } from './terms/reading.queries.ts';

export const pauseHandlers = implement(pauses, {
  async takeHolidays(ctx, { params, body, file }) {
    await takeHolidays(ctx, params.x, body, file);
    return findCard(ctx, params.x);
  },
  async ask(ctx, { params, body, file }) {
    await askPause(ctx, params.x, body, file);
    return findCard(ctx, params.x);
  },
  async recall(ctx, { params }) {
    await recallPause(ctx, params.x);
    return findCard(ctx, params.x);
  },
  async agree(ctx, { params, body }) {
    await agreeToPause(ctx, params.x, body);
    return findCard(ctx, params.x);
  },
  draft: (ctx, { params, body }) => draftPause(ctx, params.x, body),
  async refuse(ctx, { params, body }) {
    await refusePause(ctx, params.x, body.reason);
    return findCard(ctx, params.x);
  },
  async object(ctx, { params, body }) {
    await objectToHolidays(ctx, params.x, body);
    return findCard(ctx, params.x);
  },
});
