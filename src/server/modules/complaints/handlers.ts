import { complaints } from '#contract/settlements/complaints.ts';
import { implement } from '#server/platform/ctx.ts';
import { complaintCard } from './card.ts';
import { complainOfContact, complainOfMessage } from './complain.ts';
import { decideComplaint } from './decide.ts';
import { complaintFile } from './file.ts';
import { ownComplaint, ownComplaints } from './own.ts';
import { complaintList, exportComplaints } from './rows.ts';

export const complaintHandlers = implement(complaints, {
  async ofMessage(ctx, { params, body }) {
    await ctx.app.limits.take('messageAccount', String(ctx.actor.accountId));
    return ownComplaint(ctx, await complainOfMessage(ctx, params, body));
  },
  async ofContact(ctx, { params, body }) {
    await ctx.app.limits.take('messageAccount', String(ctx.actor.accountId));
    return ownComplaint(ctx, await complainOfContact(ctx, params.id, body));
  },
  own: (ctx) => ownComplaints(ctx),
  list: (ctx, { query }) => complaintList.page(ctx, query),
  counts: (ctx, { query }) => complaintList.counts(ctx, query),
  get: (ctx, { params }) => complaintCard(ctx, params.id),
  file: (ctx, { params }) => complaintFile(ctx, params.id),
  async decide(ctx, { params, body }) {
    await decideComplaint(ctx, params.id, body);
    return complaintCard(ctx, params.id);
  },
  exportExcel: (ctx, { query }) => exportComplaints(ctx, query),
});
