import { createReadStream } from 'node:fs';
import { debug } from '#contract/debug.ts';
import type { Answer } from '#contract/kernel/op.ts';
import type { DebugValues } from '#domain/debug-settings.ts';
import { personName } from '#server/modules/approvals/approvals.read.ts';
import { type Ctx, type Implemented, implement } from '#server/platform/ctx.ts';
import { logFile, readLog } from '#server/platform/log-reader.ts';
import { auditAct, auditReading } from '#server/platform/write.ts';

/** Who opens the log is written down; what is added to it while he looks is not asked for by him. */
const opened = (ctx: Ctx, how: 'read' | 'downloaded'): Promise<void> =>
  auditReading(ctx, ctx.db, { objectType: 'application_log', objectId: null, after: { how }, reason: null });

const objectType = 'debug_settings';
/** So many of the last changes are shown. */
const lately = 20;

/** How this node is set, and who turned what lately on any. */
async function shown({ app, db }: Ctx): Promise<Answer<typeof debug.settings>> {
  const history = await db
    .selectFrom('auditLog as l')
    .select(['l.id', 'l.at', 'l.before', 'l.after', personName('l.accountId').as('who')])
    .where('l.objectType', '=', objectType)
    .orderBy('l.id', 'desc')
    .limit(lately)
    .execute();
  return {
    values: app.debug,
    history: history.map((row) => ({
      ...row,
      before: row.before as Partial<DebugValues>,
      after: row.after as Partial<DebugValues>,
    })),
  };
}

export const debugHandlers: Implemented[] = implement(debug, {
  async log(ctx, { query }) {
    await opened(ctx, 'read');
    return readLog(ctx.app.config.dataDir, query);
  },
  logTail: ({ app }, { query: { place, ...wish } }) => readLog(app.config.dataDir, wish, place),
  settings: (ctx) => shown(ctx),
  async setSettings(ctx, { body }) {
    const before = { ...ctx.app.debug };
    const after: DebugValues = { ...before, ...body };
    const turned = (Object.keys(before) as (keyof DebugValues)[]).filter((name) => before[name] !== after[name]);
    const only = (values: DebugValues): object => Object.fromEntries(turned.map((name) => [name, values[name]]));
    if (turned.length > 0) {
      const what = { action: 'update' as const, objectType, objectId: null, reason: null };
      await auditAct(ctx, ctx.db, { ...what, before: only(before), after: only(after) });
    }
    Object.assign(ctx.app.debug, after);
    ctx.app.log.level = after.logLevel;
    return shown(ctx);
  },
  async logDownload(ctx) {
    await opened(ctx, 'downloaded');
    return { name: 'app.log', stream: createReadStream(logFile(ctx.app.config.dataDir)) };
  },
});
