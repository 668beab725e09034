import { checkEmail } from '../values/email.ts';
import { parsePhone } from '../values/phone.ts';
import { checkInn, checkOgrn, checkOgrnip } from '../values/requisites.ts';
import { checkOneLine } from '../values/text/one-line.ts';

/**
 * Who runs the platform, and through whom money goes: papers, consents and the footer name both (152-ФЗ ст. 9 ч. 4 and
 * ст. 18.1 ч. 2, 161-ФЗ ст. 7).
 */
export const OPERATING_KINDS = {
  platform: { label: 'Компания-оператор', variables: 'PLATFORM' },
  rnko: { label: 'РНКО', variables: 'RNKO' },
} as const;
export type OperatingKind = keyof typeof OPERATING_KINDS;

/** What is told of each, by which name, and how much of it at most. */
export const OPERATING_FIELDS = {
  name: { label: 'Наименование', most: 300 },
  ogrn: { label: 'ОГРН', most: 15 },
  inn: { label: 'ИНН', most: 12 },
  address: { label: 'Адрес', most: 500 },
  /** Of the credit organisation: number and day of its licence of the Bank of Russia. */
  licence: { label: 'Лицензия', most: 200 },
  phone: { label: 'Телефон', most: 30 },
  email: { label: 'Почта', most: 254 },
} as const;
export type OperatingField = keyof typeof OPERATING_FIELDS;

/** The operating company, or the credit organisation. Only the second needs a licence. */
export type OperatingCompany = Readonly<Record<Exclude<OperatingField, 'licence'>, string>> & {
  readonly licence: string | null;
};

const empty = 'Поле должно быть заполнено';

/** What is wrong with what is told of one, by the field. */
export function checkOperatingCompany(
  kind: OperatingKind,
  company: Readonly<Partial<Record<OperatingField, string | null>>>,
): Partial<Record<OperatingField, string>> {
  const problems: Partial<Record<OperatingField, string>> = {};
  for (const field of Object.keys(OPERATING_FIELDS) as OperatingField[]) {
    const problem = problemOf(kind, field, company[field]?.trim() ?? '');
    if (problem) problems[field] = problem;
  }
  return problems;
}

function problemOf(kind: OperatingKind, field: OperatingField, value: string): string | null {
  if (value === '') return field === 'licence' && kind === 'platform' ? null : empty;
  // A line break would be a clause of its own in the documents that name it.
  const broken = checkOneLine(value);
  if (broken) return broken;
  const { most } = OPERATING_FIELDS[field];
  if (value.length > most) return `Не больше ${most} знаков`;
  switch (field) {
    case 'ogrn':
      return value.length === 15 ? checkOgrnip(value) : checkOgrn(value);
    case 'inn':
      return checkInn(value);
    case 'email':
      return checkEmail(value);
    case 'phone':
      return parsePhone(value) ? null : 'Номер телефона введён не до конца';
    default:
      return null;
  }
}

/** «ООО «Уговор», ОГРН 1027700132195, ИНН 7707083893, лицензия …, адрес: …» */
export function formatOperatingCompany({ name, ogrn, inn, licence, address }: OperatingCompany): string {
  return [name, `ОГРН ${ogrn}`, `ИНН ${inn}`, ...(licence ? [`лицензия ${licence}`] : []), `адрес: ${address}`].join(
    ', ',
  );
}

/** What differs between two tellings of one, each in a line: «Почта: a@b.ru → c@d.ru». */
export const changesOfCompany = (before: OperatingCompany, after: OperatingCompany): string[] =>
  (Object.keys(OPERATING_FIELDS) as OperatingField[])
    .filter((field) => before[field] !== after[field])
    .map((field) => `${OPERATING_FIELDS[field].label}: ${before[field] ?? 'нет'} → ${after[field] ?? 'нет'}`);

/** The environment variable that sets a field: `PLATFORM_NAME`, `RNKO_LICENCE`. */
export const operatingVariable = (kind: OperatingKind, field: OperatingField): string =>
  `${OPERATING_KINDS[kind].variables}_${field.toUpperCase()}`;
