import { deliveries } from '#contract/platform/deliveries.ts';
import { implement } from '#server/platform/ctx.ts';
import { bindBrowser, browserKey } from './browsers.ts';
import { deliveryList } from './list.ts';
import { linkMessenger, unlinkMessenger } from './messenger.commands.ts';
import { resendDelivery } from './resend.ts';
import { acceptSmsNotice } from './sms-answers.ts';

export const deliveryHandlers = implement(deliveries, {
  list: (ctx, { query }) => deliveryList.page(ctx, query),
  counts: (ctx, { query }) => deliveryList.counts(ctx, query),
  resend: (ctx, { params, body }) => resendDelivery(ctx, params.id, body.reason),
  browserKey: (ctx) => browserKey(ctx),
  bindBrowser: (ctx, { body }) => bindBrowser(ctx, body),
  async unbindBrowser(ctx, { params }) {
    await ctx.db.deleteFrom('pushSubscriptions').where('id', '=', params.id).execute();
  },
  linkMessenger: (ctx) => linkMessenger(ctx),
  unlinkMessenger: (ctx) => unlinkMessenger(ctx),
  smsNotice: (ctx, { body }) => acceptSmsNotice(ctx, body),
});
