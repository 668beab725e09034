import { maskPassport, maskSnils } from '#domain/values/masks.ts';
import { formatPassport, formatSnils } from '#domain/values/requisites.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';

export interface Passport {
  series: string;
  number: string;
}

/** A person's papers as a row keeps them: sealed, each bound to the column it stands in. */
interface Sealed {
  snilsSealed: string | null;
  passportSealed: string | null;
}
interface Papers {
  snils: string | null;
  passport: string | null;
}

type Table = 'individuals' | 'representatives';
const placesOf = (table: Table) => ({ snils: `${table}.snils`, passport: `${table}.passport` });

/** The papers of a row as they are, for whoever must hand them on. */
export function openPapers(secrets: Secrets, table: Table, { snilsSealed, passportSealed }: Sealed) {
  const places = placesOf(table);
  return {
    snils: snilsSealed === null ? null : secrets.open<string>(places.snils, snilsSealed),
    passport: passportSealed === null ? null : secrets.open<Passport>(places.passport, passportSealed),
  };
}

/** How the rows of a table keep СНИЛС and passport, and how these are shown. */
export function papersOf(table: Table) {
  const places = placesOf(table);
  const open = (secrets: Secrets, sealed: Sealed) => openPapers(secrets, table, sealed);
  const seal = (secrets: Secrets, place: string, value: unknown): string | null | undefined =>
    value === undefined || value === null ? value : secrets.seal(place, value);
  return {
    /** The columns of a change: what is not sent stays as it is, null erases. */
    seal: (
      secrets: Secrets,
      { snils, passport }: { snils?: string | null | undefined; passport?: Passport | null | undefined },
    ) => ({
      snilsSealed: seal(secrets, places.snils, snils),
      passportSealed: seal(secrets, places.passport, passport),
    }),
    masked(secrets: Secrets, row: Sealed): Papers {
      const { snils, passport } = open(secrets, row);
      return { snils: snils && maskSnils(snils), passport: passport && maskPassport(passport.series, passport.number) };
    },
    full(secrets: Secrets, row: Sealed): Papers {
      const { snils, passport } = open(secrets, row);
      return {
        snils: snils && formatSnils(snils),
        passport: passport && formatPassport(passport.series, passport.number),
      };
    },
  };
}
