/** What several mentions agree about; null where there is none, or they name different things. */
export const onlyOne = (found: readonly string[]): string | null => (new Set(found).size === 1 ? found[0]! : null);
