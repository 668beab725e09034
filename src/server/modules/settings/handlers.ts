import type { Answer } from '#contract/kernel/op.ts';
import { settings } from '#contract/platform/settings.ts';
import type { SettingValues } from '#domain/settings/settings.ts';
import { pendingApprovalsOf } from '#server/modules/approvals/approvals.queries.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';
import { lastChanges, settingValuesOf } from '#server/platform/settings.ts';
import { platform, turnSettings } from './settings.commands.ts';

async function shown(ctx: Ctx): Promise<Answer<typeof settings.get>> {
  const { kept, version } = await ctx.db
    .selectFrom('settings')
    .select(['kept', 'version'])
    .where('id', '=', platform.id)
    .executeTakeFirstOrThrow();
  const history = await lastChanges(ctx.db, 'settings', (image) =>
    settingValuesOf(image['kept'] as Partial<SettingValues>),
  );
  return { values: settingValuesOf(kept), version, history, pendingApprovals: await pendingApprovalsOf(ctx, platform) };
}

export const settingHandlers = implement(settings, {
  get: (ctx) => shown(ctx),
  async replace(ctx, { body }) {
    await turnSettings(ctx, body);
    return shown(ctx);
  },
});
