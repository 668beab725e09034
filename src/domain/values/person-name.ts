import { checkPattern } from './check.ts';

/** A person's name by its parts; the patronymic may be absent. */
export type PersonName = {
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName?: string | null;
};

/** One part of a name: 1–100 Russian letters with hyphens, spaces and apostrophes between them. */
export const checkName = checkPattern(/^(?=.{1,100}$)[а-яё]+(?:[-' ’]+[а-яё]+)*$/i, 'Только русские буквы');

/** «Иванов Иван Иванович»; absent parts leave no extra space. */
export function fullName(name: PersonName): string {
  return [name.lastName, name.firstName, name.middleName].filter(Boolean).join(' ');
}

/** «Иванов И. И.» */
export function shortName(name: PersonName): string {
  return [name.lastName, ...initials(name)].filter(Boolean).join(' ');
}

/** «И. И.» as separate parts; none for a part that is absent. */
export function initials(name: PersonName): string[] {
  return [name.firstName, name.middleName].flatMap((part) => (part ? [`${part.charAt(0)}.`] : []));
}
