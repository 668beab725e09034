import { PERSON_PAPERS, type PersonPaper } from '#domain/parties/verification.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { maskPassport, maskSnils, maskWhole } from '#domain/values/masks.ts';
import { formatPassport, formatSnils } from '#domain/values/requisites.ts';
import { inTable } from '#server/platform/database/tables.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';

export interface Passport {
  series: string;
  number: string;
}

/** What papers say of a person, as it is sealed. */
interface Papers {
  snils: string;
  passport: Passport;
  passportIssuedAt: Day;
  passportIssuedBy: string;
  passportDepartment: string;
  regAddress: string;
}
type Field = PersonPaper;

/** Which of it the rows of a table keep. */
const SEALED_FIELDS = {
  individuals: PERSON_PAPERS,
  representatives: ['snils', 'passport'],
} as const satisfies Record<string, readonly Field[]>;
type Table = keyof typeof SEALED_FIELDS;
type SealedField<T extends Table> = (typeof SEALED_FIELDS)[T][number];

/** A person's papers as a row stores them: each sealed in the context of its column. */
type Sealed<F extends Field> = Readonly<Record<`${F}Sealed`, string | null>>;

/** How each is shown: masked, and in full as people read it. */
const SHOWN: { readonly [F in Field]: { masked(value: Papers[F]): string; full(value: Papers[F]): string } } = {
  snils: { masked: maskSnils, full: formatSnils },
  passport: {
    masked: ({ series, number }) => maskPassport(series, number),
    full: ({ series, number }) => formatPassport(series, number),
  },
  passportIssuedAt: { masked: maskWhole, full: formatDay },
  passportIssuedBy: { masked: maskWhole, full: String },
  passportDepartment: { masked: maskWhole, full: String },
  regAddress: { masked: maskWhole, full: String },
};

/** The column as the database names it, for whoever seals it anew finds it there. */
const sealContextOf = (table: Table, field: Field): string => `${table}.${inTable(field)}`;

/** The papers of a row as they are, for whoever must hand them on. */
export function openPapers<T extends Table, Row extends Partial<Sealed<SealedField<T>>>>(
  secrets: Secrets,
  table: T,
  row: Row,
): Opened<T, Row> {
  const sealedRow = row as Readonly<Record<string, string | null | undefined>>;
  const opened = SEALED_FIELDS[table].flatMap((field) => {
    const value = sealedRow[`${field}Sealed`];
    if (value === undefined) return [];
    return [[field, value === null ? null : secrets.open(sealContextOf(table, field), value)]];
  });
  return Object.fromEntries(opened) as Opened<T, Row>;
}

/** Of the papers those whose columns are there. */
type Opened<T extends Table, Row> = {
  [F in SealedField<T> as `${F}Sealed` extends keyof Row ? F : never]: Papers[F] | null;
};

/** How the rows of a table keep papers, and how these are shown. */
export function papersOf<T extends Table>(table: T) {
  type Shown = { [F in SealedField<T>]: string | null };
  const show = (secrets: Secrets, row: Sealed<SealedField<T>>, how: 'masked' | 'full'): Shown => {
    const opened = Object.entries(openPapers(secrets, table, row)).map(([field, value]) => {
      const shown = SHOWN[field as Field][how] as (value: unknown) => string;
      return [field, value === null ? null : shown(value)];
    });
    return Object.fromEntries(opened) as Shown;
  };
  return {
    /** The columns of a change: what is not sent stays as it is, null erases. */
    seal(secrets: Secrets, change: { readonly [F in SealedField<T>]?: Papers[F] | null | undefined }) {
      const given = change as Readonly<Record<string, unknown>>;
      const columns = SEALED_FIELDS[table]
        .filter((field) => given[field] !== undefined)
        .map((field) => [
          `${field}Sealed`,
          given[field] === null ? null : secrets.seal(sealContextOf(table, field), given[field]),
        ]);
      return Object.fromEntries(columns) as { [F in SealedField<T> as `${F}Sealed`]?: string | null };
    },
    masked: (secrets: Secrets, row: Sealed<SealedField<T>>): Shown => show(secrets, row, 'masked'),
    full: (secrets: Secrets, row: Sealed<SealedField<T>>): Shown => show(secrets, row, 'full'),
  };
}
