import type { RnkoGap } from '#domain/parties/rnko.ts';
import { formatDay, toDay } from '#domain/values/days.ts';
import { maskInn, maskPassport, maskPhone, maskSnils } from '#domain/values/masks.ts';
import type { Passport } from '#server/modules/verification/papers.queries.ts';
import { openPapers } from '#server/modules/verification/papers.queries.ts';
import type { App } from '#server/platform/app.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Whose identification it is. */
export interface Owner {
  column: 'individualId' | 'legalEntityId';
  id: number;
}

/** One thing that the partner is told: its name on the screen, the field of his API, the value as sent and as shown. */
interface Item {
  field: string;
  name: string;
  value: string | null;
  shown?: string | null;
  /** What is missing when it is not known; without this it may be left out. */
  gap?: RnkoGap;
}

/** What the platform knows of somebody for the partner, in the order in which it is shown. */
export const partnerItemsOf = ({ secrets }: Pick<App, 'secrets'>, db: Db, { column, id }: Owner): Promise<Item[]> =>
  column === 'individualId' ? ofPerson(secrets, db, id) : ofCompany(secrets, db, id);

async function ofPerson(secrets: App['secrets'], db: Db, id: number): Promise<Item[]> {
  const row = await db
    .selectFrom('individuals as i')
    .leftJoin('accounts as a', 'a.id', 'i.accountId')
    .select(['i.lastName', 'i.firstName', 'i.middleName', 'i.birthDate', 'i.inn', 'i.snilsSealed', 'i.passportSealed'])
    .select('a.phone')
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow();
  const { snils, passport } = openPapers(secrets, 'individuals', row);
  return [
    { field: 'name', name: 'ФИО', value: joined(row.lastName, row.firstName, row.middleName) },
    {
      field: 'birthDate',
      name: 'Дата рождения',
      value: row.birthDate,
      shown: row.birthDate && formatDay(toDay(row.birthDate)),
      gap: 'birthDate',
    },
    { field: 'inn', name: 'ИНН', value: row.inn, shown: row.inn && maskInn(row.inn), gap: 'inn' },
    { field: 'passport', name: 'Паспорт', ...passportOf(passport), gap: 'passport' },
    { field: 'snils', name: 'СНИЛС', value: snils, shown: snils && maskSnils(snils) },
    { field: 'phone', name: 'Телефон', value: row.phone, shown: row.phone && maskPhone(row.phone), gap: 'phone' },
  ];
}

async function ofCompany(secrets: App['secrets'], db: Db, id: number): Promise<Item[]> {
  const row = await db
    .selectFrom('legalEntities as le')
    .leftJoin('representatives as r', 'r.legalEntityId', 'le.id')
    .select(['le.fullName', 'le.inn', 'le.kpp', 'le.ogrn', 'le.legalAddress', 'le.phone'])
    .select(['r.lastName', 'r.firstName', 'r.middleName', 'r.position', 'r.inn as personInn'])
    .select(['r.snilsSealed', 'r.passportSealed'])
    .where('le.id', '=', id)
    .executeTakeFirstOrThrow();
  const { snils, passport } = openPapers(secrets, 'representatives', row);
  return [
    { field: 'name', name: 'Наименование', value: row.fullName },
    { field: 'inn', name: 'ИНН', value: row.inn },
    { field: 'kpp', name: 'КПП', value: row.kpp },
    { field: 'ogrn', name: 'ОГРН', value: row.ogrn, gap: 'ogrn' },
    { field: 'address', name: 'Юридический адрес', value: row.legalAddress, gap: 'address' },
    { field: 'phone', name: 'Телефон', value: row.phone, gap: 'phone' },
    {
      field: 'representative',
      name: 'Представитель',
      value: joined(row.lastName, row.firstName, row.middleName),
      gap: 'representative',
    },
    { field: 'position', name: 'Должность', value: row.position },
    {
      field: 'representativeInn',
      name: 'ИНН представителя',
      value: row.personInn,
      shown: row.personInn && maskInn(row.personInn),
    },
    { field: 'representativeSnils', name: 'СНИЛС представителя', value: snils, shown: snils && maskSnils(snils) },
    {
      field: 'representativePassport',
      name: 'Паспорт представителя',
      ...passportOf(passport),
      gap: 'representativePassport',
    },
  ];
}

const joined = (...parts: readonly (string | null)[]): string | null => parts.filter(Boolean).join(' ') || null;

const passportOf = (passport: Passport | null) => ({
  value: passport && `${passport.series} ${passport.number}`,
  shown: passport && maskPassport(passport.series, passport.number),
});

/** What is missing, in the order of the items. */
export const gapsIn = (items: readonly Item[]): RnkoGap[] =>
  items.flatMap(({ value, gap }) => (gap && !value ? [gap] : []));

/** What the viewer sees of it: never a whole number of a paper. */
export const shownItems = (items: readonly Item[]): { name: string; value: string }[] =>
  items.flatMap(({ name, value, shown = value }) => (shown ? [{ name, value: shown }] : []));

/** What the partner is told. */
export const partnerDataOf = (items: readonly Item[]): Record<string, string> =>
  Object.fromEntries(items.flatMap(({ field, value }) => (value ? [[field, value]] : [])));
