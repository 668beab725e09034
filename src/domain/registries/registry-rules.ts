import type { Choice } from '../values/choice.ts';
import type { Day } from '../values/days.ts';
import type { Kopecks } from '../values/money.ts';
import { plural } from '../values/text/words.ts';

/** What a cell of a column holds, and by which rule it is judged. */
export type Rule =
  /** A whole number from `least` to `most`. */
  | { readonly kind: 'whole'; readonly least: number; readonly most: number }
  /** ИНН of a person (12 digits) or of an organisation (10). */
  | { readonly kind: 'personInn' | 'organisationInn' }
  /** A part of a person's name. */
  | { readonly kind: 'name' }
  /** A day; `past` refuses one that has not come yet. */
  | { readonly kind: 'day'; readonly past: boolean }
  /** A sum above zero. */
  | { readonly kind: 'money' }
  /** A part of the debt: zero or more, an empty cell is zero. */
  | { readonly kind: 'component' }
  /** Percent a year, kept in basis points. */
  | { readonly kind: 'percent' }
  | { readonly kind: 'phone' | 'email' | 'snils' }
  /** Exactly `length` digits. */
  | { readonly kind: 'digits'; readonly length: number }
  | { readonly kind: 'choice'; readonly list: readonly Choice[] }
  /** A text of at most `max` characters. */
  | { readonly kind: 'text'; readonly max: number };

export type Kind = Rule['kind'];

/** The parts in which templates explain and screens show a row. */
export const columnGroups = {
  debtor: 'Заёмщик',
  passport: 'Паспорт',
  contacts: 'Связь',
  contract: 'Договор',
  debt: 'Задолженность',
  terms: 'Условия погашения',
  stage: 'Взыскание',
  basis: 'Основание требования',
  other: 'Служебное',
} as const;
type Group = keyof typeof columnGroups;

export interface Column {
  /** The name of the value in code; in SQL the same in snake_case. */
  readonly code: string;
  /** The heading, without the asterisk of a required column. */
  readonly header: string;
  /** Other headings under which files bring the same. */
  readonly aliases: readonly string[];
  readonly required: boolean;
  readonly rule: Rule;
  readonly group: Group;
  /** What to write here, for the hint row and the entry screen. */
  readonly hint: string;
  /** The width in a spreadsheet, in characters. */
  readonly width: number;
  /** Whether the debtor himself may see the value. */
  readonly debtorSees: boolean;
}

type Rest<Required extends boolean> = Partial<
  Omit<Column, 'code' | 'header' | 'rule' | 'group' | 'required'> & { required: Required }
>;

/** Makes columns of one group. Hints and widths follow from the kind unless told. */
export function inGroup(group: Group) {
  return <const Code extends string, const R extends Rule, const Required extends boolean = false>(
    code: Code,
    header: string,
    rule: R,
    rest: Rest<Required> = {},
  ) => ({
    code,
    header,
    rule,
    group,
    aliases: rest.aliases ?? [],
    required: (rest.required ?? false) as Required,
    hint: rest.hint ?? hintOf(rule),
    width: rest.width ?? Math.max(widthOf(rule), longestWord(header) + 3),
    debtorSees: rest.debtorSees ?? true,
  });
}

function hintOf(rule: Rule): string {
  switch (rule.kind) {
    case 'whole':
      return `целое число от ${rule.least} до ${rule.most}`;
    case 'personInn':
      return '12 цифр';
    case 'organisationInn':
      return '10 цифр';
    case 'name':
      return 'русскими буквами';
    case 'day':
      return 'ДД.ММ.ГГГГ';
    case 'money':
      return 'рубли и копейки, больше нуля';
    case 'component':
      return 'рубли и копейки; пусто — ноль';
    case 'percent':
      return 'число, например 19,9';
    case 'phone':
      return '+7 (999) 999-99-99';
    case 'email':
      return 'name@example.ru';
    case 'snils':
      return '000-000-000 00';
    case 'digits':
      return `${rule.length} ${plural(rule.length, ['цифра', 'цифры', 'цифр'])}`;
    case 'choice':
      return 'выберите из списка';
    default:
      return `до ${rule.max} ${plural(rule.max, ['знака', 'знаков', 'знаков'])}`;
  }
}

const widths: Record<Kind, number> = {
  whole: 8,
  personInn: 15,
  organisationInn: 13,
  name: 18,
  day: 13,
  money: 16,
  component: 16,
  percent: 11,
  phone: 20,
  email: 26,
  snils: 17,
  digits: 11,
  choice: 20,
  text: 20,
};

const widthOf = (rule: Rule): number => (rule.kind === 'text' && rule.max >= 200 ? 40 : widths[rule.kind]);
const longestWord = (header: string): number => Math.max(...header.split(/\s+/).map((word) => word.length));

/** The value that a rule gives: money in kopecks, percent in basis points, a choice by its code. */
type ValueOf<R extends Rule> = R extends { kind: 'money' | 'component' }
  ? Kopecks
  : R extends { kind: 'day' }
    ? Day
    : R extends { kind: 'whole' | 'percent' }
      ? number
      : R extends { kind: 'choice'; list: readonly Choice<infer Code>[] }
        ? Code
        : string;

type Held<C extends Column> = C['required'] extends true
  ? ValueOf<C['rule']>
  : C['rule'] extends { kind: 'component' }
    ? ValueOf<C['rule']>
    : ValueOf<C['rule']> | null;

/** A right row of a list of columns, by code. */
export type RowOf<Columns extends readonly Column[]> = {
  readonly [C in Columns[number] as C['code']]: Held<C>;
};
