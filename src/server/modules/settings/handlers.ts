import type { Answer } from '#contract/kernel/op.ts';
import { settings } from '#contract/platform/settings.ts';
import type { SettingValues } from '#domain/settings/settings.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { lastChanges, settingValuesOf } from './settings.queries.ts';

/** There is one platform. */
const id = 1;

async function shown({ db }: Ctx): Promise<Answer<typeof settings.get>> {
  const { kept, version } = await db
    .selectFrom('settings')
    .select(['kept', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const history = await lastChanges(db, 'settings', (image) =>
    settingValuesOf(image['kept'] as Partial<SettingValues>),
  );
  return { values: settingValuesOf(kept), version, history };
}

export const settingHandlers = implement(settings, {
  get: (ctx) => shown(ctx),
  async replace(ctx, { body: { version, ...values } }) {
    await changeRow(ctx.db, 'settings', id, version, { kept: jsonText(values) });
    return shown(ctx);
  },
});
