/** Version of the stored shape (docs/specification.md §3, §4, §9). */
const version = 1;
const key = 'sortPreferences';

/** The lists that remember their sort. */
export type SortedList =
  | 'sortIndividuals'
  | 'sortLegalEntities'
  | 'sortRequests'
  | 'sortRegistryEntries'
  | 'sortSettlements';

export type StoredSort = Record<string, 1 | -1>;
type Preferences = { version: number } & Partial<Record<SortedList, StoredSort>>;

/** Preferences of a missing or lower version are discarded and reset to just the version. */
export function checkSortPreferences(): void {
  if (!((read()?.version ?? 0) >= version)) write({ version });
}

/** The sort that the person chose last in this list. */
export const preferredSort = (list: SortedList): StoredSort | undefined => read()?.[list];

/** Remembers the sort of a list. */
export function preferSort(list: SortedList, sort: StoredSort): void {
  write({ version, ...read(), [list]: sort });
}

function read(): Preferences | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as Preferences) : undefined;
  } catch {
    return undefined;
  }
}

function write(preferences: Preferences): void {
  localStorage.setItem(key, JSON.stringify(preferences));
}
