import { ownData } from '#contract/own-data.ts';
import { moscowDay } from '#domain/days.ts';
import { implement } from '#server/platform/ctx.ts';
import { auditReading } from '#server/platform/write.ts';
import { makeArchive } from './archive.ts';
import { findSubject } from './subject.ts';

export const ownDataHandlers = implement(ownData, {
  async archive(ctx) {
    const { accountId } = ctx.actor;
    const stream = await makeArchive(ctx.app, ctx.db, await findSubject(ctx.db, accountId));
    const what = { objectType: 'accounts', objectId: accountId, after: { exported: true }, reason: null };
    await auditReading(ctx, ctx.db, what);
    return { name: `Мои данные ${moscowDay(ctx.now)}.zip`, stream };
  },
});
