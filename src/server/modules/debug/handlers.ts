import { createReadStream } from 'node:fs';
import type { Answer } from '#contract/kernel/op.ts';
import { debug } from '#contract/platform/debug.ts';
import type { DebugValues } from '#domain/settings/debug-settings.ts';
import { changedValues } from '#domain/settings/setting.ts';
import { previewDocument } from '#server/modules/documents/preview.queries.ts';
import { activeOfferNow } from '#server/modules/settlements/negotiation/active-offer.queries.ts';
import { type Ctx, type Implemented, implement } from '#server/platform/ctx.ts';
import { logFile, readLog } from '#server/platform/log/log-reader.ts';
import { lastChanges } from '#server/platform/settings.ts';
import { auditAct, auditReading } from '#server/platform/state/write.ts';

/** Who opens the log is written down; what is added to it while he looks is not asked for by him. */
const opened = (ctx: Ctx, how: 'read' | 'downloaded'): Promise<void> =>
  auditReading(ctx, ctx.db, { objectType: 'application_log', objectId: null, after: { how }, reason: null });

const objectType = 'debug_settings';

/** How this node is set, and who turned what lately on any. */
const shown = async ({ app, db }: Ctx, values: DebugValues = app.debug): Promise<Answer<typeof debug.settings>> => ({
  values,
  history: await lastChanges(db, objectType, (image) => image as Partial<DebugValues>),
});

export const debugHandlers: Implemented[] = implement(debug, {
  async log(ctx, { query }) {
    await opened(ctx, 'read');
    return readLog(ctx.app.config.dataDir, query);
  },
  logTail: ({ app }, { query: { place, ...criteria } }) => readLog(app.config.dataDir, criteria, place),
  settings: (ctx) => shown(ctx),
  async setSettings(ctx, { body }) {
    const { app } = ctx;
    const after = { ...app.debug, ...body };
    const changed = changedValues(app.debug, after);
    if (Object.keys(changed.after).length > 0) {
      await auditAct(ctx, ctx.db, { action: 'update', objectType, objectId: null, reason: null, ...changed });
    }
    ctx.afterwards.push(() => {
      Object.assign(app.debug, after);
      app.log.level = after.logLevel;
    });
    return shown(ctx, after);
  },
  async previewDocument(ctx, { params: { id, templateId } }) {
    const file = await previewDocument(ctx, id, templateId, await activeOfferNow(ctx, id));
    const what = { objectType: 'settlements', objectId: id, after: { previewed: templateId }, reason: null };
    await auditReading(ctx, ctx.db, what);
    return file;
  },
  async logDownload(ctx) {
    await opened(ctx, 'downloaded');
    return { name: 'app.log', stream: createReadStream(logFile(ctx.app.config.dataDir)) };
  },
});
