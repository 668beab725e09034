import { formatAmount, formatMoney, kopecks } from '../values/money.ts';
import { type Forms, plural } from '../values/text/words.ts';

/** What is counted in a setting that is a whole number. */
const COUNTED = {
  days: ['день', 'дня', 'дней'],
  months: ['месяц', 'месяца', 'месяцев'],
  years: ['год', 'года', 'лет'],
  workingDays: ['рабочий день', 'рабочих дня', 'рабочих дней'],
  milliseconds: ['миллисекунда', 'миллисекунды', 'миллисекунд'],
  people: ['человек', 'человека', 'человек'],
  megabytes: ['МБ', 'МБ', 'МБ'],
  gigabytes: ['ГБ', 'ГБ', 'ГБ'],
} as const satisfies Record<string, Forms>;

interface SettingTexts {
  readonly label: string;
  /** What it changes, and where. */
  readonly help: string;
}

/** Something that is turned while the program runs, declared once: form, judging, documents and reading follow it. */
export type Setting = SettingTexts &
  (
    | {
        readonly kind: 'kopecks' | keyof typeof COUNTED;
        readonly min: number;
        readonly max: number;
        readonly defaultValue: number;
        /** More of it takes a decision away from the second person, so that two decide about more. */
        readonly raisedByTwo?: true;
      }
    | { readonly kind: 'yesNo'; readonly defaultValue: boolean }
    | { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>>; readonly defaultValue: string }
  );
export type Settings = Readonly<Record<string, Setting>>;

type ValueOf<S> = S extends { kind: 'yesNo' }
  ? boolean
  : S extends { kind: 'choice'; choices: infer Choices }
    ? keyof Choices
    : number;
export type ValuesOf<S extends Settings> = { -readonly [Name in keyof S]: ValueOf<S[Name]> };

/** The values that hold while nobody has turned anything. */
export const defaultsOf = <S extends Settings>(settings: S): ValuesOf<S> =>
  Object.fromEntries(Object.entries(settings).map(([name, { defaultValue }]) => [name, defaultValue])) as ValuesOf<S>;

/** A value as people read it: «5 рабочих дней», «15 000,00 ₽», «Да». */
export function formatValue(setting: Setting, value: unknown): string {
  if (setting.kind === 'choice') return setting.choices[String(value)] ?? String(value);
  if (setting.kind === 'yesNo') return value ? 'Да' : 'Нет';
  if (setting.kind === 'kopecks') return formatMoney(kopecks(Number(value)));
  return `${String(value)} ${plural(Number(value), COUNTED[setting.kind])}`;
}

/** Between what a number may be, as people read it; null of what is no number. */
export function formatRange(setting: Setting): string | null {
  if (!('min' in setting)) return null;
  const upTo = formatValue(setting, setting.max);
  return setting.kind === 'kopecks'
    ? `${formatAmount(kopecks(setting.min))}\u00A0–\u00A0${upTo}`
    : `${setting.min}–${upTo}`;
}

/** What differs between two sets of values, before and after. */
export function changedValues<Values extends object>(
  before: Values,
  after: Values,
): { before: Partial<Values>; after: Partial<Values> } {
  const names = (Object.keys(after) as (keyof Values)[]).filter((name) => before[name] !== after[name]);
  const only = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
  return { before: only(before), after: only(after) };
}

/** Those of which more is wanted than there is, where two persons decide about more: their names. */
export const raisedByTwo = <S extends Settings>(settings: S, before: ValuesOf<S>, wanted: ValuesOf<S>): (keyof S)[] =>
  Object.entries(settings)
    .filter(([name, setting]) => 'raisedByTwo' in setting && wanted[name]! > before[name]!)
    .map(([name]) => name);
