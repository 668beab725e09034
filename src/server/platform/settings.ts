import { settingFields } from '#contract/kernel/setting.ts';
import { changedValues, defaultsOf } from '#domain/settings/setting.ts';
import { SETTINGS, type SettingValues } from '#domain/settings/settings.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Image } from '#server/platform/database/json-columns.ts';
import { personName } from '#server/platform/person-name.ts';

const shape = settingFields(SETTINGS);

/** How the platform is set, read where it acts: a change holds on every node from its commit on. */
export async function settingsOf(db: Db): Promise<SettingValues> {
  const { kept } = await db.selectFrom('settings').select('kept').executeTakeFirstOrThrow();
  return settingValuesOf(kept);
}

/** Every setting: as it was stored, or its default where nothing was stored or where the limits of today forbid the value. */
export function settingValuesOf(kept: Partial<SettingValues>): SettingValues {
  const names = Object.keys(SETTINGS) as (keyof SettingValues)[];
  const allowed = names.filter((name) => shape[name].safeParse(kept[name]).success);
  return { ...defaultsOf(SETTINGS), ...Object.fromEntries(allowed.map((name) => [name, kept[name]])) };
}

/** So many of the last changes are shown. */
const lately = 20;

/**
 * Who turned settings lately, the newest first. The audit is their history.
 * @param valuesOf the values of an image that the audit keeps
 */
export async function lastChanges<Values extends object>(
  db: Db,
  objectType: string,
  valuesOf: (image: Image) => Values,
) {
  const rows = await db
    .selectFrom('auditLog as l')
    .select(['l.id', 'l.at', 'l.before', 'l.after', personName('l.accountId').as('who')])
    .where('l.objectType', '=', objectType)
    .orderBy('l.id', 'desc')
    .limit(lately)
    .execute();
  const read = (image: Image | null): Values => valuesOf(image ?? {});
  return rows.map(({ id, at, who, before, after }) => ({ id, at, who, ...changedValues(read(before), read(after)) }));
}
