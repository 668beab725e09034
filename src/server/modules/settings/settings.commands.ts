import type { Input } from '#contract/kernel/op.ts';
import type { settings } from '#contract/platform/settings.ts';
import { formatValue, raisedByTwo } from '#domain/settings/setting.ts';
import { SETTINGS, type SettingValues } from '#domain/settings/settings.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { settingValuesOf } from '#server/platform/settings.ts';
import { changeRow } from '#server/platform/state/write.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'settings.raise': { about: 'settings'; details: Partial<SettingValues> };
  }
}

/** There is one platform. */
export const platform = { table: 'settings', id: 1 } as const;

/**
 * Turns the settings of the platform; what two persons decide about is proposed to the second one and stays as it is until then.
 * @throws Refusal `version.stale`; `move.illegal` when such a decision waits already
 */
export async function turnSettings(
  ctx: Writing,
  { version, ...wanted }: Input<typeof settings.replace>['body'],
): Promise<void> {
  const now = await lockedValues(ctx.db);
  const raised = raisedByTwo(SETTINGS, now.values, wanted);
  await changeRow(ctx.db, 'settings', platform.id, version, {
    kept: jsonText({ ...wanted, ...chosen(now.values, raised) }),
  });
  if (raised.length === 0) return;
  const reason = raised.map((name) => {
    const { [name]: setting } = SETTINGS;
    return `${setting.label}: ${formatValue(setting, now.values[name])} → ${formatValue(setting, wanted[name])}`;
  });
  await proposeApproval(ctx, 'settings.raise', platform, reason.join('. '), chosen(wanted, raised));
}

/** Turns what one operator has proposed; what was turned meanwhile stays. */
export async function approveRaise({ db }: Writing, { details }: Proposed<'settings.raise'>): Promise<void> {
  const { values, version } = await lockedValues(db);
  await changeRow(db, 'settings', platform.id, version, { kept: jsonText({ ...values, ...details }) });
}

async function lockedValues(tx: Tx): Promise<{ values: SettingValues; version: number }> {
  const { kept, version } = await tx
    .selectFrom('settings')
    .select(['kept', 'version'])
    .where('id', '=', platform.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { values: settingValuesOf(kept), version };
}

const chosen = (values: SettingValues, names: readonly (keyof SettingValues)[]): Partial<SettingValues> =>
  Object.fromEntries(names.map((name) => [name, values[name]]));
