import { formatRange, type Setting, type Settings } from '#domain/settings/setting.ts';
import { readNumber, readSum, typedSum } from '#web/kit/form/typed.ts';
import { settingTexts as t } from './texts.ts';

/** A value in the notation of its field. */
function typedValue(setting: Setting, value: unknown): string {
  return setting.kind === 'kopecks' ? typedSum(value as number) : String(value);
}

/** Values as they are in the fields of a form. */
export const typedValues = <S extends Settings>(
  settings: S,
  values: Readonly<Record<string, unknown>>,
): Record<keyof S & string, string> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, typedValue(setting, values[name])]),
  ) as Record<keyof S & string, string>;

/** The values of what was typed; what is no value stays as typed, for the schema to refuse. */
export const readValues = (settings: Settings, typed: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, readValue(setting, typed[name] ?? '')]));

function readValue({ kind }: Setting, typed: string): unknown {
  if (kind === 'yesNo') return typed === 'true';
  if (kind === 'choice') return typed;
  return (kind === 'kopecks' ? readSum(typed) : readNumber(typed)) ?? '';
}

/** What is under the name of a field: what it does, and what it may be. */
export const hintOf = (setting: Setting): string =>
  [setting.help, formatRange(setting) && t.range(formatRange(setting)!)].filter(Boolean).join(' ');
