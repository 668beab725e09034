import * as z from 'zod';
import { formatRange, type Setting, type Settings, type ValuesOf } from '#domain/settings/setting.ts';
import { instant } from './fields.ts';

type Fields<S extends Settings> = { [Name in keyof S]: z.ZodType<ValuesOf<S>[Name], ValuesOf<S>[Name]> };

/** The fields of settings, each within its range. */
export const settingFields = <S extends Settings>(settings: S): Fields<S> =>
  Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, fieldOf(setting)])) as Fields<S>;

function fieldOf(setting: Setting): z.ZodType {
  if (setting.kind === 'yesNo') return z.boolean();
  if (setting.kind === 'choice') return z.enum(Object.keys(setting.choices));
  const range = `Допустимо ${formatRange(setting)}`;
  return z.int().min(setting.min, range).max(setting.max, range);
}

/** Who turned what, the newest first; of the values only those that were turned. */
export const settingHistory = <F extends z.ZodRawShape>(fields: F) =>
  z.array(
    z.object({
      id: z.int(),
      at: instant,
      who: z.string().nullable(),
      before: z.object(fields).partial(),
      after: z.object(fields).partial(),
    }),
  );
