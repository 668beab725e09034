import { ownData } from '#contract/parties/own-data.ts';
import { moscowDay } from '#domain/values/days.ts';
import { findSubject } from '#server/modules/personal-data/subject.queries.ts';
import { implement } from '#server/platform/ctx.ts';
import { auditReading } from '#server/platform/state/write.ts';
import { makeArchive } from './archive.ts';

export const ownDataHandlers = implement(ownData, {
  async archive(ctx) {
    const { accountId } = ctx.actor;
    const stream = await makeArchive(ctx.app, ctx.db, await findSubject(ctx.db, accountId));
    const what = { objectType: 'accounts', objectId: accountId, after: { exported: true }, reason: null };
    await auditReading(ctx, ctx.db, what);
    return { name: `Мои данные ${moscowDay(ctx.now)}.zip`, stream };
  },
});
