import { type RegistryKind, registryColumns } from '#domain/registries/registry-columns.ts';

/** A registry as jobs and handlers know it; both kinds go the same way. */
export interface RegistryKey {
  id: number;
  kind: RegistryKind;
  legalEntityId: number;
}

/** The tables of the entries, as SQL names them. */
export const entryTables = { full: 'registry_entries', simple: 'simple_registry_entries' } as const;
/** The same tables as the queries and the histories name them. */
export const objectTypes = { full: 'registryEntries', simple: 'simpleRegistryEntries' } as const;

/** What nobody searches by is kept sealed together: it opens for the card and for a reasoned look alone. */
export const sealedColumns = [
  'passportSeries',
  'passportNumber',
  'passportIssuedAt',
  'passportIssuedBy',
  'snils',
  'phone2',
  'regAddress',
] as const;
type SealedColumn = (typeof sealedColumns)[number];
/** The sealed part of an entry: only what the file filled in. */
export type SealedPerson = Partial<Record<SealedColumn, string>>;

export const personContext = 'registry_entries.person';
export const cellsContext = 'registry_rows.cells';
export const contentContext = 'registry_entries.content';

export const snakeCase = (code: string): string => code.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isSealed = (code: string): code is SealedColumn => (sealedColumns as readonly string[]).includes(code);

/** The columns of the file that are columns of the entry's table, by their codes. The number of the row is of no use there. */
export const plainCodes: Record<RegistryKind, readonly string[]> = {
  full: plainOf('full'),
  simple: plainOf('simple'),
};

function plainOf(kind: RegistryKind): string[] {
  return registryColumns[kind].map(({ code }) => code).filter((code) => code !== 'rowNo' && !isSealed(code));
}

const openToDebtor = new Set<string>(registryColumns.full.filter((one) => one.debtorSees).map(({ code }) => code));

/** Whether the debtor may see what is in a column. */
export const debtorSees = (code: string): boolean => openToDebtor.has(code);

/** The columns of entries that the creditor keeps to himself, in the database's spelling. */
export const hiddenFromDebtor = (kind: RegistryKind): string[] =>
  plainCodes[kind].filter((code) => !debtorSees(code)).map(snakeCase);
